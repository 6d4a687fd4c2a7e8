"use strict";
// The AMQP side: tokens, senders and receivers, as the SDKs of Azure Service Bus speak it.

const rhea = require("rhea");
const { Refused, checkToken, covers, pathOf } = require("./tokens.cjs");

const CBS = "$cbs";
const BATCH = 0x80013700;
const LOCKED_FOR = 60_000;
// What clients do wrong, or no longer do: without a listener each would end the process.
const HARMLESS = [
  ...["disconnected", "error", "protocol_error"],
  ...["connection_error", "session_error", "receiver_error", "sender_error"],
];
const { accepted, decode, encode, rejected } = rhea.message;

/** Return a rhea container that serves these entities to who has one of these keys, or is one of these identities. */
function amqpServer(entities, { keys, identities }, faults) {
  const server = rhea.create_container({ id: "service-bus", autoaccept: false, autosettle: false });
  server.on("connection_open", ({ connection }) => Object.assign(connection, { grants: new Map() }));
  server.on("receiver_open", ({ receiver }) => openForSending(receiver));
  server.on("sender_open", ({ sender }) => openForReceiving(sender));
  server.on("message", (context) => {
    if (faults.take("silence")) return;
    if (pathOf(context.receiver.target.address) === CBS) return putToken(context);
    return receive(context);
  });
  for (const event of HARMLESS) server.on(event, () => {});
  return server;

  function putToken({ connection, message, delivery }) {
    let [status, description] = [202, "Accepted"];
    try {
      const { name } = message.application_properties;
      connection.grants.set(pathOf(name), checkToken(message.body, name, keys, identities));
      if (!entities.has(pathOf(name)))
        throw new Refused(404, `The messaging entity '${name}' could not be found.`);
    } catch (error) {
      [status, description] = [error.status ?? 400, error.message];
    }
    delivery.update(true, accepted().described());
    const { message_id: correlation_id } = message;
    const properties = { "status-code": rhea.types.wrap_int(status), "status-description": description };
    connection.tokenReplies?.send({ correlation_id, application_properties: properties, body: null });
  }

  function openForSending(receiver) {
    const { address } = receiver.target ?? {};
    receiver.set_target({ address });
    receiver.set_source(receiver.source ?? {});
    if (pathOf(address) === CBS) return;
    const fault = entryFault(receiver.connection, address, "send", entities.find(pathOf(address)));
    if (fault) return refuseLink(receiver, fault);
    receiver.entity = entities.find(pathOf(address));
    receiver.local.attach.max_message_size = receiver.entity.largestMessage;
  }

  function receive({ connection, receiver, message, delivery, format }) {
    const isBatch = format === BATCH;
    const contents = isBatch ? [decode(message).body.content].flat().map((part) => decode(part)) : [message];
    const size = isBatch ? message.length : encode(message).length;
    const refused = faults.take("refuse");
    if (refused) return delivery.update(true, rejected({ error: errorOf(refused) }).described());
    if (size > receiver.entity.largestMessage) return refuseSize(receiver, size);
    if (faults.take("detach")) return receiver.close(errorOf({ condition: "amqp:link:detach-forced" }));
    if (faults.take("drop-before-storing")) return hangUp(connection);
    for (const content of contents) receiver.entity.store(content);
    if (faults.take("drop-after-storing")) return hangUp(connection);
    return delivery.update(true, accepted().described());
  }

  function openForReceiving(sender) {
    const { address } = sender.source ?? {};
    sender.set_source({ address });
    sender.set_target(sender.target ?? {});
    sender.local.attach.snd_settle_mode = sender.snd_settle_mode;
    if (pathOf(address) === CBS) return void (sender.connection.tokenReplies = sender);
    const mailbox = entities.findMailbox(pathOf(address));
    const fault = entryFault(sender.connection, address, "listen", mailbox);
    return fault ? refuseLink(sender, fault) : deliver(sender, mailbox);
  }
}

/** Return why this connection may not open a link to the address, or undefined. */
function entryFault(connection, address, right, found) {
  const granted = [...connection.grants]
    .filter(([path, { until }]) => covers(path, pathOf(address)) && until > Date.now())
    .flatMap(([, { rights }]) => rights);
  const [condition, description] = !granted.includes(right)
    ? ["amqp:unauthorized-access", `Unauthorized access. '${right}' is required.`]
    : ["amqp:not-found", `The messaging entity '${address}' could not be found.`];
  return found && granted.includes(right) ? undefined : { condition, description };
}

/** Send what comes into the mailbox as long as the receiver has credit, and do what it says of each. */
function deliver(sender, mailbox) {
  const settledAtOnce = sender.snd_settle_mode === 1;
  const unsettled = new Map();

  const pump = () => {
    let message;
    while (sender.sendable() && (message = mailbox.take())) {
      const tag = Buffer.from(message.lock.replaceAll("-", ""), "hex");
      const delivery = sender.send(forReceiver(message), tag);
      if (settledAtOnce) mailbox.remove(message);
      else unsettled.set(delivery, message);
    }
  };
  const settle = ({ delivery }) => {
    const message = unsettled.get(delivery);
    if (!unsettled.delete(delivery)) return;
    const outcome = delivery.remote_state.constructor.composite_type;
    delivery.update(true, rhea.message[outcome]().described());
    if (outcome === "accepted" || outcome === "rejected") mailbox.remove(message);
    else mailbox.release(message);
  };
  const stopWatching = mailbox.watch(pump);
  const stop = () => {
    stopWatching();
    for (const message of unsettled.values()) mailbox.release(message);
    unsettled.clear();
  };
  sender.on("sendable", pump);
  for (const outcome of ["accepted", "rejected", "released", "modified"]) sender.on(outcome, settle);
  sender.on("sender_close", stop);
  sender.session.on("session_close", stop);
  sender.connection.on("disconnected", stop);
}

/** Return the message with what the broker knows about it. */
function forReceiver({ content, number, deliveries, due }) {
  const { wrap_long, wrap_timestamp } = rhea.types;
  const annotations = {
    ...content.message_annotations,
    "x-opt-sequence-number": wrap_long(number),
    "x-opt-enqueued-time": wrap_timestamp(due),
    "x-opt-locked-until": wrap_timestamp(Date.now() + LOCKED_FOR),
  };
  return { ...content, delivery_count: deliveries, message_annotations: annotations };
}

/** Refuse a link as AMQP wants it: attached without a terminus, then detached. */
function refuseLink(link, fault) {
  link.local.attach.source = undefined;
  link.local.attach.target = undefined;
  link.close(errorOf(fault));
}

function refuseSize(receiver, size) {
  const description = `The received message (size: ${size} bytes) exceeds the limit of the link.`;
  receiver.close(errorOf({ condition: "amqp:link:message-size-exceeded", description }));
}

/** The SDKs crash on an error that lacks one of the three. */
function errorOf({ condition = "amqp:internal-error", description = "" }) {
  return { condition, description, info: {} };
}

function hangUp(connection) {
  connection.socket.end();
  connection.socket.destroy?.();
}

module.exports = { amqpServer };
