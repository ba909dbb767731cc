import { expect, it } from 'vitest';
import { barsOf } from '../../src/engines/bars.ts';
import { type Changed, recordKind } from '../../src/engines/engine.ts';
import { createEngines } from '../../src/engines/index.ts';
import { detectReversals } from '../../src/engines/reversals/reversals.ts';
import { type AnyRecord, type Feed, valueAt } from '../../src/feed/feed.ts';
import { HOLDING } from '../../src/feed/filed-holding.ts';
import { closeOfBar } from '../../src/feed/interval.ts';
import { outperformers } from '../../src/feeds/aoe/feed.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { reversals } from '../../src/feeds/mre/feed.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import type { Input } from '../../src/sources/format.ts';
import { formats } from '../../src/sources/index.ts';
import { barSeriesOf } from '../../src/sources/ohlcv/bar-series.ts';
import { seeded } from '../support/records.ts';
import { sampleFiles, sampleOptions } from '../support/sample-files.ts';
import { SAMPLES } from '../support/samples.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { createMemoryInputs, type MemoryInputs } from './signal-inputs.ts';

/** Macro series have a test of their own, `scorecards/no-look-ahead.test.ts`: their values are of several vintages. */
const FORMATS: ReadonlySet<string> = new Set([
  'ohlcv',
  'freqtrade-backtest',
  'coingecko-markets',
  'hyperliquid-fills',
  'hyperliquid-positions',
  'polymarket-trades',
  'polymarket-positions',
  'dome-orders',
  'manifold-bets',
  'sec-ownership',
  'tiingo-daily',
]);
const FEEDS = [outperformers, reversals, strategies, whaleActivity, signals] as const;

/** Of each series of bars the last, so that many moments can be tried. */
const BARS = 150;
const MOMENTS = 8;
const engines = createEngines({
  whales: { minValue: { hyperliquid: 0, polymarket: 0, manifold: 0 }, minChangePct: 0 },
});

/** Something that comes in, and from when on it is known. */
interface Told {
  readonly atMs: number;
  readonly changed: Changed;
  put(memory: MemoryInputs): void;
}

/** A bar is known when it closed, a day of a stock behind its session; whatever else is keyed by its time when it was. */
function knownAtMs({ kind, series, key }: Input): number {
  const [time = ''] = key.split('|');
  if (kind === 'bar') return closeOfBar(new Date(time), barSeriesOf(series)?.interval ?? '').getTime();
  return Date.parse(kind === 'stock_bar' ? `${time}T22:00:00Z` : time);
}

const toldInput = (input: Input): Told => ({
  atMs: knownAtMs(input),
  changed: input,
  put: (memory) => memory.put(input),
});
const toldFiling = (record: AnyRecord): Told => ({
  atMs: (record.known_from as Date).getTime(), // every record has one
  changed: { kind: recordKind(insiderFilings), series: String(valueAt(record, insiderFilings.key)) },
  put: (memory) => memory.putRecord(insiderFilings, record),
});

async function readSamples(folder: string, wanted = FORMATS, ofEach = BARS): Promise<readonly Told[]> {
  const told: Told[] = [];
  const bars: Input[] = [];
  for (const set of SAMPLES.filter(({ format }) => wanted.has(format))) {
    const format = formats.find(({ name }) => name === set.format) ?? expect.unreachable();
    for await (const item of format.read(sampleFiles(folder, set), sampleOptions(set))) {
      if (item.kind === 'record' && format.feed === insiderFilings) told.push(toldFiling(item.record));
      // No engine reads what forms say is held.
      if (item.kind !== 'input' || item.input.kind === HOLDING) continue;
      if (item.input.kind === 'bar') bars.push(item.input);
      else told.push(toldInput(item.input));
    }
  }
  const last = [...Map.groupBy(bars, ({ series }) => series).values()].flatMap((list) =>
    list.toSorted((a, b) => (a.key < b.key ? -1 : 1)).slice(-ofEach),
  );
  return [...told, ...last.map(toldInput)].sort((a, b) => a.atMs - b.atMs);
}

