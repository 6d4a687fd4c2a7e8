"use strict";
// Shared access signatures, checked as the real service checks them.

const { createHmac, timingSafeEqual } = require("node:crypto");

class Refused extends Error {
  constructor(status, description) {
    super(description);
    this.status = status;
  }
}

/** Return the key's rights and until when a token for this address holds, or throw what is wrong with it. */
function checkToken(token, address, keys) {
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
