"use strict";
// Shared access signatures, and tokens of identities, checked as the real service checks them.

const { createHmac, timingSafeEqual } = require("node:crypto");

class Refused extends Error {
  constructor(status, description) {
    super(description);
    this.status = status;
  }
}

const AUDIENCE = /^https:\/\/servicebus\.azure\.net\/?$/;

/** Return the rights of who sends a token, and until when it holds, or throw what is wrong with it. */
function checkToken(token, address, keys, identities = {}) {
  const isSigned = String(token).startsWith("SharedAccessSignature ");
  return isSigned ? checkSignature(token, address, keys) : checkIdentity(String(token), identities);
}

/** Do so for a JWT. The key of whoever issues them stands in the configuration; roles do not. */
function checkIdentity(token, { key, rights = ["send", "listen"] }) {
  const [header, claims, signature, ...more] = token.split(".");
  const right = key && signature && createHmac("sha256", key).update(`${header}.${claims}`).digest("base64url");
  if (!right || more.length || signature !== right)
    throw new Refused(401, "InvalidSignature: The token has an invalid signature.");
  const { aud, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
  if (!(Number(exp) * 1000 > Date.now())) throw new Refused(401, "ExpiredToken: The token is expired.");
  if (!AUDIENCE.test(aud)) throw new Refused(401, "InvalidAudience: The token is for another audience.");
  return { rights, until: Number(exp) * 1000 };
}

/** Return the key's rights and until when a token for this address holds, or throw what is wrong with it. */
function checkSignature(token, address, keys) {
  const { sr = "", se = "", skn = "", sig = "" } = fieldsOf(token);
  const rule = keys[decodeURIComponent(skn)];
  // The address is signed as it stands in the token, escaped.
  if (!rule || !isSignature(decodeURIComponent(sig), rule.key, `${sr}\n${se}`))
    throw new Refused(401, "InvalidSignature: The token has an invalid signature.");
  if (!(Number(se) * 1000 > Date.now())) throw new Refused(401, "ExpiredToken: The token is expired.");
  if (!covers(pathOf(decodeURIComponent(sr)), pathOf(address)))
    throw new Refused(401, "InvalidAudience: The token is for another address.");
  return { rights: rule.rights ?? ["send", "listen"], until: Number(se) * 1000 };
}

function fieldsOf(token) {
  const fields = token.replace(/^SharedAccessSignature /, "").split("&");
  return Object.fromEntries(fields.map((field) => field.split(/=(.*)/s, 2)));
}

function isSignature(signature, key, text) {
  const given = Buffer.from(signature, "base64");
  const right = createHmac("sha256", key).update(text).digest();
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Say whether a token for the first path opens the second: a topic's opens its subscriptions. */
function covers(signed, wanted) {
  return signed === "" || signed === wanted || wanted.startsWith(`${signed}/`);
}

/** Return the path in an address such as `amqps://host/Orders`: `orders`, for case does not matter. */
function pathOf(address = "") {
  return address.replace(/^\w+:\/\/[^/]*/, "").replace(/^\/+|\/+$/g, "").toLowerCase();
}

module.exports = { Refused, checkToken, covers, pathOf };
