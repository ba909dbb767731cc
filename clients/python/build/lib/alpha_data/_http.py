"""Requests with the key, tried again where the service says when."""

from __future__ import annotations

import gzip
import http.client
import json
import time
import urllib.error
import urllib.request
import zlib
from dataclasses import dataclass
from email.message import Message
from typing import Any, Callable, Iterator, Mapping, Optional

from ._errors import AlphaError, of_answer

#: What a connection fails with while it is made or read.
LOST = (OSError, http.client.HTTPException, EOFError, zlib.error)

#: Answers that say that the request may succeed later.
PASSING = (429, 503)

#: How often a request is sent again after a 503 or a lost connection; a 429 is waited for as often as it comes.
ATTEMPTS = 4


@dataclass(frozen=True)
class Answer:
    """The whole answer to a request."""

    headers: Message
    body: bytes


class Http:
    """Sends requests to one service.

    ``max_wait``: the longest wait in seconds that an answer may ask for; what asks for more is an error.
    """

    def __init__(self, url: str, key: Optional[str], *, timeout: float, max_wait: float) -> None:
        self.url = url.rstrip("/")
        self.timeout = timeout
        self.max_wait = max_wait
        self._key = key

    def get(self, target: str, accept: str) -> Answer:
        """Reads a path, waiting where the minute's units are used up. Raises AlphaError."""
        return self._read(lambda: self.open(target, accept=accept))

    def post(self, target: str, body: Mapping[str, Any]) -> Answer:
        """Asks a question of GraphQL, waiting where the minute's units are used up. Raises AlphaError."""
        return self._read(lambda: self.open(target, accept="application/json", body=body))

    def open(
        self,
        target: str,
        *,
        accept: str,
        body: Optional[Mapping[str, Any]] = None,
        timeout: Optional[float] = None,
    ) -> http.client.HTTPResponse:
        """One request, once. Raises AlphaError where the answer is not 2xx or there is none."""
        headers = {"Accept": accept, "User-Agent": "alpha-data-python"}
        if accept != EVENTS:
            headers["Accept-Encoding"] = "gzip"
        if self._key:
            headers["X-API-Key"] = self._key
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.url + target, data, headers)
        try:
            answer: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=timeout or self.timeout)
            return answer
        except urllib.error.HTTPError as refused:
            with refused:
                raise of_answer(refused.code, refused.headers, _decoded(refused)) from None
        except LOST as error:
            raise AlphaError("UNREACHABLE", f"{self.url} does not answer: {error}") from error

    def _read(self, send: Callable[[], http.client.HTTPResponse]) -> Answer:
        failures = 0
        while True:
            try:
                with send() as answer:
                    try:
                        return Answer(answer.headers, _decoded(answer))
                    except LOST as error:
                        raise AlphaError("UNREACHABLE", f"the answer broke off: {error}") from error
            except AlphaError as error:
                failures += error.status != 429
                if failures >= ATTEMPTS or not self.may_pass(error):
                    raise
                time.sleep(wait_of(error, failures))

    def may_pass(self, error: AlphaError) -> bool:
        """Whether a request that failed with this is worth another try within ``max_wait``."""
        passing = error.status in PASSING or error.code == "UNREACHABLE"
        return passing and (error.retry_after or 0) <= self.max_wait


EVENTS = "text/event-stream"


def wait_of(error: AlphaError, failures: int) -> float:
    """Seconds to wait: what the service says, else half a second that doubles up to half a minute."""
    return error.retry_after if error.retry_after is not None else min(30.0, 0.5 * 2 ** max(0, failures - 1))


def _decoded(answer: Any) -> bytes:
    body: bytes = answer.read()
    return gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body


def events_of(answer: http.client.HTTPResponse) -> Iterator[Any]:
    """The data of each ``next`` event of a stream; ends with ``complete`` or the connection."""
    event, data, rest = "", b"", b""
    while True:
        chunk = answer.read1(65_536)
        if not chunk:
            return
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if line.startswith(b"event:"):
                event = line[6:].strip().decode()
            elif line.startswith(b"data:"):
                data = line[5:].strip()
            elif line.strip() == b"":
                if event == "complete":
                    return
                if event == "next":
                    yield json.loads(data)
                event, data = "", b""
