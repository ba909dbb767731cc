import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { isObject } from '../../src/feed/json.ts';
import { formats } from '../../src/sources/index.ts';
import { namesIn } from '../support/native-fields.ts';
import { sampleFiles, sampleOptions } from '../support/sample-files.ts';
import { SAMPLES } from '../support/samples.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

const page = readFileSync('docs/data.md', 'utf8');

type Json = Readonly<Record<string, unknown>>;

/** A section of "Native fields", and where the members that it has to name stand in which files. */
const SECTIONS: readonly (readonly [
  title: string,
  files: readonly string[],
  entries: (json: never) => readonly Json[],
])[] = [
  [
    'CoinGecko',
    ['aoe/coingecko/coins_markets_2026-05-02T0719.json.gz'],
    ({ data }: { data: Json[] }) => data,
  ],
  [
    'CoinGecko',
    ['aoe/coingecko/coins_bitcoin.json'],
    ({ market_data }: { market_data: Json }) => [market_data],
  ],
  [
    'Kalshi',
    ['prediction/kalshi/markets_2025.json', 'prediction/kalshi/markets_2026-06.json'],
    (json: Json[]) => json,
  ],
  ['Kalshi', ['prediction/kalshi/event_KXELONMARS-99.json'], ({ event }: { event: Json }) => [event]],
  [
    'Polymarket',
    ['prediction/polymarket/gamma_markets.json.gz', 'prediction/polymarket/gamma_markets_2026-06.json'],
    (json: Json[]) => json,
  ],
  [
    'Polymarket',
    [
      'prediction/polymarket/gamma_market_closed_binary_accepting_false.json',
      'prediction/polymarket/gamma_market_sports_market_money_line.json',
    ],
    (json: Json) => [json].flat() as Json[],
  ],
  ['Polymarket', ['prediction/polymarket/clob_markets.json.gz'], ({ data }: { data: Json[] }) => data],
  ['Manifold', ['prediction/manifold/v0_markets.json.gz'], (json: Json[]) => json],
  [
    'PredictIt',
    ['prediction/predictit/marketdata_all.json.gz'],
    ({ markets }: { markets: { contracts: Json[] }[] }) =>
      markets.flatMap((market) => [market, ...market.contracts]),
  ],
  ['Limitless', ['prediction/limitless/markets.json'], (json: Json[]) => json],
];

/** Kalshi states amounts in cents and in dollars, CoinGecko changes in one currency and in all. */
const nameOf = (member: string): string => member.replace(/_dollars$|_in_currency$/, '');

describeWithSharedData('docs/data.md says what becomes of each native field', '.', (folder) => {
  it.each(SECTIONS)('of %s in %s', (title, files, entries) => {
    const start = page.indexOf(`### ${title}`);
    const section = page.slice(start, page.indexOf('\n### ', start + 1));
    const named = new Set(Array.from(section.matchAll(/`(\w+)`/g), ([, name = '']) => nameOf(name)));
    const members = files.flatMap((file) => {
      const bytes = readFileSync(`${folder}/${file}`);
      const json = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as never; // of the sample
      return entries(json).flatMap((entry) => (isObject(entry) ? Object.keys(entry) : []));
    });
    expect(members.length).toBeGreaterThan(5);
    const missing = [...new Set(members)].filter((name) => !named.has(nameOf(name)));
    expect(missing).toEqual([]);
  });
});

/** Files of one shape say the same of each entry: so many are read of each. */
const ENTRIES_OF_A_FILE = 3_000;
const FILES_OF_A_SET = 60;

describeWithSharedData(
  'each field of each native entry of the samples is named in the guides',
  '.',
  (folder) => {
    const guides = page + readFileSync('docs/prices.md', 'utf8');
    // Tables of one provider spell a column in several ways: `Adj. Open`, `adj_open`.
    const plain = (name: string) =>
      nameOf(name)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '');
    const named = new Set(
      Array.from(guides.matchAll(/`([^`\n]+)`/g), ([, text = '']) => [text, ...(text.match(/\w+/g) ?? [])])
        .flat()
        .map(plain),
    );
    const unnamed = (fields: ReadonlySet<string>) => [...fields].filter((field) => !named.has(plain(field)));
    it.each([...new Set(SAMPLES.map(({ format }) => format))])(
      '%s',
      async (name) => {
        const format = formats.find((one) => one.name === name) ?? expect.unreachable();
        const fields = new Set<string>();
        for (const set of SAMPLES.filter((one) => one.format === name)) {
          for (const file of sampleFiles(folder, set).slice(0, FILES_OF_A_SET)) {
            let entries = 0;
            for await (const item of format.read([file], sampleOptions(set))) {
              if (item.kind !== 'entry') continue;
              for (const field of namesIn(item.content)) fields.add(field);
              entries += 1;
              if (entries === ENTRIES_OF_A_FILE) break;
            }
          }
        }
        expect(unnamed(fields)).toEqual([]);
      },
      600_000,
    );

    it('columns of the sets of the SEC', () => {
      const columns = new Set<string>();
      for (const set of SAMPLES.filter(({ format }) => format === 'sec-tsv')) {
        const dir = sampleFiles(folder, set)[0] ?? expect.unreachable();
        for (const table of readdirSync(dir).filter((file) => file.includes('.tsv'))) {
          const bytes = readFileSync(join(dir, table));
          const [header = ''] = (table.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split(/\r?\n/);
          for (const column of header.split('\t')) columns.add(column.replace(/_FN$/, ''));
        }
      }
      expect(columns.size).toBeGreaterThan(50);
      expect(unnamed(columns)).toEqual([]);
    });
  },
);
