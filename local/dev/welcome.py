"""What is printed when the app is up: the address of its portal, and commands to paste."""

import json

from local.dev.service_bus import KEY, KEY_NAME

COLLECTION = "/subscriptions/local/resourceGroups/demo/providers/Microsoft.Scheduler/jobCollections/first"
JOB = f"{COLLECTION}/jobs/heartbeat"
MESSAGE_JOB = f"{COLLECTION}/jobs/message"
QUEUE = "greetings"
API_VERSION = "?api-version=2016-03-01"


def welcome(base: str, *, windows: bool, with_key: bool, service_bus: str | None = None) -> str:
    """Return the text. If callers need a key, the commands have a place for it."""
    create_collection, create_job, read_history = commands(base, windows=windows, with_key=with_key)
    asks = "It asks for your key.\n" if with_key else ""
    where = "the Command Prompt" if windows else "another terminal"
    more = message_text(base, service_bus, windows=windows, with_key=with_key) if service_bus else ""
    return f"""
The app is up. Open the portal in a browser: {base}/
{asks}
Or paste into {where}:

Create a job collection:
{create_collection}

Create a job that runs at once and then every minute:
{create_job}

See what it has done:
{read_history}
{more}
Ctrl+C stops everything; what is stored stays.
"""


def commands(base: str, *, windows: bool, with_key: bool) -> list[str]:
    """Return the calls that create a collection, create a job in it, and read the job's history."""
    collection = {"location": "West Europe", "properties": {"sku": {"name": "Standard"}}}
    action = {"type": "Http", "request": {"method": "GET", "uri": f"{base}/health"}}
    job = {"properties": {"action": action, "recurrence": {"frequency": "minute", "interval": 1}}}
    calls = [
        [*put(collection), base + COLLECTION + API_VERSION],
        [*put(job), base + JOB + API_VERSION],
        [f"{base}{JOB}/history{API_VERSION}"],
    ]
    return [curl(call, windows=windows, with_key=with_key) for call in calls]


def message_text(base: str, service_bus: str, *, windows: bool, with_key: bool) -> str:
    """Return how to try a Service Bus job, as a part of the welcome."""
    create_job, read_queue = message_commands(base, service_bus, windows=windows, with_key=with_key)
    return f"""
Create a job that puts a message into the Service Bus queue '{QUEUE}', at once and then every minute:
{create_job}

See what has arrived:
{read_queue}

The broker at {service_bus} stands in for every namespace. It makes any queue, and any topic with a
subscription 'all' (/topics/NAME/subscriptions/all/messages), on first use, and forgets all when it ends.
"""


def message_commands(base: str, service_bus: str, *, windows: bool, with_key: bool) -> list[str]:
    """Return the calls that create a job with a message, and look into its queue."""
    message = {
        "namespace": "local",
        "queueName": QUEUE,
        "transportType": "AMQP",
        "message": "hello",
        "authentication": {"type": "sharedAccessKey", "sasKeyName": KEY_NAME, "sasKey": KEY},
    }
    action = {"type": "ServiceBusQueue", "serviceBusQueueMessage": message}
    job = {"properties": {"action": action, "recurrence": {"frequency": "minute", "interval": 1}}}
    create_job = [*put(job), base + MESSAGE_JOB + API_VERSION]
    read_queue = [f"http://{service_bus}/queues/{QUEUE}/messages"]
    return [
        curl(create_job, windows=windows, with_key=with_key),
        curl(read_queue, windows=windows, with_key=False),
    ]


def curl(call: list[str], *, windows: bool, with_key: bool) -> str:
    key = ["-H", "x-functions-key: <your key>"] if with_key else []
    program = "curl.exe" if windows else "curl"
    return " ".join([program, *(quote(word, windows=windows) for word in [*key, *call])])


def put(body: object) -> list[str]:
    text = json.dumps(body, separators=(",", ":"))
    return ["-X", "PUT", "-H", "Content-Type: application/json", "-d", text]


def quote(word: str, *, windows: bool) -> str:
    if word.startswith("-") or word == "PUT":
        return word
    return '"' + word.replace('"', '\\"') + '"' if windows else f"'{word}'"
