import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InputReader } from '../../src/engines/engine.ts';
import { predictionMarketsEngine } from '../../src/engines/prediction-markets.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import type { Format, Input } from '../../src/sources/format.ts';
import { kalshiMarkets } from '../../src/sources/kalshi/kalshi-markets.ts';
import { parseKalshiSeries } from '../../src/sources/kalshi/kalshi-series.ts';
import { parseKalshiMarkets } from '../../src/sources/kalshi/markets-page.ts';
import { limitlessMarkets } from '../../src/sources/limitless/limitless-markets.ts';
import { manifoldMarkets } from '../../src/sources/manifold/market-format.ts';
import { metaculusQuestions } from '../../src/sources/metaculus/metaculus-questions.ts';
import { polymarketMarkets } from '../../src/sources/polymarket/market-format.ts';
import { parsePolymarketMarkets } from '../../src/sources/polymarket/market-page.ts';
import { predictItMarkets } from '../../src/sources/predictit/predictit-markets.ts';
import {
  clob,
  gamma,
  gammaEvent,
  kalshi2025,
  kalshi2026,
  kalshiEvent,
} from '../sources/prediction/native.ts';
import { jsonOf, readAll, sorted } from '../sources/prediction/reading.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

/** As the input store keeps them: by kind, series and key, the later import in place of the earlier. */
function readerOf(inputs: readonly Input[]): InputReader {
  const stored = new Map(inputs.map((input) => [`${input.kind} ${input.series} ${input.key}`, input]));
  const bytewise = (a: Input, b: Input) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));
  const unused = () => Promise.reject(new Error('not used'));
  return {
    list: async (kind, series) =>
      [...stored.values()].filter((one) => one.kind === kind && one.series === series).sort(bytewise),
    newest: unused,
    series: async (kind, prefix = '') => [
      ...new Set(
        [...stored.values()]
          .filter((one) => one.kind === kind && one.series.startsWith(prefix))
          .map((one) => one.series),
      ),
    ],
    record: unused,
    between: unused,
    landmarks: unused,
    recordsOf: unused,
    records: () => {
      throw new Error('not used');
    },
  };
}

const polymarket = (json: unknown, at: Date | null = null) =>
  sorted(parsePolymarketMarkets(json, at, 'page')).inputs;
const kalshi = (json: unknown, at: Date | null = null) => sorted(parseKalshiMarkets(json, at, 'page')).inputs;

/** The record of a series after imports, which must not depend on their order. */
async function derive(series: string, inputs: readonly Input[]) {
  const forth = await predictionMarketsEngine.derive(series, readerOf(inputs));
  expect(await predictionMarketsEngine.derive(series, readerOf(inputs.toReversed()))).toEqual(forth);
  return forth[0];
}

