"""The messages between host and worker, as far as Microsoft's runtime library touches them.

The real ones come with gRPC, of which nothing else is needed here.
"""

from typing import Any


class Message:
    """A message that has the fields it was made with; a message with a choice of fields was given one."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a {type(self).__name__} was not given {name}")

    def WhichOneof(self, choice: str) -> str | None:  # noqa: N802 - the library calls it so
        """Return the name of the field that was given, be the choice the type of a value or its source."""
        given = [name for name in self.__dict__ if (choice, name) != ("rpc_data", "name")]
        return given[0] if given else None


class BindingInfo(Message):
    undefined = 0
    out = 1
    inout = 2


class StatusResult(Message):
    Failure = 0
    Success = 1


TypedData = RpcHttp = ParameterBinding = RpcException = Message
WorkerInitResponse = FunctionMetadataResponse = FunctionLoadResponse = InvocationResponse = Message
WorkerMetadata = RpcFunctionMetadata = Message
