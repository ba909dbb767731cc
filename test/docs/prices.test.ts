import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { PRICE_ADJUSTMENTS } from '../../src/feed/price-adjustment.ts';
import { parseInstant } from '../../src/feed/value.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { fencesOf } from './guide-page.ts';

const page = readFileSync('docs/prices.md', 'utf8');
const fences = fencesOf('docs/prices.md');
const [query] = fences.filter(({ info }) => info === 'graphql');
const commands = (fences.find(({ info }) => info === 'sh')?.text ?? '').trim().split('\n');
const formulas = fences.find(({ info }) => info === '')?.text ?? '';

/** The files that those of the page stand for. */
const FILES: Readonly<Record<string, string>> = {
  'AAPL_daily.csv': 'tiingo/AAPL_daily_2018_2025.csv.gz',
  'aapl_us_d.csv': 'stooq/aapl_us_d.csv.gz',
};

it('docs/prices.md names every format of daily bars, and the formula of the code', () => {
  const names = formats.flatMap(({ name, description }) =>
    /bars|prices|daily|candles|chart|history|aggs/i.test(description) ? [name] : [],
  );
  for (const name of names.filter((one) =>
    /^(alpaca|alphav|finnhub|fmp|polygon|quandl|stooq|tiingo|yahoo)/.test(one),
  ))
    expect(page).toContain(`\`${name}\``);
  const code = readFileSync('src/feed/price-adjustment.ts', 'utf8');
  for (const line of formulas.trim().split('\n')) expect(code).toContain(line.split(/ {3,}/)[0]);
});

describeWithSharedData('docs/prices.md, done as it says', 'prices', (folder) => {
  let app: TestApp;
  beforeAll(async () => {
    // The evening of the split: what came later is not known yet.
    app = await startApp({}, { clock: { now: () => new Date('2020-08-31T23:00:00Z') } });
    for (const command of commands) {
      const [, name, file = '', , at] = /import (\S+) (\S+)( --at (\S+))?$/.exec(command) ?? [];
      const format = formats.find((one) => one.name === name);
      if (!format) throw new Error(`no format ${name}`);
      const report = await runFormat(app.services, format, [join(folder, FILES[file] ?? file)], {
        ...(at ? { at: parseInstant(at) ?? new Date(Number.NaN) } : {}),
        reject: async () => undefined,
        onProgress: () => undefined,
      });
      expect(report.inputs).toBeGreaterThan(1000);
    }
  }, 600_000);
  afterAll(() => app.stop(), 600_000);

  it('the query is answered', async () => {
    const { data, errors } = await app.graphql(query?.text ?? '');
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      asset: {
        price: {
          last: 129.04,
          at: '2020-08-31T20:00:00.000Z',
          adjusted: 'RAW',
          source: { provider: 'tiingo' },
        },
        bars: {
          source: { provider: 'tiingo', adjusted: 'SPLITS', adjustedAsOf: '2020-08-31' },
          nodes: [
            { day: '2020-08-31', close: 129.04, split: 4 },
            { day: '2020-08-28', close: 124.8075 },
            { day: '2020-08-27' },
          ],
          pageInfo: { hasNextPage: false },
        },
      },
    });
    const { price } = (data as unknown as { asset: { price: { changePct24h: number } } }).asset;
    expect(price.changePct24h).toBeCloseTo(100 * (129.04 / (499.23 / 4) - 1), 10);
  });

  it.each(PRICE_ADJUSTMENTS)('the table of the four days is right as %s', async (adjusted) => {
    const [row = ''] = page.split('\n').filter((line) => line.startsWith(`| \`${adjusted}\``));
    const told = row.split('|').slice(2, -1).map(Number);
    const { data } = await app.graphql(
      `{ asset(symbol: "AAPL") { bars(adjusted: ${adjusted}, provider: "tiingo", from: "2020-08-06T00:00:00Z") { nodes { day close } } } }`,
    );
    const { nodes } = (data as unknown as { asset: { bars: { nodes: { day: string; close: number }[] } } })
      .asset.bars;
    const days = ['2020-08-06', '2020-08-07', '2020-08-28', '2020-08-31'];
    const closes = days.map((day) => nodes.find((node) => node.day === day)?.close ?? Number.NaN);
    expect(closes.map((close) => Number(close.toFixed(4)))).toEqual(told);
  });
});
