// Kinds of action: which object says what is done, and which fields of it are secret.
import type { Json, JsonObject } from "../../../api/types";
import { isObject, valueAt, withValue } from "./paths";

export type Kind = "Http" | "StorageQueue" | "ServiceBusQueue" | "ServiceBusTopic";

/** The key that holds what an action of a kind does. */
export const HOLDERS: Record<Kind, string> = {
  Http: "request",
  StorageQueue: "queueMessage",
  ServiceBusQueue: "serviceBusQueueMessage",
  ServiceBusTopic: "serviceBusTopicMessage",
};

const SHARED_KEY = { type: "sharedAccessKey", sasKeyName: "", sasKey: "" };
const NEW: Record<Kind, JsonObject> = {
  Http: { method: "GET", uri: "" },
  StorageQueue: { storageAccount: "", queueName: "", message: "" },
  ServiceBusQueue: { namespace: "", queueName: "", transportType: "AMQP", message: "", authentication: SHARED_KEY },
  ServiceBusTopic: { namespace: "", topicPath: "", transportType: "AMQP", message: "", authentication: SHARED_KEY },
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
  return { ...kept, type: kind === "Http" ? typeFor(valueAt(content, "uri")) : kind, [HOLDERS[kind]]: content };
}

/** Return the action with a URI; its type follows the scheme. */
export function withUri(action: JsonObject, uri: string): JsonObject {
  const type = /^https?:/i.test(uri) ? typeFor(uri) : (action["type"] ?? "Https");
  return { ...withValue(action, "request.uri", uri), type };
}

export const newAction = (): JsonObject => ({ type: "Https", request: NEW.Http });

export type Authentication = "none" | "Basic" | "ClientCertificate" | "ActiveDirectoryOAuth";

export function authenticationOf(request: Json | undefined): Authentication {
  const type = valueAt(request, "authentication.type");
  return type === undefined || type === "NotSpecified" ? "none" : (String(type) as Authentication);
}

/** Say whether a secret is stored that stays if none is typed: the object around it is of the same type. */
export function keepsSecret(stored: JsonObject | null, now: JsonObject, holder: string): boolean {
  const [before, after] = [valueAt(stored ?? {}, holder), valueAt(now, holder)];
  return isObject(before) && isObject(after) && valueAt(before, "type") === valueAt(after, "type");
}

function typeFor(uri: Json | undefined): string {
  return String(uri ?? "").toLowerCase().startsWith("http:") ? "Http" : "Https";
}
