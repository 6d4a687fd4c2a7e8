"""A server that says byte by byte what a test wants: slowly, wrongly, or nothing."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

Script = Callable[[socket.socket, Event], None]


@contextmanager
def a_raw_server(script: Script) -> Iterator[str]:
    """Let the script talk to each that connects; the event is set when the test is over."""
    over = Event()
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while not over.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            Thread(target=talk, args=[connection], daemon=True).start()

    def talk(connection: socket.socket) -> None:
        with connection:
            try:
                script(connection, over)
            except OSError:
                return  # the caller has gone

    thread = Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        over.set()
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def stall(connection: socket.socket, over: Event) -> None:
    """Take the request and say nothing."""
    connection.recv(65_536)
    over.wait()


def drip_headers(connection: socket.socket, over: Event) -> None:
    connection.recv(65_536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while not over.wait(0.05):
        connection.sendall(b"x")


def drip_body(connection: socket.socket, over: Event) -> None:
    connection.recv(65_536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while not over.wait(0.05):
        connection.sendall(b"x")


def hang_up(connection: socket.socket, over: Event) -> None:
    connection.recv(65_536)


def reset(connection: socket.socket, over: Event) -> None:
    connection.recv(65_536)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


def talk_nonsense(connection: socket.socket, over: Event) -> None:
    connection.recv(65_536)
    connection.sendall(b"EHLO what?\r\n\r\n")


def break_off(connection: socket.socket, over: Event) -> None:
    """Promise more than is sent."""
    connection.recv(65_536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")


def bad_chunks(connection: socket.socket, over: Event) -> None:
    connection.recv(65_536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n")


def without_end(connection: socket.socket, over: Event) -> None:
    connection.recv(65_536)
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while not over.is_set():
        connection.sendall(b"x" * 65_536)


def redirect_with_a_body_without_end(place: str) -> Script:
    def redirect(connection: socket.socket, over: Event) -> None:
        connection.recv(65_536)
        connection.sendall(f"HTTP/1.1 302 Found\r\nLocation: {place}\r\n\r\n".encode())
        while not over.is_set():
            connection.sendall(b"x" * 65_536)

    return redirect


def many_headers(connection: socket.socket, over: Event) -> None:
    connection.recv(65_536)
    connection.sendall(
        b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"x" * 1_000) for n in range(90))
    )
    over.wait()


def long_header(connection: socket.socket, over: Event) -> None:
    connection.recv(65_536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while not over.is_set():
        connection.sendall(b"x" * 65_536)


def answers_that_are_none(connection: socket.socket, over: Event) -> None:
    connection.recv(65_536)
    while not over.is_set():
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n" * 1_000)


def trailers_without_end(connection: socket.socket, over: Event) -> None:
    connection.recv(65_536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n")
    while not over.is_set():
        connection.sendall(b"X-Trailer: 1\r\n" * 1_000)


def early_hints(connection: socket.socket, over: Event) -> None:
    """Answer each request with its own address, after a hint that could be taken for an answer."""
    while (request := connection.recv(65_536)) and not over.is_set():
        path = request.split()[1]
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n")
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(path), path))


def another_protocol(connection: socket.socket, over: Event) -> None:
    """Say that one goes over to another protocol, and go on with an answer."""
    while (request := connection.recv(65_536)) and not over.is_set():
        path = request.split()[1]
        connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nX-Path: %s\r\n\r\n" % path)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother")
