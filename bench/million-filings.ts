/**
 * One million insider filings in the embedded store: how deep pages, filters and the directory answer. Run with
 * `npm run bench:scale`; prints a table and JSON. Times are medians of interleaved rounds in one run.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openServices, systemClock } from '../src/app/services.ts';
import { readConfig } from '../src/config.ts';
import { viewOf } from '../src/core/access/access.ts';
import { DEFAULT_TIERS } from '../src/core/access/tiers.ts';
import { fullView } from '../src/core/access/view.ts';
import { createReader, cursorOf } from '../src/core/read/read.ts';
import { compare } from '../src/feed/query.ts';
import { insiderFilings } from '../src/feeds/insider/feed.ts';
import { median } from './turns.ts';

const FILINGS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 15;
const dataDir = mkdtempSync(join(tmpdir(), 'alpha-scale-'));
const filling = execFileSync(process.execPath, ['bench/fill-filings.ts', String(FILINGS), dataDir], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
const services = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }));
try {
  const importing: unknown = JSON.parse(filling);
  const reader = createReader({
    store: services.feeds,
    insiders: services.insiders,
    search: services.search,
    directories: services.directories,
  });
  const view = fullView(systemClock.now());
  const first = { slice: { first: 50 } };
  const buys = compare(insiderFilings.leaf('transaction_direction'), 'eq', 'buy');
  const ticker = compare(insiderFilings.leaf('ticker'), 'eq', 'T0042');
  const deep = await reader.list(insiderFilings, { slice: { first: 1, offset: FILINGS / 2 } }, view);
  const anchor = deep.rows[0];
  if (!anchor) throw new Error('the store is empty');
  const after = cursorOf(deep, anchor);
  const directory = { sort: 'total_buy_value', direction: 'desc', offset: 0, limit: 50 } as const;
  const cases: Record<string, () => Promise<unknown>> = {
    'top 50': () => reader.list(insiderFilings, first, view),
    'top 50 of one ticker': () => reader.list(insiderFilings, { ...first, filter: ticker }, view),
    'top 50 purchases': () => reader.list(insiderFilings, { ...first, filter: buys }, view),
    'page 500,000 rows deep, by cursor': () =>
      reader.list(insiderFilings, { slice: { first: 50, after } }, view),
    'the same among purchases': () =>
      reader.list(insiderFilings, { slice: { first: 50, after }, filter: buys }, view),
    'exact total of one ticker': () => reader.total(insiderFilings, ticker, view),
    'exact total of purchases': () => reader.total(insiderFilings, buys, view),
    'exact total of everything': () => reader.total(insiderFilings, undefined, view),
    'directory, largest buyers': () => reader.insiders.directory(directory, view),
    'directory search "jane 123"': () =>
      reader.insiders.directory({ ...directory, search: 'jane 123' }, view),
    'directory search "ja"': () => reader.insiders.directory({ ...directory, search: 'ja' }, view),
    'clusters of 30 days': () =>
      reader.insiders.clusters({ daysBack: 30, minInsiders: 3, offset: 0, limit: 50 }, view),
    'market stats': () => reader.insiders.market(view),
    'company windows': () => reader.insiders.flows(['T0042'], 90, view),
  };
  for (const tier of DEFAULT_TIERS) {
    const limited = viewOf(tier, systemClock.now());
    cases[`directory as ${tier.id}`] = () => reader.insiders.directory(directory, limited);
    cases[`market stats as ${tier.id}`] = () => reader.insiders.market(limited);
    cases[`exact total as ${tier.id}`] = () => reader.total(insiderFilings, undefined, limited);
  }
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, run] of Object.entries(cases)) {
      const started = performance.now();
      await run();
      times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
    }
  }
  const base = median(times.get('top 50') ?? []);
  const rows = [...times].map(([name, of]) => ({
    name,
    medianMs: median(of),
    worstMs: Math.max(...of),
    toTop50: median(of) / base,
  }));
  console.table(
    rows.map((row) => ({
      question: row.name,
      'median ms': row.medianMs.toFixed(2),
      'worst ms': row.worstMs.toFixed(2),
      'ratio to top 50': row.toTop50.toFixed(2),
    })),
  );
  const rssMb = Math.round(process.memoryUsage.rss() / 2 ** 20);
  console.log(JSON.stringify({ filings: FILINGS, importing, rssWhileReadingMb: rssMb, rows }));
} finally {
  await services.close();
  rmSync(dataDir, { recursive: true, force: true });
}
