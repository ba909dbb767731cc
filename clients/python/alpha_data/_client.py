from __future__ import annotations

import json
import os
import re
import time
import warnings
from datetime import date, datetime, timezone
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, TypeVar, overload
from urllib.parse import parse_qsl, quote, urlencode

from ._errors import AlphaError, HistoryClamped, of_graphql
from ._feeds import Feeds
from ._frames import Columns, Row, builder, parsed
from ._http import EVENTS, LOST, Answer, Http, events_of, wait_of

if TYPE_CHECKING:
    from typing import Literal

    import pandas
    import polars
    import pyarrow

Frame = TypeVar("Frame")

#: The service tells of itself every 15 seconds; a stream that is silent for longer is dead.
SILENCE_S = 40.0

#: How often an open stream that is refused for a reason that may pass is asked for again.
STREAM_ATTEMPTS = 6

NEXT = re.compile(r'<([^>]+)>; rel="next"')


class Client(Feeds[Frame]):
    """Asks one Alpha Data service.

    ``url`` and ``key`` are ``ALPHA_URL`` and ``ALPHA_KEY`` of the environment unless given. ``frames`` is what lists come
    as: ``"pandas"``, ``"polars"``, ``"arrow"`` or ``"rows"`` (a list of dicts); the first of these that is installed unless
    given. Each list has a method of its name (``client.congress(ticker="NVDA")``) that reads all its pages.

    Where the units of the minute are used up a call waits until the service says, for ``max_wait`` seconds at most; what
    would take longer raises AlphaError with ``retry_after``. ``timeout`` is of one answer, in seconds.
    """

    @overload
    def __init__(
        self: Client[pandas.DataFrame],
        url: Optional[str] = ...,
        key: Optional[str] = ...,
        *,
        frames: Literal["pandas"],
        timeout: float = ...,
        max_wait: float = ...,
    ) -> None: ...

    @overload
    def __init__(
        self: Client[polars.DataFrame],
        url: Optional[str] = ...,
        key: Optional[str] = ...,
        *,
        frames: Literal["polars"],
        timeout: float = ...,
        max_wait: float = ...,
    ) -> None: ...

    @overload
    def __init__(
        self: Client[pyarrow.Table],
        url: Optional[str] = ...,
        key: Optional[str] = ...,
        *,
        frames: Literal["arrow"],
        timeout: float = ...,
        max_wait: float = ...,
    ) -> None: ...

    @overload
    def __init__(
        self: Client[List[Dict[str, Any]]],
        url: Optional[str] = ...,
        key: Optional[str] = ...,
        *,
        frames: Literal["rows"],
        timeout: float = ...,
        max_wait: float = ...,
    ) -> None: ...

    @overload
    def __init__(
        self: Client[Any],
        url: Optional[str] = ...,
        key: Optional[str] = ...,
        *,
        frames: None = ...,
        timeout: float = ...,
        max_wait: float = ...,
    ) -> None: ...

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        frames: Optional[str] = None,
        timeout: float = 60.0,
        max_wait: float = 90.0,
    ) -> None:
        url = url or os.environ.get("ALPHA_URL")
        if not url:
            raise ValueError("the address of the service is missing: Client(url) or ALPHA_URL")
        self._http = Http(url, key or os.environ.get("ALPHA_KEY"), timeout=timeout, max_wait=max_wait)
        self._builder = builder(frames)

    def rows(self, name: str, *path: str, **params: Any) -> Iterator[Row]:
        """The rows of a list one by one, page after page, in the memory of one page.

        ``name`` is that of the method of the list: ``client.rows("congress", ticker="NVDA")``. Raises ValueError for a
        list or parameter that there is not, AlphaError for what the service refuses.
        """
        operation = self._operation(name)
        if operation.rows is None:
            raise ValueError(f"{name} is no list; lists are {', '.join(self._lists())}")
        for row in self._rows(name, path, params):
            yield parsed(row, operation.columns)

    def graphql(self, document: str, variables: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
        """The data of a query. Raises AlphaError where the query, or any field of it, fails."""
        answer = self._http.post("/graphql", {"query": document, "variables": dict(variables or {})})
        result = json.loads(answer.body)
        if result.get("errors"):
            raise of_graphql(result["errors"][0])
        data: Dict[str, Any] = result["data"]
        return data

    def nodes(self, document: str, variables: Optional[Mapping[str, Any]] = None) -> Any:
        """The nodes of a connection over all its pages, as a frame.

        The document takes ``$after: String``, and its one field selects ``nodes`` and ``pageInfo { hasNextPage endCursor }``.
        """
        given = dict(variables or {})
        nodes: List[Row] = []
        while True:
            page = next(iter(self.graphql(document, given).values()))
            if not isinstance(page, dict) or "nodes" not in page or "hasNextPage" not in page.get("pageInfo", {}):
                raise ValueError("the first field must select nodes and pageInfo { hasNextPage endCursor }")
            nodes += page["nodes"]
            if not page["pageInfo"]["hasNextPage"]:
                return self._builder.of_rows(nodes, {})
            given["after"] = page["pageInfo"]["endCursor"]

    def subscribe(
        self, document: str, variables: Optional[Mapping[str, Any]] = None, *, after: Optional[str] = None
    ) -> Iterator[Dict[str, Any]]:
        """The events of a subscription as they happen, over server-sent events.

        The document takes ``$after: String`` and its one field selects ``kind`` and ``cursor``. After a drop the stream
        goes on behind the last event, with nothing lost and nothing twice; ``RESYNC`` says that events were passed over.
        Raises AlphaError where the stream is refused, or the key or the units of its day end, with the ``cursor`` to go on
        from.
        """
        if not re.search(r"\$after\b", document):
            raise ValueError("the subscription needs ($after: String) to go on after a drop")
        given = {**(variables or {}), "after": after}
        failures = 0
        was_taken = False  # what the service refuses from the first is not asked for again
        while True:
            error = AlphaError("UNREACHABLE", "the stream ended")
            try:
                body = {"query": document, "variables": given}
                with self._http.open("/graphql", accept=EVENTS, body=body, timeout=SILENCE_S) as answer:
                    for result in events_of(answer):
                        if result.get("errors"):
                            raise of_graphql(result["errors"][0])
                        event = next(iter(result["data"].values()))
                        if not isinstance(event, dict) or "cursor" not in event or "kind" not in event:
                            raise ValueError("the subscription must select kind and cursor")
                        given["after"] = event["cursor"]
                        failures = 0
                        was_taken = True
                        yield event
            except LOST as lost:
                error = AlphaError("UNREACHABLE", f"the stream broke off: {lost}")
            except AlphaError as refused:
                error = refused
            failures += 1
            if not was_taken or not self._goes_on(error, failures):
                error.cursor = given["after"]
                raise error
            time.sleep(wait_of(error, failures))

    def _goes_on(self, error: AlphaError, failures: int) -> bool:
        if error.code == "UNREACHABLE":
            return True
        passing = error.code in ("INTERNAL", "UNAVAILABLE", "CONFLICT", "RATE_LIMITED")
        return passing and failures <= STREAM_ATTEMPTS and (error.retry_after or 0) <= self._http.max_wait

    def _frame(self, name: str, path: Sequence[str], params: Mapping[str, Any]) -> Frame:
        clamped: List[str] = []
        columns = self._operation(name).columns
        rows: List[Row] = []
        files: List[bytes] = []
        of_files = self._builder.of_files
        for is_file, body in self._pages(name, path, params, ARROW if of_files else NDJSON, clamped):
            if is_file and of_files:
                files.append(body)
            else:
                rows += _rows_of(body, columns if is_file else None)
        frame: Frame = of_files(rows, files, columns) if of_files and files else self._builder.of_rows(rows, columns)
        if clamped and hasattr(frame, "attrs"):
            frame.attrs["history_clamped"] = clamped[0]
        return frame

    def _rows(self, name: str, path: Sequence[str], params: Mapping[str, Any]) -> Iterator[Row]:
        columns = self._operation(name).columns
        for is_file, body in self._pages(name, path, params, NDJSON, []):
            yield from _rows_of(body, columns if is_file else None)

    def _pages(
        self, name: str, path: Sequence[str], params: Mapping[str, Any], file_type: str, clamped: List[str]
    ) -> Iterator[Tuple[bool, bytes]]:
        """The pages of a list; where many rows are left, the rest in files of the export. Each request goes on from the cursor of
        the one before, so what breaks off is asked for again from there. Files are of ``file_type``, pages NDJSON."""
        most = params.get("limit")
        if most is not None and (not isinstance(most, int) or most < 1):
            raise ValueError(f"limit must be a whole number of rows from 1 on; got {most!r}")
        export = self._operation(name).export
        left = most
        target: Optional[str] = self._target(name, path, {**params, "limit": PAGE if most is None else min(PAGE, most)})
        is_file = False
        while target:
            answer = self._http.get(target, file_type if is_file else NDJSON)
            self._tell_clamped(name, answer, clamped)
            rows = int(answer.headers["X-Export-Rows"]) if is_file else answer.body.count(b"\n")
            if left is not None and rows > left:  # the last page, which is not cut
                yield is_file, b"\n".join(answer.body.split(b"\n")[:left])
                return
            yield is_file, answer.body
            left = None if left is None else left - rows
            link = NEXT.search(answer.headers.get("Link", ""))
            if not link or left == 0:
                return
            target = link.group(1)
            total = int(answer.headers.get("X-Total-Count", 0)) - rows
            rest = total if left is None else min(total, left)
            if export and not is_file and rest > MANY:
                is_file = True
                target = target.replace(self._operation(name).path + "?", export + "?", 1)
            if is_file:
                target = _with_limit(target, FILE if left is None else min(FILE, left))

    @staticmethod
    def _tell_clamped(name: str, answer: Answer, clamped: List[str]) -> None:
        since = answer.headers.get("X-History-Clamped")
        if since and not clamped:
            clamped.append(since)
            warnings.warn(f"{name}: the key sees nothing from before {since}", HistoryClamped, stacklevel=5)

    def _object(self, name: str, path: Sequence[str], params: Mapping[str, Any]) -> Dict[str, Any]:
        answer: Dict[str, Any] = json.loads(self._http.get(self._target(name, path, params), "application/json").body)
        return answer

    def _target(self, name: str, path: Sequence[str], params: Mapping[str, Any]) -> str:
        operation = self._operation(name)
        places = re.findall(r"\{(\w+)\}", operation.path)
        if len(path) != len(places):
            raise TypeError(f"{name} takes {', '.join(places) or 'nothing'} before its parameters")
        target = operation.path
        for place, value in zip(places, path):
            target = target.replace("{" + place + "}", quote(value, safe=""))
        query = {}
        for given, value in params.items():
            if given not in operation.params:
                raise TypeError(f"{name} has no parameter {given!r}; see {self._http.url}/docs")
            param = given.rstrip("_")
            if value is not None:
                query[param] = _text(param, value)
        return f"{target}?{urlencode(query)}" if query else target


#: More rows than a page of most lists has: each then gives as many as it can, and the links go on.
PAGE = 1_000

#: With more rows to come than this, a list is read on by its export: for a tenth of the units, in one answer for many pages.
MANY = 1_000

#: Rows of one file: as many as are read again where it breaks off.
FILE = 20_000

NDJSON = "application/x-ndjson"
ARROW = "application/vnd.apache.arrow.stream"


def _with_limit(target: str, limit: int) -> str:
    """A path with ``limit`` in place of the one it has, whatever that is called, and without the number of the page."""
    path, _, query = target.partition("?")
    kept = [(key, value) for key, value in parse_qsl(query) if key not in ("limit", "page_size", "page")]
    return f"{path}?{urlencode([*kept, ('limit', limit)])}"


def _rows_of(body: bytes, columns: Optional[Columns]) -> Iterator[Row]:
    """Rows of NDJSON; those of a file with the columns of the list alone."""
    for line in body.splitlines():
        row = json.loads(line)
        yield row if columns is None else _only(row, columns, "")


def _only(row: Row, columns: Columns, prefix: str) -> Row:
    return {
        name: _only(value, columns, f"{prefix}{name}.") if isinstance(value, dict) else value
        for name, value in row.items()
        if prefix + name in columns or isinstance(value, dict)
    }


def _text(param: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z") if value.tzinfo else value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (list, tuple, set, frozenset)):
        texts = [_text(param, one) for one in value]
        if any("," in text for text in texts):
            raise ValueError(f"{param}: a value of a list cannot hold a comma")
        return ",".join(texts)
    return str(value)
