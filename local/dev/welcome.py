"""What is printed when the app is up: its address, and commands to paste."""

import json

COLLECTION = "/subscriptions/local/resourceGroups/demo/providers/Microsoft.Scheduler/jobCollections/first"
JOB = f"{COLLECTION}/jobs/heartbeat"
API_VERSION = "?api-version=2016-03-01"


def welcome(base: str, *, windows: bool, with_key: bool) -> str:
    """Return the text; where keys are enforced its commands have a place for one."""
    create_collection, create_job, read_history = commands(base, windows=windows, with_key=with_key)
    where = "the Command Prompt" if windows else "another terminal"
    return f"""
The app is up at {base}. Paste into {where}:

Create a job collection:
{create_collection}

Create a job that runs at once and then every minute:
{create_job}

See what it has done:
{read_history}

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
    key = ["-H", "x-functions-key: <your key>"] if with_key else []
    program = "curl.exe" if windows else "curl"
    return [" ".join([program, *(quote(word, windows=windows) for word in [*key, *call])]) for call in calls]


def put(body: object) -> list[str]:
    text = json.dumps(body, separators=(",", ":"))
    return ["-X", "PUT", "-H", "Content-Type: application/json", "-d", text]


def quote(word: str, *, windows: bool) -> str:
    if word.startswith("-") or word == "PUT":
        return word
    return '"' + word.replace('"', '\\"') + '"' if windows else f"'{word}'"
