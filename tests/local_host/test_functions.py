"""Reading the functions that an app declares."""

import re
from collections.abc import Callable

import azure.functions as func
import pytest

from local.host.errors import HostError
from local.host.functions import QueueFunction, TimerFunction, read_functions
from local.host.host_settings import HostSettings
from shared.functions import ncrontab


def test_settings_are_filled_in() -> None:
    app = func.FunctionApp()

    @app.timer_trigger(arg_name="timer", schedule="%WHEN%", run_on_startup=True)
    def tick(timer: func.TimerRequest) -> None: ...

    @app.queue_trigger(arg_name="message", queue_name="%PREFIX%-jobs", connection="Storage")
    def work(message: str) -> None: ...

    @app.route(route="unused")
    def web(req: func.HttpRequest) -> str:
        return ""

    environment = {"WHEN": "0 * * * * *", "PREFIX": "my", "Storage": "UseDevelopmentStorage=true"}
    timer, queue, _ = read_functions(app, HostSettings(), environment)

    assert isinstance(timer, TimerFunction)
    assert (timer.schedule, timer.run_on_startup) == (ncrontab.parse("0 * * * * *"), True)
    assert isinstance(queue, QueueFunction)
    assert (queue.queue, queue.connection.text) == ("my-jobs", "UseDevelopmentStorage=true")
    assert queue.argument_type is str


def a_missing_schedule(app: func.FunctionApp) -> None:
    @app.timer_trigger(arg_name="timer", schedule="%WHEN%")
    def tick(timer: func.TimerRequest) -> None: ...


def a_bad_schedule(app: func.FunctionApp) -> None:
    @app.timer_trigger(arg_name="timer", schedule="* * * * *")
    def tick(timer: func.TimerRequest) -> None: ...


def a_missing_connection(app: func.FunctionApp) -> None:
    @app.queue_trigger(arg_name="message", queue_name="jobs", connection="")
    def work(message: func.QueueMessage) -> None: ...


def a_bad_connection(app: func.FunctionApp) -> None:
    @app.queue_trigger(arg_name="message", queue_name="jobs", connection="Secret")
    def work(message: func.QueueMessage) -> None: ...


def a_bad_queue_name(app: func.FunctionApp) -> None:
    @app.queue_trigger(arg_name="message", queue_name="My_Queue", connection="Storage")
    def work(message: func.QueueMessage) -> None: ...


def a_wrong_message_type(app: func.FunctionApp) -> None:
    @app.queue_trigger(arg_name="message", queue_name="jobs", connection="Storage")
    def work(message: int) -> None: ...


def a_second_argument(app: func.FunctionApp) -> None:
    @app.queue_trigger(arg_name="message", queue_name="jobs", connection="Storage")
    def work(message: func.QueueMessage, context: func.Context) -> None: ...


def an_unknown_trigger(app: func.FunctionApp) -> None:
    @app.blob_trigger(arg_name="blob", path="in/{name}", connection="Storage")
    def load(blob: func.InputStream) -> None: ...


def an_unknown_binding(app: func.FunctionApp) -> None:
    @app.queue_output(arg_name="$return", queue_name="out", connection="Storage")
    @app.timer_trigger(arg_name="timer", schedule="0 * * * * *")
    def tick(timer: func.TimerRequest) -> str:
        return ""


def a_bad_route(app: func.FunctionApp) -> None:
    @app.route(route="a-{id}")
    def web(req: func.HttpRequest) -> str:
        return ""


@pytest.mark.parametrize(
    ("declare", "complaint"),
    [
        (a_bad_queue_name, "Function 'work': 'My_Queue' is not a valid name of a queue."),
        (
            a_wrong_message_type,
            "Function 'work': message of a queueTrigger must be a QueueMessage, str or bytes.",
        ),
        (
            a_second_argument,
            "Function 'work': the local host passes one argument, message, but the function takes",
        ),
        (an_unknown_trigger, "Function 'load': the local host has no blobTrigger."),
        (an_unknown_binding, "Function 'tick': the local host has no queue binding."),
        (a_bad_route, "Function 'web' has a route that cannot be served: the local host does not understand"),
    ],
)
def test_what_cannot_be_served_is_named(declare: Callable[[func.FunctionApp], None], complaint: str) -> None:
    app = func.FunctionApp()
    declare(app)

    with pytest.raises(HostError, match=re.escape(complaint)):
        read_functions(app, HostSettings(), {"Storage": "UseDevelopmentStorage=true"})


@pytest.mark.parametrize(
    ("declare", "complaint"),
    [
        (a_missing_schedule, "Function 'tick' needs the setting WHEN, which is missing."),
        (a_bad_schedule, "Function 'tick' has a schedule that cannot be read: '* * * * *' has 5 fields"),
        (a_missing_connection, "Function 'work' needs the setting AzureWebJobsStorage, which is missing."),
        (a_bad_connection, "Function 'work': Secret is not a connection string."),
    ],
)
def test_a_function_whose_setting_is_wrong_is_named_and_the_others_are_served(
    declare: Callable[[func.FunctionApp], None], complaint: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = func.FunctionApp()
    declare(app)

    @app.route(route="health")
    def web(req: func.HttpRequest) -> str:
        return ""

    (served,) = read_functions(app, HostSettings(), {"Secret": "hunter2"})

    assert served.target.name == "web"
    assert complaint in caplog.text
    assert "hunter2" not in caplog.text


def test_two_functions_of_one_name_are_refused() -> None:
    app = func.FunctionApp()
    a_bad_schedule(app)
    a_bad_schedule(app)

    with pytest.raises(HostError, match="tick does not have a unique function name"):
        read_functions(app, HostSettings(), {})
