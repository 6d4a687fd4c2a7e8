// What a user of npm's azure-arm-scheduler does, and what comes back, as JSON: driver.py in the words of Node.
//
// Reads from stdin where the app is and what is needed to call it, plays every scenario in a resource group of
// its own, and prints what each has found, with keys as the Python clients have them.

const { isDeepStrictEqual } = require("node:util");
const { text } = require("node:stream/consumers");
const moment = require("moment");
const { TokenCredentials } = require("ms-rest");
const SchedulerManagementClient = require("azure-arm-scheduler");

const SUBSCRIPTION = "official-client";
const LONGEST_WAIT = 30_000; // milliseconds, for runs that take a moment
const LATER = new Date(Math.floor(Date.now() / 1000) * 1000 + 30 * 86_400_000); // nothing runs while this does
const DAY = { frequency: "Day", interval: 1 };

let given;
let collections;
let jobs;

function client(key) {
  const none = { signRequest: (request, callback) => callback(null) };
  const credentials = key ? new TokenCredentials(key) : none;
  return new SchedulerManagementClient(credentials, SUBSCRIPTION, given.base, { noRetryPolicy: true });
}

const aJob = (action, properties) => ({ properties: { startTime: LATER, action, ...properties } });
const http = (request) => ({
  type: "Http",
  request: { uri: "http://receiver.example/", method: "GET", ...request },
});
const basic = { type: "Basic", username: "user" };
const queueMessage = {
  storageAccount: "account",
  queueName: "orders",
  sasToken: "?sv=1&sig=s3cret",
  message: "hello",
};
const toServiceBus = (brokered) => ({
  namespace: "shop",
  transportType: "AMQP",
  message: "hello",
  authentication: { type: "SharedAccessKey", sasKeyName: "send", sasKey: "s3cret" },
  brokeredMessageProperties: {
    label: "a label",
    forcePersistence: true,
    scheduledEnqueueTimeUtc: LATER,
    ...brokered,
  },
  customMessageProperties: { colour: "blue" },
});

const everyKindOfAction = () => ({
  http: {
    type: "Http",
    request: {
      uri: "http://receiver.example/a%2db?c=d",
      method: "POST",
      headers: { "Content-Type": "text/plain" },
      body: "Grüße",
    },
  },
  https: { type: "Https", request: { uri: "https://receiver.example/", method: "DELETE" } },
  basic: http({ authentication: { ...basic, password: "s3cret" } }),
  certificate: http({
    authentication: { type: "ClientCertificate", pfx: given.pfx, password: given.pfx_password },
  }),
  oauth: http({
    authentication: {
      type: "ActiveDirectoryOAuth",
      tenant: "contoso.example",
      audience: "https://api.example/",
      clientId: "client",
      secret: "s3cret",
    },
  }),
  "storage-queue": { type: "StorageQueue", queueMessage },
  "service-bus-queue": {
    type: "ServiceBusQueue",
    serviceBusQueueMessage: { queueName: "orders", ...toServiceBus() },
  },
  "service-bus-topic": {
    type: "ServiceBusTopic",
    serviceBusTopicMessage: { topicPath: "news", ...toServiceBus() },
  },
  "error-action": {
    ...http(),
    retryPolicy: { retryType: "None" },
    errorAction: { type: "StorageQueue", queueMessage },
  },
});

const actionsWithDurations = () => ({
  retry: { ...http(), retryPolicy: retries(moment.duration(1, "minutes")) },
  days: { ...http(), retryPolicy: retries(moment.duration(1, "days")) },
  live: {
    type: "ServiceBusQueue",
    serviceBusQueueMessage: {
      queueName: "orders",
      ...toServiceBus({ timeToLive: moment.duration(2, "hours") }),
    },
  },
});
const retries = (retryInterval) => ({ retryType: "Fixed", retryInterval, retryCount: 2 });

const everyKindOfRecurrence = () => ({
  plain: { frequency: "Hour", interval: 6 },
  limited: { frequency: "Day", count: 3, endTime: new Date(LATER.getTime() + 30 * 86_400_000) },
  week: {
    frequency: "Week",
    interval: 2,
    schedule: { weekDays: ["Monday", "Friday"], hours: [10, 22], minutes: [0, 30] },
  },
  month: { frequency: "Month", schedule: { monthDays: [1, -1] } },
  occurrences: {
    frequency: "Month",
    schedule: { monthlyOccurrences: [{ day: "Friday", occurrence: 1 }] },
  },
});

