"""A chat-completion server on loopback that does whatever goes wrong with real ones."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

GOOD = json.dumps(
    {
        "facts in predicted evidence": "1. A. 2. B.",
        "fact check predicted evidence": "1. Supported. 2. Not supported.",
        "facts count predicted evidence": 2,
        "support predicted evidence": 1,
        "facts in reference evidence": "1. A.",
        "fact check reference evidence": "1. Supported.",
        "facts count reference evidence": 1,
        "support reference evidence": 1,
    }
)


@dataclass(frozen=True)
class Answer:
    """What the server does with one request.

    Attributes:
        status: Of HTTP.
        text: What the model is to have written.
        finish: Why it stopped.
        headers: More of them.
        body: Instead of a completion or an error.
        delay: Seconds before anything is sent.
        drop: Close the connection: `before` the answer, or `within` its body.
    """

    status: int = 200
    text: str | None = GOOD
    finish: str | None = "stop"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    delay: float = 0.0
    drop: str = ""
    message: str = "no luck"

    @property
    def is_paid(self) -> bool:
        return self.status == 200 and not self.drop and self.body is None and self.finish != "length"

    def content(self) -> bytes:
        if self.body is not None:
            return self.body
        if self.status != 200:
            return json.dumps({"error": {"message": self.message, "code": None}}).encode()
        choice = {"index": 0, "finish_reason": self.finish, "message": {"role": "assistant", "content": self.text}}
        usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
        return json.dumps({"id": "x", "model": "served-model", "choices": [choice], "usage": usage}).encode()


class FaultServer:
    """Attributes:
    requests: The bodies that came, in order; `headers` and `times` beside them.
    paid: The user messages that were answered in full.
    behave: What to do with a body that comes for the n-th time (from 1).
    """

    def __init__(self) -> None:
        self.behave: Callable[[dict[str, Any], int], Answer] = lambda body, attempt: Answer()
        self.lock = threading.Lock()
        self.forget()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                server.handle(self)

            def log_message(self, *arguments: object) -> None:
                """Nothing to say."""

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *arguments: object) -> None:
                """Clients that hang up are what this server is for."""

        self._server = Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def forget(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.times: list[float] = []
        self.paid: list[str] = []
        self.under_way = self.most_under_way = 0
        self._attempts: dict[str, int] = {}

    def handle(self, handler: BaseHTTPRequestHandler) -> None:
        body = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
        asked = body["messages"][-1]["content"]
        with self.lock:
            self.requests.append(body)
            self.headers.append({name.lower(): value for name, value in handler.headers.items()})
            self.times.append(time.monotonic())
            attempt = self._attempts[asked] = self._attempts.get(asked, 0) + 1
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
        answer = self.behave(body, attempt)
        time.sleep(answer.delay)
        with self.lock:
            self.under_way -= 1
        if answer.drop == "before":
            handler.close_connection = True
            return
        content = answer.content()
        handler.send_response(answer.status)
        for name, value in {"Content-Type": "application/json", **answer.headers}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        if answer.drop == "within":
            handler.wfile.write(content[: len(content) // 2])
            handler.close_connection = True
            return
        handler.wfile.write(content)
        handler.wfile.flush()
        if answer.is_paid:
            with self.lock:
                self.paid.append(asked)

    def stop(self) -> None:
        with suppress(OSError):
            self._server.shutdown()
            self._server.server_close()
        self._thread.join(5)


@contextmanager
def serving() -> Iterator[FaultServer]:
    """A server that is stopped at the end."""
    running = FaultServer()
    try:
        yield running
    finally:
        running.stop()