async function feed(memory: MemoryInputs, told: readonly Told[]): Promise<void> {
  for (const one of told) one.put(memory);
  await memory.run(
    engines,
    told.map(({ changed }) => changed),
  );
}

type State = ReadonlyMap<Feed, ReadonlyMap<string, AnyRecord>>;

const stateOf = (memory: MemoryInputs): State =>
  new Map(
    FEEDS.map((one) => [
      one,
      new Map(
        memory
          .all<AnyRecord>(one)
          .map((record) => [String(valueAt(record, one.key)), record] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    ]),
  );
const rowsOf = (state: State, one: Feed) => [...(state.get(one) ?? new Map<string, AnyRecord>()).values()];
const knownBy = (atMs: number) => (record: AnyRecord) => (record.known_from as Date).getTime() <= atMs;

/** What a signal says from its opening on; the rest is of its newest price, and of its end. */
function openingOf(signal: AnyRecord): object {
  const { current_price: _, pnl_pct, status, execution, notes, closed_at, ...opening } = signal;
  return opening;
}

describeWithSharedData('engines on the samples', '.', (folder) => {
  it('know at a moment what was known by then, and say of it later what they said', async () => {
    const told = await readSamples(folder);
    const random = seeded(3);
    const places = Array.from({ length: MOMENTS }, () => Math.floor(random() * told.length)).sort(
      (a, b) => a - b,
    );
    const moments = [...new Set(places.map((place) => told[place]?.atMs ?? 0)), told.at(-1)?.atMs ?? 0];
    const live = createMemoryInputs();
    const states = new Map<number, State>();
    let done = 0;
    for (const atMs of moments) {
      const next = told.findIndex((one) => one.atMs > atMs);
      const until = next < 0 ? told.length : next;
      await feed(live, told.slice(done, until));
      done = until;
      states.set(atMs, stateOf(live));
    }
    const end = stateOf(live);
    for (const one of FEEDS) expect(rowsOf(end, one).length, one.module).toBeGreaterThan(0);

    for (const [atMs, state] of states) {
      const when = new Date(atMs).toISOString();
      const fresh = createMemoryInputs();
      await feed(
        fresh,
        told.filter((one) => one.atMs <= atMs),
      );
      const once = stateOf(fresh);
      for (const one of FEEDS) {
        expect(rowsOf(state, one), `${one.module} as of ${when}`).toEqual(rowsOf(once, one));
        const early = rowsOf(state, one).filter((record) => !knownBy(atMs)(record));
        expect(early, `${one.module} as of ${when} from the future`).toEqual([]);
      }
      expect(rowsOf(end, whaleActivity).filter(knownBy(atMs)), `whales as of ${when}`).toEqual(
        rowsOf(state, whaleActivity),
      );
      const later = end.get(signals);
      for (const [id, signal] of state.get(signals) ?? [])
        expect(openingOf(later?.get(id) ?? {}), `signal ${id} as of ${when}`).toEqual(openingOf(signal));
    }
  }, 600_000);

  it('find in the bars up to one the reversals that they find there with all that follow', async () => {
    const told = await readSamples(folder, new Set(['ohlcv']), 1_000);
    const memory = createMemoryInputs();
    for (const one of told) one.put(memory);
    let found = 0;
    for (const series of await memory.series('bar')) {
      const bars = barsOf(await memory.list('bar', series));
      const all = detectReversals(bars);
      found += all.length;
      all.forEach((detected, place) => {
        const then = detectReversals(bars.slice(0, detected.index + 1));
        expect(then, `${series} at ${detected.openAt.toISOString()}`).toEqual(all.slice(0, place + 1));
      });
    }
    expect(found).toBeGreaterThan(100);
  }, 600_000);
});
