/**
 * Writes `src/rest/openapi/recorded-examples.json`: what a demo answers to one short request of each operation that reads
 * data. The reference shows these. Run it after a change of what is answered: `npm run examples`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registry } from './src/feeds/index.ts';
import { rowsOf } from './src/rest/openapi/examples.ts';
import type { OperationExample } from './src/rest/openapi/operation-example.ts';
import { paramName } from './src/rest/openapi/schema.ts';
import { buildOpenApi } from './src/rest/surface.ts';
import { listingItem } from './src/sources/symbol-directories/listing.ts';
import { startProcess } from './test/support/process.ts';

const FILE = 'src/rest/openapi/recorded-examples.json';
const CSV = 'text/csv';

/** What is asked besides the number of rows. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Signals of a minute ago have no profit yet.
  listTradeFeed: { source: 'insider' },
  listTradeFeedOpen: { source: 'insider' },
  groupTradeFeed: { by: 'source', measures: 'count,pnl_pct_avg' },
  groupMte: { by: 'tier', measures: 'count,performance_win_rate_avg' },
  groupWhales: { by: 'event_type', measures: 'count,value_sum' },
  groupCongress: { by: 'party,filing_month', measures: 'count,amount_low_sum' },
  groupInsider: { by: 'transaction_direction', measures: 'count,value_sum' },
  groupAoe: { by: 'market_phase', measures: 'count,perf_24h_avg' },
  groupMre: { by: 'interval', measures: 'count,past_hit_rate_pct_avg' },
  groupPrediction: { by: 'platform', measures: 'count,yes_price_avg' },
  groupSymbols: { by: 'known_from_year', measures: 'count' },
  groupScorecards: { by: 'scorecard', measures: 'count' },
  search: { q: 'nvidia' },
};

/** Of the operator, of the reader, or of what a demo does not have: `written-examples.ts` has these. */
const WRITTEN = /^\/api\/(admin|v1\/alerts|v1\/files|changes)/;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly $ref?: string; readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, { readonly name: string; readonly in: string }>>;
  };
}

const { paths, components } = (await buildOpenApi({
  modules: registry,
  version: '0',
  publicUrl: undefined,
  ingestModules: [],
})) as unknown as Document; // ours

const recorded: Record<string, OperationExample> = {};
const dataDir = mkdtempSync(join(tmpdir(), 'examples-'));
const demo = await startProcess({ dataDir, args: ['--demo'] });
try {
  const key = await demo.issue('quant');
  await ingestListing();
  for (const [path, { get }] of Object.entries(paths))
    if (get && !WRITTEN.test(path)) recorded[get.operationId] = await record(path, get, key);
} finally {
  await demo.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
console.log(`wrote ${FILE}`);

/** A demo has no directories of symbols. */
async function ingestListing(): Promise<void> {
  const bitcoin = { symbol: 'BTC', name: 'Bitcoin', asset_type: 'crypto', coin_id: 'bitcoin' } as const;
  const item = listingItem('coingecko', bitcoin, new Date());
  if (item.kind !== 'record') throw new Error('it is no record');
  const { first_seen: _first, last_seen: _last, ...listing } = item.record as Record<string, unknown>;
  const answer = await fetch(`${demo.url}/api/ingest/symbols`, {
    method: 'POST',
    headers: { 'x-api-key': await demo.issue('quant', 'ingest'), 'content-type': 'application/json' },
    body: JSON.stringify([listing]),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function record(path: string, operation: Operation, key: string): Promise<OperationExample> {
  const { operationId, responses } = operation;
  const parameters = (operation.parameters ?? []).map((one) =>
    one.$ref ? components.parameters[one.$ref.slice('#/components/parameters/'.length)] : one,
  );
  const size = parameters.find((one) => one?.name === 'limit' || one?.name === 'page_size')?.name;
  const isFile = /\/api\/v1\/[\w-]+\/export$/.test(path);
  const query = {
    ...(isFile ? { format: 'csv' } : {}),
    ...(size ? { [size]: sizeOf(path) } : {}),
    ...QUERIES[operationId],
  };
  const inPath = Object.fromEntries(
    parameters.flatMap((one) => (one?.in === 'path' ? [[one.name, pathValue(path, one.name)]] : [])),
  );
  const asked = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''));
  const read = async (accept: string) => {
    const asFormat = isFile ? { ...query, format: accept === CSV ? 'csv' : 'ndjson' } : query;
    const url = `${demo.url}${asked}?${new URLSearchParams(asFormat)}`;
    const answer = await fetch(url, { headers: { 'x-api-key': key, accept } });
    const text = await answer.text();
    if (!answer.ok || text === '') throw new Error(`${url}: ${answer.status} ${text}`);
    return text;
  };
  const content = responses['200']?.content ?? {};
  const has = (type: string) => type in content;
  return {
    path: inPath,
    query,
    ...(has('application/json')
      ? { answer: shortened(JSON.parse(await read('application/json')) as object) }
      : has('application/x-ndjson') && {
          rows: (await read('application/x-ndjson'))
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as object),
        }),
    ...(has(CSV) ? { csv: firstLines(await read(CSV)) } : {}),
  };
}

/** Of groups and versions two show what differs. */
function sizeOf(path: string): string {
  return /\/(groups|history)$/.test(path) ? '2' : '1';
}

/** A value of a path: what a list of before answered. */
function pathValue(path: string, name: string): string {
  if (name === 'scorecard') return 'mrs';
  const list = path.split('/').slice(0, 4).join('/');
  if (name === 'ticker') return firstOf('listInsider').ticker as string;
  const feed = registry.find(({ feed: { module } }) => list.endsWith(`/${module}`))?.feed;
  if (!feed) throw new Error(`${path}: there is no value of ${name}`);
  const operation = paths[list]?.get?.operationId ?? 'listScorecardsData';
  return firstOf(operation)[paramName(feed, feed.key)] as string;
}

function firstOf(operationId: string): Record<string, unknown> {
  return rowsOf(recorded[operationId] ?? {})[0] as Record<string, unknown>;
}

/** Lists that take no size: three show what is in them. */
function shortened(answer: object): object {
  const members = Object.entries(answer).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, 3) : value,
  ]);
  return Object.fromEntries(members) as object;
}

/** The scores of years are one file: what begins it shows what it is. */
function firstLines(csv: string): string {
  return csv
    .split(/(?<=\n)/)
    .slice(0, 3)
    .join('');
}
