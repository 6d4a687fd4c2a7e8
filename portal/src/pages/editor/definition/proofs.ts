// How an action proves who it is: with a secret, with the managed identity for actions, or not at all.
import type { Json, JsonObject } from "../../../api/types";
import { isObject, valueAt, withValue } from "./paths";

export const IDENTITY = "managedIdentity";

export type Authentication =
  "none" | "Basic" | "ClientCertificate" | "ActiveDirectoryOAuth" | typeof IDENTITY;

/** How a message to a queue or a topic is sent. */
export type Sender = "secret" | typeof IDENTITY;

export const SHARED_KEY: JsonObject = { type: "sharedAccessKey", sasKeyName: "", sasKey: "" };

/** Return how a request is authenticated. If it names two ways, this is the one that the app complains of. */
export function authenticationOf(request: Json | undefined): Authentication {
  if (usesIdentity(request)) return IDENTITY;
  const type = valueAt(request, "authentication.type");
  return type === undefined || type === "NotSpecified" ? "none" : (String(type) as Authentication);
}

/** Return the request with another authentication: that of the stored request if it is alike, else an empty one. */
export function withAuthentication(
  request: JsonObject,
  next: Authentication,
  stored: Json | undefined,
): JsonObject {
  const bare = withoutProof(request);
  if (next === "none") return bare;
  if (next === IDENTITY) return { ...bare, [IDENTITY]: storedIdentity(stored) ?? { audience: "" } };
  const before = valueAt(stored, "authentication");
  const same = isObject(before) && before["type"] === next;
  return { ...bare, authentication: same ? before : { type: next } };
}

export function senderOf(message: Json | undefined): Sender {
  return usesIdentity(message) ? IDENTITY : "secret";
}

/** Return a message that is sent in another way; one to Service Bus needs an `authentication` for its key. */
export function withSender(message: JsonObject, next: Sender, authentication?: JsonObject): JsonObject {
  const bare = withoutProof(message);
  if (next === IDENTITY) return { ...bare, [IDENTITY]: {} };
  return authentication ? { ...bare, authentication } : bare;
}

/** Say whether an object names the managed identity, in whatever way. */
export function usesIdentity(message: Json | undefined): boolean {
  return (valueAt(message, IDENTITY) ?? null) !== null;
}

function storedIdentity(stored: Json | undefined): JsonObject | undefined {
  const identity = valueAt(stored, IDENTITY);
  return isObject(identity) ? identity : undefined;
}

function withoutProof(message: JsonObject): JsonObject {
  return ["authentication", "sasToken", IDENTITY].reduce(
    (rest, key) => withValue(rest, key, undefined),
    message,
  );
}
