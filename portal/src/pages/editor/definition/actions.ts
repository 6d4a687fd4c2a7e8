// Kinds of action: which object says what is done, and which fields of it are secret.
import type { Json, JsonObject } from "../../../api/types";
import { isObject, objectAt, textOf, valueAt, withValue } from "./paths";
import { SHARED_KEY, usesIdentity } from "./proofs";

export type Kind = "Http" | "StorageQueue" | "ServiceBusQueue" | "ServiceBusTopic";

/** The key that holds what an action of a kind does. */
export const HOLDERS: Record<Kind, string> = {
  Http: "request",
  StorageQueue: "queueMessage",
  ServiceBusQueue: "serviceBusQueueMessage",
  ServiceBusTopic: "serviceBusTopicMessage",
};

const NEW: Record<Kind, JsonObject> = {
  Http: { method: "GET", uri: "" },
  StorageQueue: { storageAccount: "", queueName: "", message: "" },
  ServiceBusQueue: {
    namespace: "",
    queueName: "",
    transportType: "AMQP",
    message: "",
    authentication: SHARED_KEY,
  },
  ServiceBusTopic: {
    namespace: "",
    topicPath: "",
    transportType: "AMQP",
    message: "",
    authentication: SHARED_KEY,
  },
};

export function kindOf(action: Json | undefined): Kind {
  const type = String(valueAt(action, "type") ?? "Http").toLowerCase();
  return (Object.keys(HOLDERS) as Kind[]).find((kind) => kind.toLowerCase() === type) ?? "Http";
}

/** Return the action as another kind. What it has besides, such as retries, stays; `shelf` keeps what it had. */
export function withKind(action: JsonObject, kind: Kind, shelf: Map<Kind, JsonObject>): JsonObject {
  const old = kindOf(action);
  const held = action[HOLDERS[old]];
  if (isObject(held)) shelf.set(old, held);
  const { [HOLDERS[old]]: _, ...kept } = action;
  const content = shelf.get(kind) ?? NEW[kind];
  return {
    ...kept,
    type: kind === "Http" ? typeFor(valueAt(content, "uri")) : kind,
    [HOLDERS[kind]]: content,
  };
}

/** Return the action with a URI; its type follows the scheme. */
export function withUri(action: JsonObject, uri: string): JsonObject {
  const type = /^https?:/i.test(uri) ? typeFor(uri) : (action["type"] ?? "Https");
  return { ...withValue(action, "request.uri", uri), type };
}

export const newAction = (): JsonObject => ({ type: "Https", request: NEW.Http });

export type Kept = "kept" | "target changed" | "none";

/** Say whether a secret is stored that stays if none is typed. The app keeps it only for the same target. */
export function secretKept(stored: JsonObject | null, now: JsonObject, holder: string): Kept {
  const [before, after] = [valueAt(stored ?? {}, holder), valueAt(now, holder)];
  if (!isObject(before) || !isObject(after) || before["type"] !== after["type"]) return "none";
  if (usesIdentity(before)) return "none";
  return targetAt(stored!, holder) === targetAt(now, holder) ? "kept" : "target changed";
}

const OF_TARGET = [
  "username",
  "tenant",
  "audience",
  "clientId",
  "sasKeyName",
  "storageAccount",
  "queueName",
  "namespace",
  "topicPath",
];

/** Return whom a secret is for, by the fields around it: users and keys, queues and topics, scheme and host. */
function targetAt(definition: JsonObject, holder: string): string {
  const around = holder.split(".").slice(0, -1).join(".");
  const [own, outer] = [objectAt(definition, holder), objectAt(definition, around)];
  const named = OF_TARGET.flatMap((key) => [own[key] ?? null, outer[key] ?? null]);
  return JSON.stringify([...named, hostOf(textOf(outer["uri"]))]).toLowerCase();
}

const hostOf = (uri: string) => /^\w+:\/\/[^/?#]*/.exec(uri)?.[0] ?? "";

function typeFor(uri: Json | undefined): string {
  return String(uri ?? "")
    .toLowerCase()
    .startsWith("http:")
    ? "Http"
    : "Https";
}
