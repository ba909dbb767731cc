import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { stepsOf } from './guide-page.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const RATES = [
  {
    id: 'f1',
    exchange: 'binance',
    symbol: 'BTC/USDT',
    rate_pct: 0.01,
    payer: 'LONGS',
    settled_at: '2026-01-01T08:00:00Z',
  },
  {
    id: 'f2',
    exchange: 'okx',
    symbol: 'ETH/USDT',
    rate_pct: null,
    payer: 'SHORTS',
    settled_at: '2026-01-01T16:00:00Z',
  },
  {
    id: 'f3',
    exchange: 'okx',
    symbol: 'BTC/USDT',
    rate_pct: -0.02,
    payer: 'SHORTS',
    settled_at: '2026-01-02T00:00:00Z',
  },
];

/** Blocks of the page, by the file they name. */
function blocksOf(page: string): ReadonlyMap<string, string> {
  const blocks = [...page.matchAll(/```ts (\S+)\n([\s\S]*?)```/g)];
  return new Map(blocks.map(([, file = '', code = '']) => [file, code]));
}

/** Puts the import at the top and the entry into the list that starts with `opening`. */
function addTo(file: string, block: string, opening: string): void {
  const [imported = '', entry = ''] = block.split('\n\n');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(opening);
  writeFileSync(file, `${imported}\n${text.replace(opening, `${opening}\n${entry}`)}`);
}

describe('docs/adding-a-feed.md, done as it says', () => {
  const copy = mkdtempSync(join(tmpdir(), 'alpha-thirteenth-'));
  let server: ServerProcess;

  beforeAll(async () => {
    for (const path of ['src', 'schema', 'codegen.ts', 'codegen-rest.ts', 'package.json'])
      cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const blocks = blocksOf(readFileSync(join(ROOT, 'docs/adding-a-feed.md'), 'utf8'));
    const block = (file: string) => blocks.get(file) ?? '';
    const feedFile = join(copy, 'src/feeds/funding/feed.ts');
    mkdirSync(dirname(feedFile));
    writeFileSync(feedFile, block('src/feeds/funding/feed.ts'));
    addTo(
      join(copy, 'src/feeds/index.ts'),
      block('src/feeds/index.ts'),
      'export const registry: readonly FeedModule[] = [',
    );
    const [printTable = '', regenerate = ''] = stepsOf('docs/adding-a-feed.md', ['sh']).map(
      ({ code }) => code,
    );
    const table = execFileSync('sh', ['-ec', printTable], { cwd: copy, encoding: 'utf8' });
    const migration = `export const funding = \`\n${table}\`;\n`;
    writeFileSync(join(copy, 'src/postgres/migrations/0018-funding.ts'), migration);
    addTo(
      join(copy, 'src/postgres/migrations/index.ts'),
      block('src/postgres/migrations/index.ts'),
      'export const migrations: Readonly<Record<string, string>> = {',
    );
    execFileSync('sh', ['-ec', regenerate], { cwd: copy });
    server = await startProcess({ cwd: copy, dataDir: join(copy, 'data') });
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    rmSync(copy, { recursive: true, force: true });
  }, 60_000);

  it('takes records and serves them over REST, in both places', async () => {
    const ingested = await fetch(`${server.url}/api/ingest/funding`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': await server.issue('quant', 'ingest') },
      body: JSON.stringify(RATES),
    });
    expect(await ingested.json()).toEqual({ accepted: 3, created: 3, updated: 0, unchanged: 0 });
    const headers = { 'x-api-key': await server.issue('quant') };
    const keyed = await fetch(
      `${server.url}/api/v1/funding?exchange=OKX&sort_by=rate_pct&order=desc&limit=5`,
      { headers },
    );
    const inMs = (rate: (typeof RATES)[number]) => ({
      ...rate,
      settled_at: new Date(rate.settled_at).toISOString(),
    });
    expect(await keyed.json()).toEqual({
      rates: [RATES[2], RATES[1]].map((rate) => rate && inMs(rate)),
      total: 2,
    });
    const open = await fetch(`${server.url}/api/funding/rates`);
    expect(open.status).toBe(200);
  });

  it('is in the graph, with filter, order, connection and node', async () => {
    const headers = { 'x-api-key': await server.issue('quant'), 'content-type': 'application/json' };
    const query = `{ fundingRates(filter: { payer: { eq: SHORTS }, ratePct: { isNull: false } }, orderBy: { field: SYMBOL }) {
      totalCount nodes { __typename id symbol ratePct settledAt } } asset(symbol: "btc") { symbol } }`;
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    const id = Buffer.from('FundingRate:f3').toString('base64url');
    const node = {
      __typename: 'FundingRate',
      id,
      symbol: 'BTC/USDT',
      ratePct: -0.02,
      settledAt: '2026-01-02T00:00:00.000Z',
    };
    expect(await answer.json()).toMatchObject({
      data: { fundingRates: { totalCount: 1, nodes: [node] }, asset: { symbol: 'BTC' } },
    });
  });

  it('is in the OpenAPI document and in the SDL, served and generated', async () => {
    const openApi = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, { get: { parameters: { name?: string; $ref?: string }[] } }>;
    };
    const parameters = openApi.paths['/api/v1/funding']?.get.parameters ?? [];
    const names = parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1));
    expect(names).toEqual(expect.arrayContaining(['exchange', 'rate_pct_gte', 'sort_by', 'limit', 'page']));
    const sdl = await (await fetch(`${server.url}/schema.graphql`)).text();
    expect(sdl).toContain('type FundingRate implements Node');
    expect(sdl).toContain('enum FundingPayer');
    const generated = (name: string) => readFileSync(join(copy, 'schema', name), 'utf8');
    expect(generated('schema.graphql')).toContain('type FundingRate implements Node');
    expect(generated('openapi.json')).toContain('"/api/v1/funding"');
    expect(generated('tables.sql')).toContain('funding');
  });
});
