/**
 * Search over a million names in the embedded store: 500,000 prediction markets, 300,000 insiders, 190,000 whales, 2,000
 * politicians, 8,000 companies, of 1,040,000 records. Run with `npm run bench:search`; prints a table and JSON. Times are of interleaved
 * rounds in one run, each beside a plain page of 50 rows by keyset.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openServices, systemClock } from '../src/app/services.ts';
import { readConfig } from '../src/config.ts';
import { viewOf } from '../src/core/access/access.ts';
import { DEFAULT_TIERS } from '../src/core/access/tiers.ts';
import { createReader, cursorOf } from '../src/core/read/read.ts';
import { insiderFilings } from '../src/feeds/insider/feed.ts';
import { median } from './turns.ts';

const SHARE = Number(process.argv[2] ?? 1); // of all of it, for a quick look
const ROUNDS = Number(process.argv[3] ?? 15);
const count = (all: number) => sql.lit(Math.round(all * SHARE));

/** Words of three syllables; the low numbers are common, as words are. */
const WORDS = sql`
  CREATE FUNCTION word(n double precision, words integer) RETURNS text LANGUAGE sql AS $$
    SELECT (ARRAY['ba','ke','li','mo','ru','sta','tri','ven','wo','zan','cor','den','fel','gar','hol','jin'])[1 + i % 16]
      || (ARRAY['ra','ne','mi','to','lu','sha','pre','den','go','can','ster','ler','vi','ston','mar','dy'])[1 + i / 16 % 16]
      || (ARRAY['n','s','ton','ley','field','son','ra','kov','berg','man','ski','well','a','o','ing','er'])[1 + i / 256 % 16]
      || CASE WHEN i >= 4096 THEN (ARRAY['x','ia','us','en','el','ot','ar','ez'])[1 + i / 4096 % 8] ELSE '' END
    FROM (SELECT floor(words * n * n * n)::int AS i) AS w $$`;

const FILLS = [
  WORDS,
  sql`SELECT setseed(0.4)`,
  sql`INSERT INTO insider_filings (id, ticker, asset, company_name, insider_name, insider_slug, transaction_direction, filing_date, known_from, known_precision)
    SELECT 'f' || n, 'T' || company, 'stock:T' || company, initcap(word(company / 8000.0, 30000) || ' ' || word((company * 7 % 8000) / 8000.0, 30000)) || ' Inc',
      initcap(word(((person::bigint * 7919) % 300000) / 300000.0, 30000) || ' ' || word((person % 5000) / 5000.0, 2000)) || ' ' || chr(65 + person % 26), 'cik-' || person,
      'buy', at, at, 'EXACT'
    FROM (SELECT n, n % ${count(8_000)} AS company, n % ${count(300_000)} AS person, now() - random() * interval '3000 days' AS at
      FROM generate_series(1, ${count(330_000)}) AS n) AS f`,
  sql`INSERT INTO prediction_markets (market_id, platform, question, event_title, outcome_prices, active, known_from, known_since, known_precision)
    SELECT 'kalshi:' || n, 'kalshi', 'Will ' || initcap(word(random(), 30000)) || ' ' || word(random(), 30000) || ' the ' || word(random(), 30000) || ' '
      || word(random(), 30000) || ' before ' || (2024 + n % 5) || '?', NULL, '[0.5,0.5]', true, now(), now(), 'EXACT'
    FROM generate_series(1, ${count(500_000)}) AS n`,
  sql`INSERT INTO whale_activity (id, address, source, event_type, title, created_at, known_from, known_precision)
    SELECT 'w' || n, '0x' || md5((n % ${count(190_000)})::text) || substr(md5((n % 190000 + 7)::text), 1, 8), 'hyperliquid', 'entry', 'BTC', at, at, 'EXACT'
    FROM (SELECT n, now() - random() * interval '700 days' AS at FROM generate_series(1, ${count(190_000)}) AS n) AS w`,
  sql`INSERT INTO congress_trades (id, politician_name, politician_id, chamber, is_tradable, known_from, known_precision)
    SELECT 'c' || n, initcap(word((p % 500) / 500.0, 2000) || ' ' || word(p / 2000.0, 30000)), 'P' || p, 'house', true, at, 'DAY'
    FROM (SELECT n, n % 2000 AS p, now() - random() * interval '3000 days' AS at FROM generate_series(1, ${count(20_000)}) AS n) AS c`,
  sql`DROP FUNCTION word`,
  sql`UPDATE feed_head SET seq = 1`,
  sql`ANALYZE`,
];

