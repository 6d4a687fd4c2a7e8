import assert from "node:assert/strict";
import { test } from "node:test";
import { secretKept } from "../src/pages/editor/definition/actions";
import { hasSecrets } from "../src/pages/editor/definition/beginnings";
import {
  authenticationOf,
  senderOf,
  SHARED_KEY,
  withAuthentication,
  withSender,
} from "../src/pages/editor/definition/proofs";
import type { JsonObject } from "../src/api/types";

const REQUEST = { method: "GET", uri: "https://erp.example.com/" };
const ERP = { ...REQUEST, managedIdentity: { audience: "api://erp" } };
const BASIC = { ...REQUEST, authentication: { type: "Basic", username: "me" } };
const QUEUE = { storageAccount: "account1", queueName: "queue1", message: "m" };
const BUS = { namespace: "ns1", queueName: "q", message: "m" };

for (const [request, expected] of [
  [REQUEST, "none"],
  [{ ...REQUEST, authentication: { type: "NotSpecified" } }, "none"],
  [BASIC, "Basic"],
  [ERP, "managedIdentity"],
  [{ ...REQUEST, ManagedIdentity: {} }, "managedIdentity"],
  [{ ...REQUEST, managedIdentity: "wrong" }, "managedIdentity"],
  [{ ...BASIC, managedIdentity: null }, "Basic"],
  [{ ...BASIC, ...ERP }, "managedIdentity"],
] as const)
  test(`${JSON.stringify(request)} is authenticated by ${expected}`, () =>
    assert.equal(authenticationOf(request as JsonObject), expected));

test("one way to prove who calls takes the place of another", () => {
  const basic = withAuthentication(ERP, "Basic", undefined);

  assert.deepEqual(basic, { ...REQUEST, authentication: { type: "Basic" } });
  assert.deepEqual(withAuthentication(basic, "managedIdentity", undefined), {
    ...REQUEST,
    managedIdentity: { audience: "" },
  });
  assert.deepEqual(withAuthentication(ERP, "none", ERP), REQUEST);
  assert.deepEqual(withAuthentication({ ...BASIC, ...ERP }, "managedIdentity", undefined), {
    ...REQUEST,
    managedIdentity: { audience: "" },
  });
});

test("the way that is stored comes back as it was", () => {
  assert.deepEqual(withAuthentication(BASIC, "managedIdentity", ERP), ERP);
  assert.deepEqual(withAuthentication(ERP, "Basic", BASIC), BASIC);
  assert.deepEqual(withAuthentication(ERP, "ClientCertificate", BASIC), {
    ...REQUEST,
    authentication: { type: "ClientCertificate" },
  });
});

test("a message is sent with a secret or with the identity, and never with both", () => {
  const byIdentity = { ...QUEUE, managedIdentity: {} };

  assert.deepEqual(withSender({ ...QUEUE, sasToken: "s" }, "managedIdentity"), byIdentity);
  assert.deepEqual(withSender(byIdentity, "secret"), QUEUE);
  assert.deepEqual([senderOf(byIdentity), senderOf(QUEUE)], ["managedIdentity", "secret"]);
});

test("a message to Service Bus gets back what stands around its key", () => {
  const byKey = { ...BUS, authentication: SHARED_KEY };

  const byIdentity = withSender(byKey, "managedIdentity", SHARED_KEY);

  assert.deepEqual(byIdentity, { ...BUS, managedIdentity: {} });
  assert.deepEqual(withSender(byIdentity, "secret", SHARED_KEY), byKey);
});

test("where the identity is stored, no secret is kept", () => {
  const stored = { queueMessage: { ...QUEUE, managedIdentity: {} } };

  assert.equal(secretKept(stored, { queueMessage: QUEUE }, "queueMessage"), "none");
  assert.equal(secretKept({ queueMessage: QUEUE }, { queueMessage: QUEUE }, "queueMessage"), "kept");
});

test("a copy of a job with an identity needs no secret again", () => {
  const copied = (action: JsonObject) => hasSecrets({ properties: { action } });

  assert.equal(copied({ request: ERP }), false);
  assert.equal(copied({ queueMessage: { ...QUEUE, managedIdentity: {} } }), false);
  assert.equal(copied({ serviceBusQueueMessage: { ...BUS, managedIdentity: {} } }), false);
  assert.equal(copied({ request: ERP, errorAction: { queueMessage: QUEUE } }), true);
});
