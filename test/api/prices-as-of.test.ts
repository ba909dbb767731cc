import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { clock: { now: () => new Date('2026-11-24T22:00:00Z') } });
  const days: [string, number, object][] = [
    ['2026-11-16', 100, {}],
    ['2026-11-17', 102, {}],
    ['2026-11-18', 52, { s: 2 }],
    ['2026-11-19', 53, { d: 3 }],
  ];
  await app.services.inputs.put(
    days.map(([key, c, more]) => {
      const data = { o: c, h: c, l: c, c, v: 1, ...more };
      return { kind: 'stock_bar', series: 'KO|tiingo|raw+events', key, data };
    }),
  );
}, 600_000);
afterAll(() => app.stop(), 600_000);

const asOf = async (moment: string, key?: string) =>
  app.graphql(
    `{ at(asOf: "${moment}") { asset(symbol: "KO") { price { last at changePct24h }
      bars(first: 9, adjusted: SPLITS_AND_DIVIDENDS) { source { adjustedAsOf } nodes { day close } } } } }`,
    {},
    key,
  );

it('prices of a moment know neither later bars nor later splits and dividends', async () => {
  // During the session of the split: the newest close is that of the day before.
  const during = await asOf('2026-11-18T20:59:00Z');
  expect(during.errors).toBeUndefined();
  expect(during.data).toMatchObject({
    at: {
      asset: {
        price: { last: 102, at: '2026-11-17T21:00:00.000Z', changePct24h: 2 },
        bars: { source: { adjustedAsOf: '2026-11-17' }, nodes: [{ close: 102 }, { close: 100 }] },
      },
    },
  });
  expect((await asOf('2026-11-18T21:00:00Z')).data).toMatchObject({
    at: {
      asset: {
        price: { last: 52, changePct24h: expect.closeTo(100 / 51, 8) },
        bars: {
          source: { adjustedAsOf: '2026-11-18' },
          nodes: [{ close: 52 }, { close: 51 }, { close: 50 }],
        },
      },
    },
  });
});

it('prices that were adjusted behind a moment do not exist at it', async () => {
  const bars = [['2026-11-16', 48] as const, ['2026-11-17', 49] as const, ['2026-11-20', 54] as const];
  await app.services.inputs.put(
    bars.map(([key, c]) => {
      const data = { o: c, h: c, l: c, c, v: 1, ac: c };
      return { kind: 'stock_bar', series: 'KO|yahoo|splits+total@2026-11-21', key, data };
    }),
  );
  expect((await asOf('2026-11-20T22:00:00Z')).data).toMatchObject({ at: { asset: { price: { last: 53 } } } });
  expect((await asOf('2026-11-21T00:00:00Z')).data).toMatchObject({ at: { asset: { price: { last: 54 } } } });
});

it('a moment before the window of the key is refused', async () => {
  const free = await app.issue('free');
  const { errors } = await asOf('2026-11-16T22:00:00Z', free);
  expect(errors).toMatchObject([{ extensions: { code: 'MOMENT_OUTSIDE_WINDOW' } }]);
});
