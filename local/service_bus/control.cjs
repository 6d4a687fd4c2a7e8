"use strict";
// The HTTP side: see what has arrived, empty it, and ask for faults.

const MESSAGES = /^\/(?:queues\/([^/]+)|topics\/([^/]+)\/subscriptions\/([^/]+))\/messages$/;
const ENTITY = /^\/(queues|topics)\/([^/]+)$/;
const HELP = { error: "try GET /queues/NAME/messages or GET /topics/NAME/subscriptions/NAME/messages" };

/** Return what answers a request of Node's HTTP server. */
function control(entities, faults, connections) {
  return async (request, response) => {
    const [status, answer] = isOfThisMachine(request) ? await answerOrFault(request) : [403, {}];
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(`${JSON.stringify(answer, null, 2)}\n`);
  };

  async function answerOrFault(request) {
    try {
      const body = Buffer.concat(await request.toArray()).toString();
      const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname).toLowerCase();
      return answerTo(request.method, path, body ? JSON.parse(body) : {}) ?? [404, HELP];
    } catch (error) {
      return [400, { error: error.message }];
    }
  }

  function answerTo(method, path, body) {
    const match = MESSAGES.exec(path);
    if (match) return answerAboutMessages(method, match[1] ?? `${match[2]}/subscriptions/${match[3]}`);
    if (path === "/connections") return [200, connections];
    if (path === "/fault") return [200, method === "PUT" ? faults.ask(body) : faults.clear()];
    const [, kind, name] = method === "PUT" ? (ENTITY.exec(path) ?? []) : [];
    if (!kind) return undefined;
    if (kind === "queues") entities.addQueue(name, body);
    else entities.addTopic(name, body);
    return [201, body];
  }

  function answerAboutMessages(method, path) {
    const mailbox = entities.findMailbox(path);
    if (mailbox && method === "DELETE") mailbox.messages = [];
    return mailbox && [200, mailbox.peek().map(readable)];
  }
}

/** Web pages of others send their origin, or the name by which they were fooled into calling us. */
function isOfThisMachine({ headers }) {
  return !headers.origin && /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? "");
}

/** Return a message in the words of a job's definition. */
function readable({ content, due, number, deliveries }) {
  const annotations = content.message_annotations ?? {};
  const parts = [content.body?.content ?? content.body].flat();
  return {
    body: parts.map((part) => (Buffer.isBuffer(part) ? part.toString() : String(part))).join(""),
    sequenceNumber: number,
    enqueuedTimeUtc: new Date(due).toISOString(),
    deliveryCount: deliveries,
    brokeredMessageProperties: {
      contentType: content.content_type,
      correlationId: content.correlation_id,
      forcePersistence: content.durable === undefined ? undefined : Boolean(content.durable),
      label: content.subject,
      messageId: content.message_id,
      partitionKey: annotations["x-opt-partition-key"],
      replyTo: content.reply_to,
      replyToSessionId: content.reply_to_group_id,
      scheduledEnqueueTimeUtc: annotations["x-opt-scheduled-enqueue-time"],
      sessionId: content.group_id,
      timeToLiveMilliseconds: content.ttl,
      to: content.to,
      viaPartitionKey: annotations["x-opt-via-partition-key"],
    },
    customMessageProperties: content.application_properties ?? {},
  };
}

module.exports = { control };
