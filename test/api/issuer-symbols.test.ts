import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { LISTED_SYMBOLS } from '../../src/feed/listed-symbols.ts';
import { rederive } from '../../src/ingestion/rederive/rederive.ts';
import { formats } from '../../src/sources/index.ts';
import { assetSymbolOf, directoryOf } from '../../src/sources/symbol-directories/issuer-symbols.ts';
import { startApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

const TICKERS = ['sec-tickers', 'symbols/sec/company_tickers.json.gz'] as const;
/** Purchases of Block while it was `SQ` (CIK 1512673, now XYZ), and a form of Sarcos while it was `STRC` (CIK 1826681, now PDYN). */
const FORMS = [
  'sec-ownership',
  'insider/sec-ownership/form4_SQ_2023-11-08_purchases.xml',
  'insider/sec-full-submissions-2023/purchases/0001209191-23-021740.txt',
] as const;

describeWithSharedData('companies whose symbols changed', 'symbols', (folder) => {
  const load = ({ services }: Awaited<ReturnType<typeof startApp>>, [name, ...files]: readonly string[]) => {
    const format = formats.find((one) => one.name === name) ?? expect.unreachable();
    return runFormat(
      services,
      format,
      files.map((file) => join(folder, '..', file)),
      {
        at: new Date('2025-12-14T00:00:00Z'),
        filedAt: new Date('2023-11-08T00:00:00Z'),
        reject: async () => undefined,
        onProgress: () => undefined,
      },
    );
  };
  const asked = `query ($symbol: String!) { asset(symbol: $symbol) { symbol aliases
    insiderFilings { totalCount nodes { ticker } } signals { totalCount } } }`;
  interface Answer {
    readonly asset: {
      readonly symbol: string;
      readonly aliases: readonly string[];
      readonly insiderFilings: { readonly totalCount: number; readonly nodes: readonly object[] };
      readonly signals: { readonly totalCount: number };
    };
  }

  it.each([
    ['the directory first', [TICKERS, FORMS]],
    ['the forms first', [FORMS, TICKERS]],
  ])(
    'are one asset each, %s',
    async (_, imports) => {
      const app = await startApp();
      for (const one of imports) await load(app, one);
      const assetOf = async (symbol: string) =>
        ((await app.graphql(asked, { symbol })).data as unknown as Answer).asset;
      const check = async () => {
        const block = await assetOf('XYZ');
        expect(block).toMatchObject({
          symbol: 'XYZ',
          aliases: expect.arrayContaining(['SQ', 'Block, Inc.']),
        });
        expect(block.insiderFilings.nodes).toEqual(Array(4).fill({ ticker: 'SQ' }));
        expect(block.signals.totalCount).toBeGreaterThan(0);
        expect(await assetOf('SQ')).toEqual(block);
        const sarcos = await assetOf('PDYN');
        expect(sarcos.insiderFilings.nodes).toContainEqual({ ticker: 'STRC' });
        expect(await assetOf('STRC')).toMatchObject({
          aliases: ['Strategy Inc'],
          insiderFilings: { totalCount: 0 },
        });
      };
      await check();
      const { records } = await rederive(app.services);
      expect(records).toMatchObject({ created: 0, updated: 0, removed: 0 });
      await check();
      await app.stop();
    },
    600_000,
  );

  it('are told from others, and from their successors, by number and name', () => {
    const bytes = gunzipSync(readFileSync(join(folder, '..', TICKERS[1]))).toString();
    const rows = Object.values(JSON.parse(bytes)) as { cik_str: number; ticker: string; title: string }[];
    const byCik = Map.groupBy(rows, ({ cik_str }) => String(cik_str).padStart(10, '0'));
    const listed = new Map(
      [...byCik].map(([cik, of]) => [cik, of.map(({ ticker: symbol, title: name }) => ({ symbol, name }))]),
    );
    const directory = directoryOf(new Map([[LISTED_SYMBOLS, listed]]));
    // Issuers of forms in insider/, as they were named and numbered there.
    const FILED = [
      ['GAP', 39911, 'GPS', 'GAP INC'],
      ['FLG', 910073, 'NYCB', 'NEW YORK COMMUNITY BANCORP, INC.'],
      ['FFAI', 1805521, 'FFIE', 'FARADAY FUTURE INTELLIGENT ELECTRIC INC.'],
      ['SQFT', 1080657, 'PPTINC', 'Presidio Property Trust, Inc.'],
      ['BF.B', 14693, 'BFB', 'BROWN FORMAN CORP'],
      ['WBHC', 885275, null, 'WILSON BANK HOLDING CO'],
      // Several symbols of common stock, of which none is the old one.
      ['LSXMA', 1560385, 'LSXMA', 'Liberty Media Corp'],
      // A class of shares of a fund.
      ['LCRDX', 1753712, 'LCRDX', 'Lord Abbett Credit Opportunities Fund'],
      // Another company now.
      ['CIK0000075208', 75208, 'OSG', 'OVERSEAS SHIPHOLDING GROUP INC'],
      // Its successor, and the partnership of the company.
      ['BLK', 1364742, 'BLK', 'BlackRock Inc.'],
      ['DLR', 1494877, 'DLR', 'DIGITAL REALTY TRUST, L.P.'],
      // Not listed any more, and no one else is.
      ['ZZZQ', 9999999, 'ZZZQ', 'Nothing Inc.'],
    ] as const;
    expect(
      FILED.map(([, cik, own, name]) =>
        assetSymbolOf({ cik: String(cik).padStart(10, '0'), own, name }, directory),
      ),
    ).toEqual(FILED.map(([symbol]) => symbol));
  });
});