const scenarios = {
  async collections(group) {
    const quota = { maxJobCount: 20, maxRecurrence: { frequency: "Hour", interval: 2 } };
    const properties = { sku: { name: "P10Premium" }, quota };
    const wanted = { location: "westeurope", tags: { team: "a" }, properties };
    const [created, collection] = await answered(collections, "createOrUpdate", group, "main", wanted);
    const [replaced] = await answered(collections, "createOrUpdate", group, "main", wanted);
    const got = await collections.get(group, "main");
    return {
      created: [created, collection],
      replaced,
      got: plain(got),
      "put back": await errorOf(() => collections.createOrUpdate(group, "main", got)),
      patched: await collections.patch(group, "main", { tags: { team: "b" } }),
      "of the group": (await collections.listByResourceGroup(group)).map((found) => found.name),
      "of the subscription": (await collections.listBySubscription()).map((found) => found.id),
    };
  },

  async long_running_operations(group) {
    await makeCollection(group);
    const found = {};
    for (const verb of ["disable", "enable"]) {
      const result = await collections[verb](group, "main");
      found[verb] = [true, result ?? null, (await collections.get(group, "main")).properties.state];
    }
    found.delete = [true, (await collections.deleteMethod(group, "main")) ?? null];
    return { ...found, afterwards: await errorOf(() => collections.get(group, "main")) };
  },

  async actions(group) {
    await makeCollection(group);
    const found = {};
    for (const [name, action] of Object.entries(everyKindOfAction())) {
      const [status, created] = await answered(jobs, "createOrUpdate", group, "main", name, aJob(action));
      const got = await jobs.get(group, "main", name);
      const putBack = await putsBack(group, "main", name, got);
      found[name] = [status, isDeepStrictEqual(created, plain(got)), plain(got), putBack];
    }
    return found;
  },

  async recurrences(group) {
    await makeCollection(group);
    const found = {};
    for (const [name, recurrence] of Object.entries(everyKindOfRecurrence())) {
      await jobs.createOrUpdate(group, "main", name, aJob(http(), { recurrence }));
      const got = await jobs.get(group, "main", name);
      found[name] = [plain(got.properties.recurrence), await putsBack(group, "main", name, got)];
    }
    return found;
  },

  async patches(group) {
    await makeCollection(group);
    const secured = http({ authentication: { ...basic, password: "s3cret" } });
    const recurrence = { frequency: "Day", count: 7 };
    await jobs.createOrUpdate(group, "main", "job", aJob(secured, { recurrence }));
    const properties = {
      action: { request: { method: "PUT" } },
      recurrence: { frequency: "Week" },
      state: "Disabled",
    };
    const patched = await jobs.patch(group, "main", "job", { properties });
    const enabled = await jobs.patch(group, "main", "job", { properties: { state: "Enabled" } });
    return { patched: patched.properties, enabled: enabled.properties };
  },

  async job_lists(group) {
    await makeCollection(group);
    for (const [index, name] of [..."abcde"].entries()) {
      const state = index % 2 ? "Disabled" : "Enabled";
      await jobs.createOrUpdate(group, "main", name, aJob(http(), { state }));
    }
    const names = async (page) => (await jobs.list(group, "main", page)).map((job) => job.name);
    return {
      all: await names(),
      top: await names({ top: 2 }),
      skip: await names({ skip: 3 }),
      "top and skip": await names({ top: 2, skip: 1 }),
      beyond: await names({ skip: 5 }),
      disabled: await names({ filter: "state eq Disabled" }),
      "second enabled": await names({ filter: "state eq 'enabled'", top: 1, skip: 1 }),
      "too many": await errorOf(() => names({ top: 101 })),
      "unknown filter": await errorOf(() => names({ filter: "name eq a" })),
    };
  },

  async runs(group) {
    await makeCollection(group);
    for (const name of ["good", "bad"]) {
      const action = {
        ...http({ uri: `${given.receiver}/${name}` }),
        retryPolicy: { retryType: "None" },
      };
      await jobs.createOrUpdate(group, "main", name, aJob(action, { recurrence: DAY }));
    }
    const ran = [];
    for (let run = 0; run < 3; run += 1) ran.push((await answered(jobs, "run", group, "main", "good"))[0]);
    await jobs.run(group, "main", "bad");
    const history = async (job, page) => [...(await jobs.listJobHistory(group, "main", job, page))];
    await waitFor(async () => (await history("good")).length === 3 && (await history("bad")).length === 1);
    return {
      ran,
      good: await history("good"),
      "top and skip": await history("good", { top: 1, skip: 1 }),
      "good and failed": await history("good", { filter: "status eq Failed" }),
      "bad and failed": await history("bad", { filter: "status eq 'Failed'" }),
      status: (await jobs.get(group, "main", "good")).properties.status,
      deleted: (await answered(jobs, "deleteMethod", group, "main", "good"))[0],
      "history afterwards": await errorOf(() => history("good")),
    };
  },

  async errors(group) {
    await makeCollection(group, "main", { quota: { maxJobCount: 1 } });
    await jobs.createOrUpdate(group, "main", "first", aJob(http()));
    const put = (collection, job, wanted) => jobs.createOrUpdate(group, collection, job, wanted);
    const faulty = aJob(http({ uri: "nowhere" }), { recurrence: { frequency: "Day", interval: 549 } });
    const calls = {
      "collection missing": () => collections.get(group, "other"),
      "delete, collection missing": () => collections.deleteMethod(group, "other"),
      "job missing": () => jobs.get(group, "main", "other"),
      "run, job missing": () => jobs.run(group, "main", "other"),
      "parent missing": () => put("other", "job", aJob(http())),
      "location missing": () => collections.createOrUpdate(group, "new", {}),
      "secret missing": () => put("main", "first", aJob(http({ authentication: basic }))),
      faults: () => put("main", "first", faulty),
      quota: () => put("main", "second", aJob(http())),
    };
    const found = {};
    for (const [name, call] of Object.entries(calls)) found[name] = await errorOf(call);
    return found;
  },

  async durations(group) {
    const found = {};
    for (const [name, action] of Object.entries(actionsWithDurations())) {
      await makeCollection(group, name);
      const created = await errorOf(() => jobs.createOrUpdate(group, name, "job", aJob(action)));
      const got = await jobs.get(group, name, "job");
      const [listed] = await jobs.list(group, name);
      found[name] = {
        created,
        stored: (await extended("GET", group, `${name}/jobs/job`)).action,
        got: plain(got.properties.action),
        listed: plain(listed.properties.action),
        "put back": await putsBack(group, name, "job", got),
        "put back from the list": await putsBack(group, name, "job", listed),
      };
    }
    return found;
  },

  async local_time(group) {
    await makeCollection(group);
    await extended("PUT", group, "main", given.in_berlin.collection);
    await extended("PUT", group, "main/jobs/job", given.in_berlin.job);
    const both = async () => [await extended("GET", group, "main"), await extended("GET", group, "main/jobs/job")];
    const before = await both();
    const [job, collection] = [await jobs.get(group, "main", "job"), await collections.get(group, "main")];
    const shown = plain(job);
    const listed = [...(await jobs.list(group, "main"))].map(plain);
    await jobs.createOrUpdate(group, "main", "job", job);
    await collections.createOrUpdate(group, "main", collection);
    return { before, after: await both(), job: shown, listed };
  },

  async access(group) {
    await makeCollection(group);
    const found = {};
    for (const [name, key] of Object.entries(given.other_keys)) {
      const theirs = client(key).jobCollections;
      found[name] = {
        get: await errorOf(() => theirs.get(group, "main")),
        put: await errorOf(() => theirs.createOrUpdate(group, "main", { location: "West Europe" })),
      };
    }
    return found;
  },
};

