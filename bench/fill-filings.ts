/**
 * Fills a store with insider filings through ingestion; started by `million-filings.ts` as a process of its own, so that
 * its memory is not counted as that of the reader. Prints what it did as JSON.
 */
import { sql } from 'kysely';
import { pino } from 'pino';
import { openServices, systemClock } from '../src/app/services.ts';
import { readConfig } from '../src/config.ts';
import type { AnyRecord } from '../src/feed/feed.ts';
import { insiderFilings } from '../src/feeds/insider/feed.ts';

const FILINGS = Number(process.argv[2]);
const THREE_YEARS_MS = 3 * 365 * 86_400_000;
const services = await openServices(readConfig({ DATA_DIR: process.argv[3] }), pino({ level: 'silent' }));
try {
  console.log(JSON.stringify(await fill()));
} finally {
  await services.close();
}

/** 60,000 insiders, 5,000 tickers, three years; a tenth are purchases, as among real forms 4. */
async function fill() {
  const started = performance.now();
  let peakRssMb = 0;
  const now = systemClock.now().getTime();
  for (let from = 0; from < FILINGS; from += 5_000) {
    const batch: AnyRecord[] = Array.from({ length: Math.min(5_000, FILINGS - from) }, (_, index) =>
      filing(from + index, now),
    );
    await services.ingest.write(insiderFilings, batch);
    peakRssMb = Math.max(peakRssMb, process.memoryUsage.rss() / 2 ** 20);
    if (from % 100_000 === 0) process.stderr.write(`\r${from} filings`);
  }
  process.stderr.write('\n');
  await services.db.run(sql`ANALYZE`);
  const seconds = (performance.now() - started) / 1000;
  return {
    seconds: Math.round(seconds),
    perSecond: Math.round(FILINGS / seconds),
    peakRssMb: Math.round(peakRssMb),
  };
}

function filing(n: number, now: number): AnyRecord {
  const scattered = (n * 7919) % FILINGS;
  const insider = (n * 31) % 60_000;
  const direction = n % 10 === 0 ? 'buy' : n % 10 < 5 ? 'sell' : 'other';
  const filedAt = new Date(now - scattered * (THREE_YEARS_MS / FILINGS));
  return {
    id: `000${n}-nd1`,
    ticker: `T${String((n * 17) % 5_000).padStart(4, '0')}`,
    company_name: `Company ${(n * 17) % 5_000}`,
    insider_name: `DOE JANE ${insider}`,
    insider_title: n % 3 ? 'Director' : '',
    is_director: n % 3 !== 0,
    is_ten_percent: n % 20 === 0,
    transaction_code: direction === 'buy' ? 'P' : direction === 'sell' ? 'S' : 'A',
    transaction_type: null,
    transaction_direction: direction,
    shares: 100 + (n % 1000),
    value: (100 + (n % 1000)) * 12.34,
    filing_date: filedAt,
    trade_date: new Date(filedAt.getTime() - 86_400_000),
    available_at: filedAt,
    superseded_at: null,
    insider_slug: null,
    owner_cik: String(insider),
    issuer_cik: String((n * 17) % 5_000),
    accession: `000${n}`,
    form: '4',
    filed_on: null,
    amends_filed_on: null,
    family: null,
    origin: 'bench',
  };
}
