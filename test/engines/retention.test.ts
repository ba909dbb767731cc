import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Engine } from '../../src/engines/engine.ts';
import { outperformance } from '../../src/engines/outperformance/outperformance-engine.ts';
import { predictionMarketsEngine } from '../../src/engines/prediction-markets.ts';
import { retention } from '../../src/engines/retention.ts';
import { COIN, coinMarket } from '../../src/engines/scorecards/coins.ts';
import { outperformanceSignals } from '../../src/engines/signals/signals-outperformance.ts';
import { createWhaleActivity } from '../../src/engines/whales/whale-activity.ts';
import type { Input } from '../../src/sources/format.ts';
import { parseUserFills } from '../../src/sources/hyperliquid/fills.ts';
import { captureAt } from '../../src/sources/prediction/market.ts';
import { fill, readingOf, WALLET } from '../sources/whales/reading.ts';
import { inputReader } from './outperformance-inputs.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const at = (step: number, everyMs: number) => new Date(START + step * everyMs);

/** What every engine derives from these inputs. */
async function derivedBy(engines: readonly Engine[], inputs: readonly Input[]) {
  const reader = inputReader(inputs);
  const all = await Promise.all(
    engines.map(async (engine) => {
      const concerned = inputs.filter(({ kind }) => engine.kinds.includes(kind));
      const groups = [...new Set(concerned.map((input) => engine.groupOf(input)))].filter(
        (one) => one !== null,
      );
      return Promise.all(groups.toSorted().map((group) => engine.derive(group, reader)));
    }),
  );
  return all.flat(2);
}

/** The inputs without those that are not needed. */
async function thinned(inputs: readonly Input[]): Promise<readonly Input[]> {
  const store = inputReader(inputs);
  const gone = new Set<Input>();
  for (const [kind, prepare] of Object.entries(retention)) {
    const unneeded = await prepare(store);
    for (const series of await store.series(kind))
      for (const input of await unneeded(await store.list(kind, series))) gone.add(input);
  }
  return inputs.filter((input) => !gone.has(input));
}

/** Captures step by step, thinned after each: what is derived is what it would be of all of them. */
async function expectSame(engines: readonly Engine[], steps: readonly (readonly Input[])[]): Promise<void> {
  let all: readonly Input[] = [];
  let few: readonly Input[] = [];
  for (const captured of steps) {
    all = [...all, ...captured];
    few = await thinned([...few, ...captured]);
    expect(await derivedBy(engines, few)).toEqual(await derivedBy(engines, all));
    const coins = (inputs: readonly Input[]) =>
      coinMarket(
        Map.groupBy(
          inputs.filter(({ kind }) => kind === COIN),
          ({ series }) => series,
        ),
      );
    expect(coins(few)).toEqual(coins(all));
  }
}

it('markets: the newest capture, and the newest that says event and category, are enough', async () => {
  const capture = fc.record({
    event_title: fc.option(fc.constantFrom('E', 'F')),
    category_norm: fc.option(fc.constantFrom('crypto', 'politics')),
    yes_price: fc.integer({ min: 0, max: 4 }).map((quarter) => quarter / 4),
    active: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(capture, { maxLength: 8 }), async (captures) => {
      const steps = captures.map((says, step) => {
        const data = {
          ...says,
          market_id: 'kalshi:A',
          platform: 'kalshi',
          question: 'A',
          outcome_prices: [],
        };
        const rest = { volume: null, volume_24h: null, end_date: null };
        return [captureAt({ ...data, ...rest }, at(step, 600_000))];
      });
      await expectSame([predictionMarketsEngine], steps);
      expect((await thinned(steps.flat())).length).toBeLessThanOrEqual(5);
    }),
  );
});

it('coins: scores, signals and days are the same', async () => {
  const moves = fc.tuple(...Array.from({ length: 5 }, () => fc.integer({ min: -40, max: 40 })));
  const scan = fc.record({ moves, has: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(scan, { maxLength: 10 }), async (scans) => {
      const steps = scans.map(({ moves: moved, has }, step) => {
        const key = at(step, 7 * 3_600_000).toISOString();
        const ids = ['bitcoin', 'ethereum', 'solana', 'x', 'y'].filter((id) => has || id !== 'x');
        const coins = ids.map((id, index) => {
          const perf = moved[index] ?? 0;
          const data = {
            symbol: id,
            name: id,
            price: 100 + perf,
            market_cap: 1_000 - index,
            rank: index + 1,
          };
          const perfs = { volume_24h: null, perf_24h: perf, perf_7d: perf, perf_30d: perf };
          return { kind: 'coin', series: id, key, data: { ...data, ...perfs } };
        });
        const unread = has ? [] : ['x'];
        return [...coins, { kind: 'scan', series: 'coingecko', key, data: { coins: ids, unread } }];
      });
      await expectSame([outperformance, outperformanceSignals], steps);
    }),
    { numRuns: 40 },
  );
});

it('coins: the last of a day stays for the scorecards, the last of a scan for its name', async () => {
  const capture = (key: string, name: string | null): Input => ({
    kind: 'coin',
    series: 'x',
    key,
    data: { name },
  });
  const captures = [
    capture('2026-01-01T10:00:00.000Z', 'X'),
    capture('2026-01-01T20:00:00.000Z', 'X'),
    capture('2026-01-02T07:00:00.000Z', 'X'),
    capture('2026-01-02T08:00:00.000Z', 'X'),
    capture('2026-01-02T09:00:00.000Z', null),
  ];
  expect(await thinned(captures)).toEqual([captures[1], captures[3], captures[4]]);
});

it('positions: the ends of a time in which nothing moved are enough, fills in between or not', async () => {
  const whales = createWhaleActivity({ minValue: { hyperliquid: 0 }, minChangePct: 0 });
  const state = fc.record({
    btc: fc.integer({ min: 0, max: 2 }),
    eth: fc.integer({ min: 0, max: 1 }),
    price: fc.integer({ min: 1, max: 9 }),
    fill: fc.option(fc.record({ side: fc.constantFrom('A', 'B'), size: fc.integer({ min: 1, max: 2 }) })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(state, { maxLength: 10 }), async (states) => {
      const steps = states.map(({ btc, eth, price, fill: filled }, step) => {
        const held = [
          { coin: 'BTC', szi: String(btc), positionValue: String(btc * price) },
          { coin: 'ETH', szi: String(eth), positionValue: String(eth * price) },
        ];
        const time = at(step, 120_000);
        const data = { wallet: WALLET, positions: held };
        const snapshot = { kind: 'position', series: `hyperliquid|${WALLET}`, key: time.toISOString(), data };
        const row = filled && {
          ...fill({ coin: 'BTC', tid: step, side: filled.side, sz: String(filled.size), startPosition: '1' }),
          time: time.getTime() - 60_000,
        };
        const fills = row ? readingOf(parseUserFills([row], { file: 'fills', wallet: WALLET })).inputs : [];
        return [...fills, snapshot];
      });
      await expectSame([whales], steps);
    }),
    { numRuns: 60 },
  );
});

it('positions: nothing is kept of what lies between', async () => {
  const data = { wallet: WALLET, positions: [{ coin: 'BTC', szi: '1', positionValue: '9' }] };
  const snapshots = Array.from({ length: 6 }, (_, step) => {
    return { kind: 'position', series: `hyperliquid|${WALLET}`, key: at(step, 120_000).toISOString(), data };
  });
  expect((await thinned(snapshots)).map(({ key }) => key)).toEqual([snapshots[0]?.key, snapshots[5]?.key]);
});