async function makeCollection(group, name = "main", properties = {}) {
  const wanted = { location: "West Europe", properties: { sku: { name: "Standard" }, ...properties } };
  await collections.createOrUpdate(group, name, wanted);
}

// Returns what is refused when a job is put as it was read, or whether that left all as it was.
async function putsBack(group, collection, name, job) {
  const before = await extended("GET", group, `${collection}/jobs/${name}`);
  const refused = await errorOf(() => jobs.createOrUpdate(group, collection, name, job));
  return refused ?? isDeepStrictEqual(await extended("GET", group, `${collection}/jobs/${name}`), before);
}

// Calls the app under the api-version that the client does not know.
async function extended(method, group, place, body) {
  const path = `/subscriptions/${SUBSCRIPTION}/resourceGroups/${group}/providers/Microsoft.Scheduler/jobCollections`;
  const response = await fetch(`${given.base}${path}/${place}?api-version=2026-11-01`, {
    method,
    headers: { "x-functions-key": given.key ?? "", "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${await response.text()}`);
  const { status, ...properties } = (await response.json()).properties;
  return properties;
}

async function answered(operations, operation, ...given) {
  const { response, body } = await operations[`${operation}WithHttpOperationResponse`](...given);
  return [response.statusCode, plain(body ?? null)];
}

async function waitFor(holds) {
  const deadline = Date.now() + LONGEST_WAIT;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error("the runs have not ended");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function errorOf(call) {
  try {
    await call();
    return null;
  } catch (error) {
    return {
      raised: error.constructor.name,
      status: error.statusCode ?? null,
      code: error.code ?? null,
      message: error.message,
      "has request id": Boolean(error.response?.headers?.["x-ms-request-id"]),
    };
  }
}

const plain = (value) => JSON.parse(JSON.stringify(value));

// What the client has read with its keys as in Python, besides what the app itself was asked for.
function inPython(value) {
  if (Array.isArray(value)) return value.map(inPython);
  if (value === null || typeof value !== "object") return value;
  const renamed = (key) => key.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const inner = (key, held) => (["before", "after", "stored"].includes(key) ? held : inPython(held));
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [renamed(key), inner(key, held)]));
}

async function main() {
  given = JSON.parse(await text(process.stdin));
  const scheduler = client(given.key);
  [collections, jobs] = [scheduler.jobCollections, scheduler.jobs];
  const found = {};
  for (const scenario of given.scenarios) {
    try {
      found[scenario] = await scenarios[scenario](scenario);
    } catch (error) {
      found[scenario] = { failed: String(error.stack) }; // it must not hide what the others found
    }
  }
  for (const one of await collections.listBySubscription()) {
    await collections.deleteMethod(one.id.split("/")[4], one.name); // so that no job is left for other tests' apps
  }
  process.stdout.write(JSON.stringify(inPython(plain(found))));
}

main();
