"""What each reader of Python finds in a file: rows, nulls and sums of columns, a hash of the ids, and the span of times."""
import hashlib, json, sys

kind, library, files = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])


def summary(columns, key):
    """`columns`: names to lists of Python values."""
    found = {}
    for name, values in columns.items():
        given = [value for value in values if value is not None]
        one = {'nulls': len(values) - len(given)}
        if given and all(type(value) in (int, float) for value in given):
            one['sum'] = sum(given)
        if given and hasattr(given[0], 'tzinfo'):
            one['zone'] = given[0].utcoffset() is not None
            one['first'], one['last'] = (round(at.timestamp() * 1000) for at in (min(given), max(given)))
        found[name] = one
    ids = hashlib.sha256('\n'.join(columns[key]).encode()).hexdigest()
    return {'rows': len(columns[key]), 'ids': ids, 'columns': found}


def with_pyarrow(path):
    import pyarrow.ipc as ipc, pyarrow.parquet as parquet
    table = parquet.read_table(path) if kind == 'parquet' else ipc.open_stream(path).read_all()
    return {name: table[name].to_pylist() for name in table.column_names}


def with_pandas(path):
    import pandas as pd
    frame = pd.read_parquet(path, dtype_backend='pyarrow')
    return {name: [None if value is pd.NA or value is None else getattr(value, 'to_pydatetime', lambda: value)() for value in frame[name]] for name in frame.columns}


def with_polars(path):
    import polars as pl
    frame = pl.read_parquet(path) if kind == 'parquet' else pl.read_ipc_stream(path)
    return {name: frame[name].to_list() for name in frame.columns}


def with_duckdb(path):
    import duckdb
    found = duckdb.sql(f"SET TimeZone = 'UTC'; SELECT * FROM read_parquet('{path}')")
    rows = found.fetchall()
    return {name: [row[at] for row in rows] for at, name in enumerate(found.columns)}


print(json.dumps([summary(globals()['with_' + library](path), key) for path, key in files]))
