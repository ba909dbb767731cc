import type { Changed, Engine, InputReader } from '../../src/engines/engine.ts';
import type { EngineTarget } from '../../src/engines/run-engines.ts';
import { runEngines } from '../../src/engines/run-engines.ts';
import { assetKey } from '../../src/feed/asset.ts';
import { type AnyRecord, type Feed, valueAt } from '../../src/feed/feed.ts';
import type { Input } from '../../src/sources/format.ts';
import { type Alert, readAlert } from '../../src/sources/tradingview/alert.ts';
import { landmarksOf } from '../support/landmarks-of.ts';

/** A store in plain maps: inputs, records and what engines derived. */
export interface MemoryInputs extends InputReader {
  put(...inputs: readonly Input[]): void;
  putRecord(feed: Feed, record: AnyRecord): void;
  all<T>(feed: Feed): T[];
  /** Groups that were derived so far, by engine. */
  readonly groups: readonly string[];
  run(engines: readonly Engine[], touched: readonly Changed[]): Promise<void>;
  /** Puts inputs and runs the engines on them. */
  feed(engines: readonly Engine[], ...inputs: readonly Input[]): Promise<void>;
}

export function createMemoryInputs(): MemoryInputs {
  const stored = new Map<string, Input>();
  const records = new Map<Feed, Map<string, AnyRecord>>();
  const derived = new Map<string, ReadonlySet<string>>();
  const groups: string[] = [];
  const tableOf = (feed: Feed) => {
    const table = records.get(feed) ?? new Map<string, AnyRecord>();
    records.set(feed, table);
    return table;
  };
  const sorted = (kind: string) =>
    [...stored.values()]
      .filter((input) => input.kind === kind)
      .sort((a, b) => (a.series === b.series ? compare(a.key, b.key) : compare(a.series, b.series)));
  const reader: InputReader = {
    list: async (kind, series) => sorted(kind).filter((input) => input.series === series),
    between: async (kind, series, { from, to }) =>
      sorted(kind).filter((input) => input.series === series && input.key >= from && input.key <= to),
    landmarks: async (kind, series, { from, member }) =>
      landmarksOf(
        sorted(kind).filter((input) => input.series === series),
        from,
        member,
      ),
    recordsOf: async (feed, asset) =>
      [...tableOf(feed).values()].filter((record) => {
        const named = feed.asset?.of(record) ?? null;
        return named !== null && assetKey(named) === asset;
      }),
    newest: async (kind) => [...new Map(sorted(kind).map((input) => [input.series, input])).values()],
    series: async (kind, prefix = '') => [
      ...new Set(sorted(kind).flatMap(({ series }) => (series.startsWith(prefix) ? [series] : []))),
    ],
    record: async (feed, key) => tableOf(feed).get(key) ?? null,
    async *records(feed) {
      yield [...tableOf(feed).values()];
    },
  };
  const target: EngineTarget = {
    inputs: reader,
    async write(feed, written) {
      for (const record of written) tableOf(feed).set(String(valueAt(record, feed.key)), record);
      return { created: written.length, updated: 0 };
    },
    remove: async (feed, key) => tableOf(feed).delete(key),
    async derivedKeys(engine, asked) {
      groups.push(...asked.map((group) => `${engine} ${group}`));
      const known = asked.map(
        (group) => [group, derived.get(`${engine} ${group}`) ?? new Set<string>()] as const,
      );
      return new Map(known.filter(([, keys]) => keys.size > 0));
    },
    async setDerivedKeys(engine, keys) {
      for (const [group, made] of keys) derived.set(`${engine} ${group}`, new Set(made));
    },
    withLock: (_engine, _groups, body) => body(),
  };
  const put = (...inputs: readonly Input[]) => {
    for (const input of inputs) stored.set(JSON.stringify([input.kind, input.series, input.key]), input);
  };
  const run = async (engines: readonly Engine[], touched: readonly Changed[]) => {
    await runEngines(engines, touched, target);
  };
  return {
    ...reader,
    groups,
    put,
    putRecord: (feed, record) => void tableOf(feed).set(String(valueAt(record, feed.key)), record),
    all: <T>(feed: Feed) => [...tableOf(feed).values()] as T[], // tests name the record type of the feed
    run,
    async feed(engines, ...inputs) {
      put(...inputs);
      await run(engines, inputs);
    },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

export const bar = (series: string, openedAt: string, close: number): Input => ({
  kind: 'bar',
  series,
  key: new Date(openedAt).toISOString(),
  data: { o: close, h: close, l: close, c: close, v: 1 },
});

/** An alert as the webhook keeps it. */
export function alert(time: string, action: Alert['action'], price: number, over: object = {}): Input {
  const body = { action, price, time, ticker: 'BINANCE:BTCUSDT', ...over };
  const read = readAlert('my-trend', body, { symbol: null, timeframe: '4h' }, new Date(time));
  if (!read.ok) throw new Error(`${read.field} must be ${read.allowed}`);
  return read.input;
}