describe('prediction markets engine', () => {
  it('derives one record per market, and none without a capture', async () => {
    expect(predictionMarketsEngine.groupOf({ kind: 'market', series: 'kalshi:A' })).toBe('kalshi:A');
    expect(predictionMarketsEngine.groupOf({ kind: 'bar', series: 'kalshi:A' })).toBeNull();
    expect(await predictionMarketsEngine.derive('kalshi:A', readerOf([]))).toEqual([]);
    const inputs = polymarket([gamma()]);
    expect(await derive('polymarket:0xabc', inputs)).toMatchObject({
      market_id: 'polymarket:0xabc',
      platform: 'polymarket',
      event_title: 'What will happen?',
      question: 'Will X happen?',
      yes_price: 0.51,
      outcome_prices: [0.51, 0.49],
      volume: 832995.125818007,
      volume_24h: 2502.5,
      category_norm: null,
      active: true,
      end_date: new Date('2026-07-31T12:00:00Z'),
      known_from: new Date('2026-06-21T18:26:26.563Z'),
      known_precision: 'EXACT',
    });
    expect(predictionMarketsEngine.feed).toBe(predictionMarkets);
  });

  it('takes the newest capture, and event and category of the newest that says them', async () => {
    const events = polymarket([gammaEvent({ markets: [gamma({ outcomePrices: '["0.4","0.6"]' })] })]);
    const later = gamma({ events: [], outcomePrices: '["0.42","0.58"]', updatedAt: '2026-06-21T19:00:00Z' });
    expect(await derive('polymarket:0xabc', [...polymarket([later]), ...events])).toMatchObject({
      yes_price: 0.42,
      event_title: 'What will happen?',
      category_norm: 'politics',
    });
  });

  it('takes title and category of its event, then of its series, where no market says them', async () => {
    const market = kalshi([kalshi2025()]);
    const event = { event_ticker: 'KXBOND-30', series_ticker: 'KXBOND', title: 'Next James Bond' };
    const series = sorted(
      parseKalshiSeries([{ ticker: 'KXBOND', category: 'World', frequency: 'one_off' }], null, 'page'),
    );
    const other = kalshi([{ ...event, event_ticker: 'KXBOND-3', title: 'Another' }]);
    const derived = (inputs: readonly Input[]) => derive('kalshi:KXBOND-30-CAL', [...market, ...inputs]);
    expect(await derived(other)).toMatchObject({ event_title: null, category_norm: null });
    expect(await derived(series.inputs)).toMatchObject({ event_title: null, category_norm: 'world' });
    const named = kalshi([{ ...event, category: 'Entertainment' }]);
    expect(await derived([...series.inputs, ...named])).toMatchObject({
      event_title: 'Next James Bond',
      category_norm: 'entertainment',
    });
    const reader = readerOf([...market, ...series.inputs, ...named, ...other]);
    const concerned = await predictionMarketsEngine.groupsIn?.([...series.inputs, ...other], reader);
    expect(concerned).toEqual(['kalshi:KXBOND-30-CAL']);
    expect(await predictionMarketsEngine.groupsIn?.(other, reader)).toEqual([]);
  });

  it('is known from the first of the captures that say the same as the newest', async () => {
    const said = (at: string, price: string) =>
      polymarket([gamma({ outcomePrices: price, updatedAt: `2026-06-21T${at}:00Z` })]);
    const [half, less] = ['["0.5","0.5"]', '["0.4","0.6"]'];
    const knownFrom = async (...inputs: readonly (readonly Input[])[]) =>
      (await derive('polymarket:0xabc', inputs.flat()))?.known_from;
    const before = [said('18:00', half), said('18:05', less), said('18:10', half)];
    expect(await knownFrom(...before)).toEqual(new Date('2026-06-21T18:10:00Z'));
    expect(await knownFrom(...before, said('18:15', half))).toEqual(new Date('2026-06-21T18:10:00Z'));
    expect(await knownFrom(...before, said('18:15', less))).toEqual(new Date('2026-06-21T18:15:00Z'));
  });

  it('takes a capture without a time as older than any with one', async () => {
    const untimed = polymarket([clob({ condition_id: '0xabc' })]);
    expect(await derive('polymarket:0xabc', [...polymarket([gamma()]), ...untimed])).toMatchObject({
      yes_price: 0.51,
      active: true,
      category_norm: 'politics',
    });
  });

  it('takes of captures of one time the one with more volume, then the one that is closed', async () => {
    const traded = kalshi([kalshi2026({ volume_fp: '13.50', last_price_dollars: '0.0700' })]);
    expect(await derive('kalshi:KXMVE-S2026-B07', [...traded, ...kalshi([kalshi2026()])])).toMatchObject({
      yes_price: 0.07,
      volume: 13.5,
    });
    const closed = kalshi([kalshi2025({ status: 'finalized' })]);
    expect(await derive('kalshi:KXBOND-30-CAL', [...closed, ...kalshi([kalshiEvent()])])).toMatchObject({
      active: false,
      event_title: 'Next James Bond',
      category_norm: 'entertainment',
    });
  });

  it('gives the same record whatever the order of any captures', async () => {
    const capture = fc.record({
      volumeNum: fc.constantFrom(0, 5, 5.001, 1e9),
      closed: fc.boolean(),
      outcomePrices: fc.constantFrom('["0.1","0.9"]', '["0.5","0.5"]', '["1","0"]'),
      updatedAt: fc.constantFrom(undefined, '2026-06-21T18:00:00.5Z', '2026-06-21T18:00:01Z'),
      category: fc.constantFrom(undefined, 'Crypto', 'US-current-affairs'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(capture, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        async (captures, turn) => {
          const inputs = captures.flatMap((over) => polymarket([gamma(over)]));
          const at = turn % inputs.length;
          const record = await derive('polymarket:0xabc', inputs);
          expect(await derive('polymarket:0xabc', [...inputs.slice(at), ...inputs.slice(0, at)])).toEqual(
            record,
          );
          expect(await derive('polymarket:0xabc', [...inputs, ...inputs])).toEqual(record);
        },
      ),
    );
  });

  it('names an input that does not fit the feed any more', async () => {
    const [input] = polymarket([gamma()]);
    const broken = { ...input, data: { market_id: 'polymarket:0xabc' } } as Input;
    await expect(predictionMarketsEngine.derive('polymarket:0xabc', readerOf([broken]))).rejects.toThrow(
      /input polymarket:0xabc .* does not fit the feed: platform is required/,
    );
  });
});

const SAMPLES: readonly (readonly [Format, number, readonly string[]])[] = [
  [
    polymarketMarkets,
    279,
    [
      'clob_markets.json.gz',
      'gamma_event.json',
      'gamma_market.json',
      'gamma_market_closed_binary_accepting_false.json',
      'gamma_market_sports_market_money_line.json',
      'gamma_markets.json.gz',
      'gamma_markets_2026-06.json',
      'search_response.json',
    ],
  ],
  [kalshiMarkets, 102, ['markets_2025.json', 'markets_2026-06.json', 'derived_events.json']],
  [manifoldMarkets, 177, ['v0_markets.json.gz']],
  [predictItMarkets, 538, ['marketdata_all.json.gz']],
  [metaculusQuestions, 28, ['questions.json.gz']],
  [limitlessMarkets, 3, ['markets.json']],
];

describeWithSharedData('prediction markets of the samples', 'prediction', (folder) => {
  it.each(SAMPLES.map(([format, ...rest]) => [format.name, format, ...rest] as const))(
    '%s',
    async (_, format, records, files) => {
      const provider = format.name.slice(0, format.name.indexOf('-'));
      const { inputs } = await readAll(format, ...files.map((file) => `${folder}/${provider}/${file}`));
      const series = new Set(inputs.map((input) => input.series));
      for (const one of series)
        expect(await derive(one, inputs)).toMatchObject({ market_id: one, platform: provider });
      expect(series.size).toBe(records);
    },
  );

  it('of a market of Kalshi without category, what the list of events says', async () => {
    const { markets } = (await jsonOf(`${folder}/kalshi/event_KXELONMARS-99.json`)) as { markets: unknown[] };
    const alone = kalshi(markets);
    const unnamed = { event_title: null, category_norm: null };
    expect(await derive('kalshi:KXELONMARS-99', alone)).toMatchObject(unnamed);
    const events = await readAll(kalshiMarkets, `${folder}/kalshi/events_2026-01.json`);
    expect(events.counts).toEqual({ input: 5 });
    expect(await derive('kalshi:KXELONMARS-99', [...alone, ...events.inputs])).toMatchObject({
      event_title: 'Will Elon Musk visit Mars in his lifetime?',
      category_norm: 'world',
    });
  });

  it('takes of two captures of a market that of June, not that of January', async () => {
    const files = ['gamma_markets_2026-06.json', 'gamma_markets.json.gz'];
    const { inputs } = await readAll(
      polymarketMarkets,
      ...files.map((file) => `${folder}/polymarket/${file}`),
    );
    const series = 'polymarket:0x32b09f6390252b37d674501527e709016d55581b2c1e544bd4b8167f5f732f4c';
    expect(inputs.filter((input) => input.series === series)).toHaveLength(2);
    expect(await derive(series, inputs)).toMatchObject({
      question: 'Will Jesus Christ return before GTA VI?',
      outcome_prices: [0.495, 0.505],
      volume: 11604921.919033712,
    });
  });
});
