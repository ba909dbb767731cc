from __future__ import annotations

import json
from email.message import Message
from typing import Any, Mapping, Optional


class AlphaError(Exception):
    """The service refused a request, or did not answer.

    ``code`` is for programs: a code of the service, such as ``RATE_LIMITED``, or ``UNREACHABLE`` and ``BAD_RESPONSE`` of
    this client. ``retry_after`` is in seconds. ``cursor`` is where a stream ended; subscribe ``after`` it to go on.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        param: Optional[str] = None,
        cursor: Optional[str] = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after
        self.param = param
        self.cursor = cursor


class HistoryClamped(UserWarning):
    """The key sees less history than was asked for: the answer begins later."""


def of_answer(status: int, headers: Message, body: bytes) -> AlphaError:
    """The error in an answer that is not 2xx: a problem document, errors of GraphQL, or something of a proxy."""
    try:
        problem = json.loads(body)
    except ValueError:
        problem = None
    if isinstance(problem, dict) and problem.get("errors"):
        return of_graphql(problem["errors"][0], status=status)
    wait = headers.get("Retry-After", "")
    retry_after = float(wait) if wait.isdigit() else None
    if not isinstance(problem, dict) or "code" not in problem:
        return AlphaError(
            "BAD_RESPONSE", f"the answer is {status} and not of this service", status=status, retry_after=retry_after
        )
    return AlphaError(
        problem["code"],
        problem.get("detail") or problem.get("title", ""),
        status=status,
        request_id=problem.get("request_id"),
        retry_after=problem.get("retry_after", retry_after),
        param=problem.get("param"),
    )


def of_graphql(error: Mapping[str, Any], *, status: Optional[int] = None) -> AlphaError:
    """The first of the errors of a GraphQL answer."""
    extensions = error.get("extensions") or {}
    return AlphaError(
        extensions.get("code", "INTERNAL"),
        error.get("message", ""),
        status=status,
        request_id=extensions.get("requestId"),
        retry_after=extensions.get("retryAfter"),
        param=extensions.get("param"),
        cursor=extensions.get("cursor"),
    )
