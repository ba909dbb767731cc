import { describe, expect, it } from 'vitest';
import { coinMarket } from '../../../src/engines/scorecards/coins.ts';
import { bySeries, type CoinFacts, capture, dayOf } from './inputs.ts';

/** BTC of 600 and up 10 %, then `count` alts of 1 each, of which every other beats it. */
function market(count: number): CoinFacts[] {
  const alts = Array.from({ length: count }, (_, index) => ({
    id: `alt-${String(index).padStart(3, '0')}`, // ties go by id
    market_cap: 1,
    perf_30d: index % 2 === 0 ? 20 : -20,
  }));
  return [{ id: 'bitcoin', market_cap: 600, perf_30d: 10 }, ...alts];
}

const AT = '2026-05-01T07:58:51.180Z';
const day = dayOf('2026-05-01');

describe('coin captures', () => {
  it("give BTC's share of the 250 largest, and how many of the 50 largest alts beat it", () => {
    const { dominance, altsBeatingBtc } = coinMarket(bySeries(capture(AT, market(300))));
    expect(dominance).toEqual([{ day, knownOn: day, value: (100 * 600) / 849 }]);
    expect(altsBeatingBtc).toEqual([{ day, knownOn: day, value: 50 }]);
  });

  it('do not count pegged tokens and claims as alts', () => {
    const pegged = { perf_24h: 0.1, perf_7d: -0.2, perf_30d: 0.9 };
    const others: CoinFacts[] = [
      { id: 'pegged', price: 1.001, market_cap: 9, ...pegged },
      { id: 'wsteth', name: 'Wrapped stETH', market_cap: 9, perf_30d: -50 },
      { id: 'xaut', name: 'Tether Gold', market_cap: 9, perf_30d: -50 },
      { id: 'jtrsy', name: 'Anemoy Treasury Fund', market_cap: 9, perf_30d: -50 },
    ];
    const { altsBeatingBtc } = coinMarket(bySeries(capture(AT, [...market(50), ...others])));
    expect(altsBeatingBtc[0]?.value).toBe(50);
    const quiet = { id: 'quiet', price: 0.25, market_cap: 9, ...pegged };
    expect(coinMarket(bySeries(capture(AT, [...market(49), quiet]))).altsBeatingBtc[0]?.value).toBe(50);
  });

  it('say nothing from a short list, without BTC, or without performances', () => {
    const none = { dominance: [], altsBeatingBtc: [] };
    expect(coinMarket(bySeries(capture(AT, market(5))))).toEqual(none);
    expect(coinMarket(bySeries(capture(AT, market(300).slice(1))))).toEqual(none);
    const silent = market(300).map((coin) => ({ ...coin, perf_30d: null }));
    expect(coinMarket(bySeries(capture(AT, silent))).altsBeatingBtc).toEqual([]);
    const worthless = market(300).map((coin) => ({ ...coin, market_cap: null }));
    expect(coinMarket(bySeries(capture(AT, worthless)))).toEqual(none);
  });

  it('count once a day, the last one, in any order', () => {
    const later = capture(
      '2026-05-01T20:00:00.000Z',
      market(300).map((coin) => ({ ...coin, market_cap: coin.id === 'bitcoin' ? 751 : 1 })),
    );
    const earlier = capture(AT, market(300));
    for (const order of [
      [earlier, later],
      [later.toReversed(), earlier.toReversed()],
    ]) {
      expect(coinMarket(bySeries(...order)).dominance).toEqual([{ day, knownOn: day, value: 75.1 }]);
    }
  });
});