const dataDir = mkdtempSync(join(tmpdir(), 'alpha-names-'));
const config = readConfig({ DATA_DIR: dataDir });
const filled = await openServices(config, pino({ level: 'silent' }));
for (const fill of FILLS) await filled.db.run(fill);
await filled.close();
const began = performance.now();
const services = await openServices(config, pino({ level: 'silent' }));
const refreshMs = performance.now() - began;
try {
  await services.db.run(sql`VACUUM ANALYZE`);
  const sizes = await services.db.run(sql<Record<string, unknown>>`
    SELECT (SELECT count(*) FROM search_name) AS names, (SELECT count(*) FROM search_word) AS words,
      (SELECT pg_size_pretty(sum(pg_total_relation_size(relid))) FROM pg_partition_tree('search_name')) AS names_size,
      pg_size_pretty(pg_total_relation_size('search_word')) AS words_size`);
  const reader = createReader({
    store: services.feeds,
    insiders: services.insiders,
    directories: services.directories,
    search: services.search,
  });
  const [market] = await services.db.run(
    sql<{ question: string }>`SELECT question FROM prediction_markets LIMIT 1`,
  );
  const [person] = await services.db.run(
    sql<{ name: string }>`SELECT insider_name AS name FROM insider_filings LIMIT 1`,
  );
  const [whale] = await services.db.run(sql<{ address: string }>`SELECT address FROM whale_activity LIMIT 1`);
  const name = person?.name ?? '';
  const texts: Readonly<Record<string, string>> = {
    'a name': name,
    'its beginning': name.slice(0, 6),
    'its surname': name.split(' ')[1] ?? '',
    'a misspelled name': name.replace(/^(.)(.)(.)/, '$1$3$2'),
    'two misspelled words': name
      .split(' ')
      .slice(0, 2)
      .map((word) => `${word.slice(0, 2)}q${word.slice(3)}`)
      .join(' '),
    'a question': market?.question ?? '',
    'words of a question': (market?.question ?? '').split(' ').slice(1, 4).join(' '),
    'a word that half of all names have': 'will',
    'two such words': 'will before',
    'three letters': 'bar',
    'one letter': 'b',
    'a symbol': 'T42',
    'a wallet': whale?.address ?? '',
    'a word that no name has': 'xylophonist',
  };
  const now = systemClock.now();
  const deep = await reader.list(
    insiderFilings,
    { slice: { first: 1, offset: 1_000 } },
    viewOf({ historyDays: null, insiderLagHours: 0 }, now),
  );
  const after = cursorOf(deep, deep.rows[0] ?? {});
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const tier of DEFAULT_TIERS.filter(({ id }) => ['free', 'pro', 'quant'].includes(id))) {
      const view = viewOf(tier, now);
      const timed = async (what: string, run: () => Promise<unknown>) => {
        const started = performance.now();
        await run();
        const of = `${what}, as ${tier.id}`;
        times.set(of, [...(times.get(of) ?? []), performance.now() - started]);
      };
      await timed('page of 50', () => reader.list(insiderFilings, { slice: { first: 50, after } }, view));
      for (const [what, text] of Object.entries(texts))
        await timed(what, () => reader.search.find({ text, limit: 20 }, view));
    }
  }
  const base = median(times.get('page of 50, as quant') ?? []);
  const rows = [...times].map(([what, of]) => ({
    searched: what,
    'median ms': median(of).toFixed(2),
    'worst ms': Math.max(...of).toFixed(2),
    'ratio to a page': (median(of) / base).toFixed(1),
  }));
  console.table(rows);
  console.log(
    JSON.stringify({ ...sizes[0], refreshMs: Math.round(refreshMs), rows }, (_, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    ),
  );
} finally {
  await services.close();
  rmSync(dataDir, { recursive: true, force: true });
}
