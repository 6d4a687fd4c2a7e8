"use strict";
// Queues, and topics with subscriptions: what they hold, in memory only.

const { randomUUID } = require("node:crypto");

const SUBSCRIPTIONS = "/subscriptions/";
const FIRST_SUBSCRIPTION = "all";
const LONGEST_TIMER = 2 ** 31 - 1;

/** Messages in the order of their arrival, and those who wait for them. */
class Mailbox {
  messages = [];
  #waiting = new Set();

  put(message) {
    this.messages.push(message);
    this.#announceWhenDue(message.due);
  }

  /** Look again when the timer ends: it can end a millisecond early by the clock that `take` looks at. */
  #announceWhenDue(due) {
    const wait = due - Date.now();
    if (wait > 0) setTimeout(() => this.#announceWhenDue(due), Math.min(wait, LONGEST_TIMER)).unref();
    else this.announce();
  }

  /** Return all messages that have not expired, those that are locked or not yet due among them. */
  peek() {
    const now = Date.now();
    this.messages = this.messages.filter((message) => message.locked || message.expires > now);
    return this.messages;
  }

  /** Return the first message that is due and not with another receiver, and lock it. */
  take() {
    const message = this.peek().find((one) => !one.locked && one.due <= Date.now());
    if (message) message.locked = true;
    return message;
  }

  release(message) {
    message.locked = false;
    message.deliveries += 1;
    this.announce();
  }

  remove(message) {
    this.messages = this.messages.filter((other) => other !== message);
  }

  /** Call back whenever a message may be there, until the returned function is called. */
  watch(callback) {
    this.#waiting.add(callback);
    return () => this.#waiting.delete(callback);
  }

  announce() {
    for (const callback of [...this.#waiting]) callback();
  }
}

/** A queue, which has one mailbox, or a topic, which has one for each subscription. */
class Entity {
  #seen = new Map();
  #stored = 0;

  constructor(options, mailboxes) {
    this.options = options;
    this.mailboxes = mailboxes;
  }

  get largestMessage() {
    return this.options.largestMessage ?? 256 * 1024;
  }

  /** Store a message once for each reader, unless its id came before within the entity's window. */
  store(content) {
    if (this.#isRepeated(content.message_id)) return;
    const now = Date.now();
    const scheduled = content.message_annotations?.["x-opt-scheduled-enqueue-time"];
    const due = Math.max(now, Number(scheduled ?? now));
    const expires = content.ttl ? due + content.ttl : Infinity;
    const number = (this.#stored += 1);
    for (const mailbox of new Set(this.mailboxes.values()))
      mailbox.put({ content, due, expires, number, lock: randomUUID(), locked: false, deliveries: 0 });
  }

  #isRepeated(id) {
    const window = (this.options.duplicateDetectionSeconds ?? 0) * 1000;
    if (!window || id === undefined) return false;
    const now = Date.now();
    for (const [other, at] of this.#seen) if (at + window <= now) this.#seen.delete(other);
    const repeated = this.#seen.has(id);
    if (!repeated) this.#seen.set(id, now);
    return repeated;
  }
}

/** All entities of the namespace; paths are in lower case, as in `orders` or `news/subscriptions/all`. */
class Entities {
  #byName = new Map();

  constructor({ queues = {}, topics = {}, createOnFirstUse = false }) {
    this.createOnFirstUse = createOnFirstUse;
    for (const [name, options] of Object.entries(queues)) this.addQueue(name, options);
    for (const [name, options] of Object.entries(topics)) this.addTopic(name, options);
  }

  addQueue(name, options) {
    return this.#add(name, options, [""]);
  }

  addTopic(name, options) {
    return this.#add(name, options, options.subscriptions ?? [FIRST_SUBSCRIPTION]);
  }

  /** Return what messages can be sent to, or undefined. */
  find(name) {
    const known = this.#byName.get(name);
    if (known || !this.createOnFirstUse || name.includes(SUBSCRIPTIONS)) return known;
    return this.#addWithoutKnowingItsKind(name);
  }

  /** Return what messages can be received from, or undefined. */
  findMailbox(path) {
    const [name, subscription = ""] = path.split(SUBSCRIPTIONS);
    const entity = this.find(name);
    const mailbox = entity?.mailboxes.get(subscription);
    if (mailbox || !entity?.madeOnFirstUse) return mailbox;
    entity.mailboxes.set(subscription, new Mailbox());
    return entity.mailboxes.get(subscription);
  }

  has(path) {
    return Boolean(path.includes(SUBSCRIPTIONS) ? this.findMailbox(path) : this.find(path));
  }

  #add(name, options, readers) {
    const mailboxes = new Map(readers.map((reader) => [reader.toLowerCase(), new Mailbox()]));
    const entity = new Entity(options, mailboxes);
    this.#byName.set(name.toLowerCase(), entity);
    return entity;
  }

  /** A sender names a queue and a topic alike: what is sent can be read as from either. */
  #addWithoutKnowingItsKind(name) {
    const entity = this.addQueue(name, {});
    entity.mailboxes.set(FIRST_SUBSCRIPTION, entity.mailboxes.get(""));
    entity.madeOnFirstUse = true;
    return entity;
  }
}

module.exports = { Entities };
