import { type Engine, type InputReader, isRecordKind, recordKind, versionOf } from '../engines/engine.ts';
import { type Feed, valueAt } from '../feed/feed.ts';
import type { Input } from '../sources/format.ts';

/** What an engine reads to make a group of records. */
export interface EngineInputs {
  readonly engine: string;
  readonly version: number;
  readonly group: string;
  readonly inputs: readonly SeriesRead[];
}

export interface SeriesRead {
  /** Of the input, or `record:<module>`; the series is its key then. */
  readonly kind: string;
  readonly series: string;
  readonly count: number;
  /** Keys of the first and the last input; null for a record. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Derives a group once more, writes nothing, and notes what that reads. */
export async function inputsOf(engine: Engine, group: string, reader: InputReader): Promise<EngineInputs> {
  const read = new Map<string, { kind: string; series: string; keys: Set<string> }>();
  const note = (kind: string, series: string, keys: readonly string[]) => {
    const name = JSON.stringify([kind, series]);
    const known = read.get(name) ?? { kind, series, keys: new Set() };
    for (const key of keys) known.keys.add(key);
    read.set(name, known);
  };
  const noteAll = <T extends readonly Input[]>(inputs: T): T => {
    for (const { kind, series, key } of inputs) note(kind, series, [key]);
    return inputs;
  };
  await engine.derive(group, {
    list: async (kind, series) => noteAll(await reader.list(kind, series)),
    between: async (kind, series, keys) => noteAll(await reader.between(kind, series, keys)),
    landmarks: async (kind, series, wanted) => noteAll(await reader.landmarks(kind, series, wanted)),
    newest: async (kind) => noteAll(await reader.newest(kind)),
    series: (kind, prefix) => reader.series(kind, prefix),
    async record(feed, key) {
      const record = await reader.record(feed, key);
      if (record !== null) note(recordKind(feed), key, [key]);
      return record;
    },
    async recordsOf(feed, asset) {
      const records = await reader.recordsOf(feed, asset);
      for (const record of records) note(recordKind(feed), String(valueAt(record, feed.key)), ['']);
      return records;
    },
    async *records(feed: Feed) {
      for await (const batch of reader.records(feed)) {
        for (const record of batch) note(recordKind(feed), String(valueAt(record, feed.key)), ['']);
        yield batch;
      }
    },
  });
  const inputs = [...read.values()].map(({ kind, series, keys }): SeriesRead => {
    const sorted = [...keys].sort();
    const isRecord = isRecordKind(kind);
    return {
      kind,
      series,
      count: sorted.length,
      from: isRecord ? null : (sorted[0] ?? null),
      to: isRecord ? null : (sorted.at(-1) ?? null),
    };
  });
  return { engine: engine.name, version: versionOf(engine), group, inputs };
}
