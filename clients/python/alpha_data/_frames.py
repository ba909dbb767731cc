"""Rows of lists as data frames of the library that is installed."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

Row = Dict[str, Any]

#: Columns of a list in their order, with what each holds: "instant", "local" (a time without a zone), "number", "integer",
#: "boolean", "text", or "value" (a list).
Columns = Mapping[str, str]

#: Names of the kinds of frames, the preferred one first.
KINDS = ("pandas", "polars", "arrow", "rows")

_LIBRARIES = {"pandas": "pandas", "polars": "polars", "arrow": "pyarrow"}


@dataclass(frozen=True)
class Builder:
    """Makes frames of the rows of a list: ``of_rows``, and of rows and files of Arrow behind them, in one: ``of_files`` (None: it
    cannot)."""

    of_rows: Callable[[Sequence[Row], Columns], Any]
    of_files: Optional[Callable[[Sequence[Row], Sequence[bytes], Columns], Any]] = None


def builder(kind: Optional[str]) -> Builder:
    """``kind`` is one of KINDS, or None for the first that is installed. Raises ValueError for another word, ImportError for
    a library that is missing."""
    if kind is None:
        kind = next((one for one in KINDS[:-1] if importlib.util.find_spec(_LIBRARIES[one])), "rows")
    if kind not in KINDS:
        raise ValueError(f"frames must be one of {', '.join(KINDS)}; got {kind!r}")
    if kind == "rows":
        return Builder(lambda rows, columns: [parsed(row, columns) for row in rows])
    if not importlib.util.find_spec(_LIBRARIES[kind]):
        raise ImportError(f"frames={kind!r} needs {_LIBRARIES[kind]}, which is not installed")
    of_rows, of_table = {"pandas": (_pandas, _table_pandas), "polars": (_polars, _table_polars), "arrow": (_arrow, _same)}[kind]
    if not importlib.util.find_spec("pyarrow"):
        return Builder(of_rows)
    return Builder(of_rows, lambda rows, files, columns: of_table(_table(rows, files, columns)))


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

    made = {
        name: pandas.Series(values, dtype=_pandas_type(pandas, columns.get(name, ""), values))
        for name, values in _values(rows, columns).items()
    }
    return pandas.DataFrame(made)


def _pandas_type(pandas: Any, kind: str, values: Sequence[Any]) -> Any:
    """The types that a table of Arrow comes to: whole numbers beside nulls are floats, for want of a null."""
    if kind in TIMES:
        unit = "ns" if pandas.__version__.startswith("1.") else "us"
        return f"datetime64[{unit}, UTC]" if kind == "instant" else f"datetime64[{unit}]"
    has_nulls = any(value is None for value in values)
    if kind == "number" or (kind == "integer" and has_nulls):
        return "float64"
    if kind == "integer":
        return "int64"
    if kind == "boolean":
        return "object" if has_nulls else "bool"
    return None if kind == "" else _text_type(pandas) if kind == "text" else "object"


def _text_type(pandas: Any) -> Any:
    return pandas.Series(["text"]).dtype


def _polars(rows: Sequence[Row], columns: Columns) -> Any:
    import polars

    kinds = {
        "instant": polars.Datetime("us", "UTC"),
        "local": polars.Datetime("us"),
        "number": polars.Float64,
        "integer": polars.Int64,
        "boolean": polars.Boolean,
        "text": polars.String,
    }
    values = _values(rows, columns)
    types = {name: kinds[kind] for name, kind in columns.items() if kind in kinds and name in values}
    return polars.DataFrame(values, schema_overrides=types, infer_schema_length=None, strict=False)


def _arrow(rows: Sequence[Row], columns: Columns) -> Any:
    import pyarrow

    types = _arrow_types()
    return pyarrow.table(
        {name: pyarrow.array(column, types.get(columns.get(name, ""))) for name, column in _values(rows, columns).items()}
    )


def _arrow_types() -> Dict[str, Any]:
    import pyarrow

    return {
        "instant": pyarrow.timestamp("us", "UTC"),
        "local": pyarrow.timestamp("us"),
        "number": pyarrow.float64(),
        "integer": pyarrow.int64(),
        "boolean": pyarrow.bool_(),
        "text": pyarrow.string(),
    }


def _table(rows: Sequence[Row], files: Sequence[bytes], columns: Columns) -> Any:
    """Rows, and files of Arrow behind them, as one table of the columns of the list: files have more."""
    import pyarrow

    types = _arrow_types()
    parts = [pyarrow.ipc.open_stream(file).read_all().select(list(columns)) for file in files]
    lists = {name: pyarrow.list_(parts[0].schema.field(name).type.value_type) for name in columns if columns[name] == "value"}
    schema = pyarrow.schema([(name, types.get(kind) or lists[name]) for name, kind in columns.items()])
    first = _arrow(rows, columns).select(list(columns))
    return pyarrow.concat_tables([part.cast(schema) for part in (first, *parts)])


def _same(table: Any) -> Any:
    return table


def _table_pandas(table: Any) -> Any:
    frame = table.to_pandas()
    for field in table.schema:
        if str(field.type).startswith("list"):  # arrays of numpy otherwise
            frame[field.name] = table[field.name].to_pylist()
    return frame


def _table_polars(table: Any) -> Any:
    import polars

    return polars.from_arrow(table)
