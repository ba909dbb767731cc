import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Day, isoDay } from '../../../src/engines/scorecards/day.ts';
import { scorecardsOf } from '../../../src/engines/scorecards/scorecards.ts';
import type { Input } from '../../../src/sources/format.ts';
import { macroInput } from '../../../src/sources/macro/macro-input.ts';
import { bySeries, capture, dayOf, type Inputs } from './inputs.ts';

const START = dayOf('2018-01-01'); // a Monday and the first of a month
const DAYS = 1_500;

const WEEKLY: Readonly<Record<string, number>> = { 'FRED:WALCL': 2, 'FRED:WTREGEN': 2, 'FRED:STLFSI4': 4 };
const MONTHLY: ReadonlySet<string> = new Set(['FRED:M2SL', 'FRED:FEDFUNDS']);
const SERIES = [
  ...['WALCL', 'WTREGEN', 'RRPONTSYD', 'M2SL', 'FEDFUNDS', 'DTWEXBGS', 'VIXCLS', 'STLFSI4'].map(
    (id) => `FRED:${id}`,
  ),
  ...[
    'FRED:T10Y2Y',
    'COINBASE:btcusd',
    'COINBASE:ethusd',
    'DEFILLAMA:defi_tvl',
    'DEFILLAMA:stablecoin_supply',
  ],
  'COINGECKO:btc_dominance',
];

/** So that the Fed's net liquidity is no negative number. */
const FIRST: Readonly<Record<string, number>> = {
  'FRED:WALCL': 7_000_000,
  'FRED:WTREGEN': 500_000,
  'COINGECKO:btc_dominance': 50,
};

/** Park–Miller, so that a failure can be repeated from its seed. */
function randomOf(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function isPublished(id: string, day: Day): boolean {
  const weekday = (((day + 3) % 7) + 7) % 7;
  if (MONTHLY.has(id)) return isoDay(day).endsWith('-01');
  if (WEEKLY[id] !== undefined) return weekday === WEEKLY[id];
  return !id.startsWith('FRED:') || weekday < 5;
}

/** A random walk of every series, each value captured on its day. */
function market(seed: number): Inputs {
  const random = randomOf(seed);
  const inputs: Input[] = [];
  for (const id of SERIES) {
    let value = FIRST[id] ?? 1_000;
    for (let day = START; day < START + DAYS; day += 1) {
      value *= 1 + (random() - 0.5) / 50;
      const isMissing = random() < (id.startsWith('FRED:') ? 0.05 : 0.005);
      if (!isMissing && isPublished(id, day)) inputs.push(macroInput(id, isoDay(day), isoDay(day), value));
    }
  }
  return bySeries(inputs);
}

function coins(seed: number): Inputs {
  const random = randomOf(seed);
  const captures = Array.from({ length: 8 }, (_, index) =>
    capture(
      `${isoDay(START + 1_300 + index * 20)}T07:00:00.000Z`,
      Array.from({ length: 251 }, (_, coin) => ({
        id: coin === 0 ? 'bitcoin' : `alt-${coin}`,
        market_cap: (coin === 0 ? 300 : 1) * random(),
        perf_30d: 100 * random() - 50,
      })),
    ),
  );
  return bySeries(...captures);
}

const only = (inputs: Inputs, keep: (input: Input) => boolean): Inputs =>
  new Map([...inputs].map(([id, list]) => [id, list.filter(keep)]));

/** Points of days (weeks) that ended by a day, as text by id. */
function pointsUntil(last: Day, macro: Inputs, captures: Inputs): ReadonlyMap<string, string> {
  const points = scorecardsOf(macro, captures).filter(({ timeframe, timestamp }) => {
    const ended = timestamp.getTime() / 86_400_000 + (timeframe === '1W' ? 6 : 0);
    return ended <= last;
  });
  return new Map(points.map((point) => [point.id, JSON.stringify(point)]));
}

/** Ids of a card and timeframe sort by day. */
const newestOf = (points: ReadonlyMap<string, string>, id: string): string =>
  [...points.keys()].findLast((other) => other.slice(0, 6) === id.slice(0, 6)) ?? '';

const seeds = fc.record({ seed: fc.nat(1_000_000), cut: fc.integer({ min: 900, max: DAYS - 1 }) });

describe('a point', () => {
  it('never changes by what is observed on later days', () => {
    fc.assert(
      fc.property(seeds, ({ seed, cut }) => {
        const [macro, captures] = [market(seed), coins(seed)];
        const last = START + cut;
        const isKnown = ({ key }: Input) => key.slice(0, 10) <= isoDay(last);
        const then = pointsUntil(last, only(macro, isKnown), only(captures, isKnown));
        const now = pointsUntil(last, macro, captures);
        // Days at the end may get a point only now: a card goes as far as its newest observation.
        expect([...now].filter(([id]) => then.has(id) || id < newestOf(then, id))).toEqual([...then]);
        expect(new Set([...then.keys()].map((id) => id.slice(0, 6))).size, 'cards and timeframes').toBe(6);
      }),
      { numRuns: 6 },
    );
  });

  it('never changes by a revision that is captured later', () => {
    fc.assert(
      fc.property(seeds, ({ seed, cut }) => {
        const [macro, captures] = [market(seed), coins(seed)];
        const last = START + cut;
        const revised = new Map(
          [...macro].map(([id, list]) => [
            id,
            [...list, ...list.map(({ key }) => macroInput(id, key.slice(0, 10), isoDay(last + 1), 1))],
          ]),
        );
        expect(pointsUntil(last, revised, captures)).toEqual(pointsUntil(last, macro, captures));
      }),
      { numRuns: 6 },
    );
  });

  it('does not depend on the order of the inputs', () => {
    const [macro, captures] = [market(7), coins(7)];
    const turned = (inputs: Inputs): Inputs =>
      new Map([...inputs].toReversed().map(([id, list]) => [id, list.toReversed()]));
    const last = START + DAYS;
    expect(pointsUntil(last, turned(macro), turned(captures))).toEqual(pointsUntil(last, macro, captures));
  });

  it('lies between 0 and 100', () => {
    for (const { scorecard, data } of scorecardsOf(market(11), coins(11))) {
      expect(data[scorecard]).toBeGreaterThanOrEqual(0);
      expect(data[scorecard]).toBeLessThanOrEqual(100);
    }
  });
});
