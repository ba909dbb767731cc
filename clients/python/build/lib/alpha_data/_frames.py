"""Rows of lists as data frames of the library that is installed."""

from __future__ import annotations

import importlib.util
from datetime import datetime
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

Row = Dict[str, Any]

#: Columns of a list in their order, with what each holds: "instant", "local" (a time without a zone), or "value".
Columns = Mapping[str, str]

#: Names of the kinds of frames, the preferred one first.
KINDS = ("pandas", "polars", "arrow", "rows")

_LIBRARIES = {"pandas": "pandas", "polars": "polars", "arrow": "pyarrow"}


def builder(kind: Optional[str]) -> Callable[[Sequence[Row], Columns], Any]:
    """Makes frames of the rows of a list.

    ``kind`` is one of KINDS, or None for the first that is installed. Raises ValueError for another word, ImportError for
    a library that is missing.
    """
    if kind is None:
        kind = next((one for one in KINDS[:-1] if importlib.util.find_spec(_LIBRARIES[one])), "rows")
    if kind not in KINDS:
        raise ValueError(f"frames must be one of {', '.join(KINDS)}; got {kind!r}")
    if kind == "rows":
        return lambda rows, columns: [parsed(row, columns) for row in rows]
    if not importlib.util.find_spec(_LIBRARIES[kind]):
        raise ImportError(f"frames={kind!r} needs {_LIBRARIES[kind]}, which is not installed")
    return {"pandas": _pandas, "polars": _polars, "arrow": _arrow}[kind]


def parsed(row: Mapping[str, Any], columns: Columns) -> Row:
    """A row with its columns: times are datetimes, an object has a column a member (``performance.sharpe``), as in CSV."""
    flat = _flat(row)
    return {
        name: _time(value) if columns.get(name) in TIMES and value is not None else value for name, value in flat.items()
    }


TIMES = ("instant", "local")


def _flat(row: Mapping[str, Any], prefix: str = "") -> Row:
    flat: Row = {}
    for name, value in row.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{prefix}{name}."))
        else:
            flat[prefix + name] = value
    return flat


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _values(rows: Sequence[Row], columns: Columns) -> Dict[str, List[Any]]:
    """The values of each column; a list without rows has its columns, too."""
    made = [parsed(row, columns) for row in rows]
    names = list(dict.fromkeys(name for row in made for name in row)) if made else list(columns)
    return {name: [row.get(name) for row in made] for name in names}


def _pandas(rows: Sequence[Row], columns: Columns) -> Any:
    import pandas

    values = _values(rows, columns)
    return pandas.DataFrame(
        {
            name: pandas.to_datetime(column, utc=columns[name] == "instant") if columns.get(name) in TIMES else column
            for name, column in values.items()
        }
    )


def _polars(rows: Sequence[Row], columns: Columns) -> Any:
    import polars

    zones = {"instant": "UTC", "local": None}
    values = _values(rows, columns)
    types = {name: polars.Datetime("us", zones[kind]) for name, kind in columns.items() if kind in zones and name in values}
    return polars.DataFrame(values, schema_overrides=types, infer_schema_length=None, strict=False)


def _arrow(rows: Sequence[Row], columns: Columns) -> Any:
    import pyarrow

    types = {"instant": pyarrow.timestamp("us", "UTC"), "local": pyarrow.timestamp("us")}
    return pyarrow.table(
        {name: pyarrow.array(column, types.get(columns.get(name, ""))) for name, column in _values(rows, columns).items()}
    )
