import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { makeFiles } from '../support/feed-files.ts';

/** The moment at which the commands of the guides are run. */
const NOW = '2026-03-04T05:06:07.000Z';

const congress = [
  ['c-1', 'Ann Example', 'NVDA', 'Purchase', '2026-02-02', '2026-02-20'],
  ['c-2', 'Bob Sample', 'MSFT', 'Sale (Full)', '2026-02-10', '2026-02-25'],
  ['c-3', 'Ann Example', 'NVDA', 'Purchase', '2026-02-12', '2026-03-02'],
  ['c-4', 'Cy Specimen', 'AAPL', 'Purchase', '2026-02-17', '2026-03-03'],
  ['c-5', 'Bob Sample', 'NVDA', 'Sale (Partial)', '2026-02-18', '2026-03-03'],
].map(([id, politician_name, ticker, transaction_type, traded, filed]) => ({
  id,
  politician_name,
  party: 'I',
  chamber: 'house',
  state: 'VT',
  asset_name: `${ticker} common stock`,
  ticker,
  asset_type: 'Stock',
  sector: 'technology',
  transaction_type,
  owner: 'Self',
  transaction_date: `${traded}T00:00:00`,
  filing_date: `${filed}T00:00:00`,
  is_tradable: true,
}));

const insider = [
  ['i-1', 'NVDA', 'Doe Jane', 'P', 1000, 180_000, '2026-02-24T21:00:00Z'],
  ['i-2', 'NVDA', 'Roe Max', 'S', 500, 91_000, '2026-03-02T21:30:00Z'],
  ['i-3', 'AAPL', 'Poe Ida', 'P', 2000, 540_000, '2026-03-03T22:15:00Z'],
].map(([id, ticker, insider_name, transaction_code, shares, value, filing_date]) => ({
  id,
  ticker,
  company_name: `${ticker} Inc.`,
  insider_name,
  insider_title: 'Chief Financial Officer',
  is_director: false,
  is_ten_percent: false,
  transaction_code,
  transaction_direction: transaction_code === 'P' ? 'buy' : 'sell',
  shares,
  value,
  filing_date,
  trade_date: filing_date,
}));

const ams = ['2026-01-02', '2026-03-01', '2026-03-02', '2026-03-03'].map((day, n) => ({
  id: `ams-${day}`,
  scorecard: 'ams',
  timeframe: '1D',
  timestamp: `${day}T00:00:00Z`,
  data: { ams: 50 + n, btc_dominance: 57.5 + n / 4 },
}));

/** A few records of which the answers in the guides are made. */
async function ingestFew(app: TestApp): Promise<void> {
  for (const [module, records] of Object.entries({ congress, insider, ams })) {
    const response = await app.ingest(module, records);
    if (!response.ok) throw new Error(await response.text());
  }
}

/** What markets said on two days before, for the files of these days. */
const MARKETS = [
  ['2026-03-02T10:00:00Z', 'KXFED', 0.62],
  ['2026-03-02T15:30:00Z', 'KXFED', 0.71],
  ['2026-03-02T15:30:00Z', 'KXCPI', 0.4],
  ['2026-03-03T09:00:00Z', 'KXFED', 0.65],
] as const;

async function ingestMarkets(app: TestApp, clock: TestClock): Promise<void> {
  for (const [at, id, price] of MARKETS) {
    clock.set(at);
    const market = {
      ...{ market_id: id, platform: 'kalshi', question: `Does ${id} resolve to yes?`, active: true },
      ...{ yes_price: price, outcome_prices: [price, 1 - price], observed_at: at, known_from: at },
    };
    const response = await app.ingest('prediction', [market]);
    if (!response.ok) throw new Error(await response.text());
  }
  clock.set(NOW);
  await makeFiles(app);
}

/** Where the commands of a guide are run: an empty folder beside a server with few records. */
export interface Guide {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ingest: TestApp['ingest'];
  stop(): Promise<void>;
}

/** @param options `files`: with files of the days before. */
export async function startGuide(options: { readonly files?: boolean } = {}): Promise<Guide> {
  const cwd = mkdtempSync(join(tmpdir(), 'alpha-guide-'));
  const clock = testClock(NOW);
  const app = await startApp({}, { clock });
  if (options.files) await ingestMarkets(app, clock);
  await ingestFew(app);
  return {
    cwd,
    env: { URL: app.url, KEY: await app.issue('pro_api'), FREE_KEY: await app.issue('free') },
    ingest: app.ingest,
    async stop() {
      rmSync(cwd, { recursive: true, force: true });
      await app.stop();
    },
  };
}
