import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { addBelow, addEntry, copyProject, guideBlocks } from './copied-project.ts';
import { stepsOf } from './guide-page.ts';

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

describe('docs/adding-a-feed.md, done as it says', () => {
  const copy = copyProject();
  let server: ServerProcess;
  /** What the guide has tested. */
  let suites: readonly string[] = [];

  beforeAll(async () => {
    const blocks = guideBlocks('docs/adding-a-feed.md');
    const block = (file: string) => blocks.find((one) => one.file === file)?.text ?? '';
    const feedFile = join(copy, 'src/feeds/funding/feed.ts');
    mkdirSync(dirname(feedFile));
    writeFileSync(feedFile, block('src/feeds/funding/feed.ts'));
    writeFileSync(join(dirname(feedFile), 'derive.ts'), block('src/feeds/funding/derive.ts'));
    addEntry(
      join(copy, 'src/feeds/index.ts'),
      block('src/feeds/index.ts'),
      'export const registry: readonly FeedModule[] = [',
    );
    const [printTable = '', regenerate = '', testAll = ''] = stepsOf('docs/adding-a-feed.md', ['sh']).map(
      ({ code }) => code,
    );
    const table = execFileSync('sh', ['-ec', printTable], { cwd: copy, encoding: 'utf8' });
    const migration = `export const funding = \`\n${table}\`;\n`;
    writeFileSync(join(copy, 'src/postgres/schema/migrations/0099-funding.ts'), migration);
    addEntry(
      join(copy, 'src/postgres/schema/migrations/index.ts'),
      block('src/postgres/schema/migrations/index.ts'),
      'export const migrations: Readonly<Record<string, string>> = {',
    );
    execFileSync('sh', ['-ec', regenerate], { cwd: copy });
    suites = testAll.replace('npm test -- ', '').trim().split(' ');
    server = await startProcess({ cwd: copy, dataDir: join(copy, 'data') });
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    rmSync(copy, { recursive: true, force: true });
  }, 600_000);

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
  }, 600_000);

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
  }, 600_000);

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
  }, 600_000);

  it('is missed where it has to be named, by the name of the place, until it stands there', async () => {
    const everyFeed = 'test/contract/every-feed.test.ts';
    const before = await runSuites(copy, [everyFeed]);
    const missing = [
      ['src/graphql/graphiql/examples.ts', 'funding'],
      ['docs/rest.md', '/api/v1/funding'],
      ['docs/rest.md', '/api/funding/rates'],
      ['docs/access.md', 'funding'],
      ['docs/quants.md', 'funding'],
      ['docs/data.md', 'funding'],
      ['docs/live.md', 'fundingRates'],
    ];
    const messages = before.flatMap(({ messages: found }) => found).join('\n');
    expect(before.filter(({ status }) => status === 'failed')).toHaveLength(7);
    for (const [file, name] of missing)
      expect(messages).toMatch(new RegExp(`the feed "funding" is missing in the .*: add ${name} to ${file}`));

    addEntry(
      join(copy, 'src/graphql/graphiql/examples.ts'),
      guideBlocks('docs/adding-a-feed.md').find(({ file }) => file === 'src/graphql/graphiql/examples.ts')
        ?.text ?? '',
      'export const EXAMPLES: readonly Example[] = [',
    );
    for (const { file, text } of guideBlocks('docs/adding-a-feed.md', 'md')) addBelow(join(copy, file), text);
    expect((await runSuites(copy, [everyFeed])).filter(({ status }) => status !== 'passed')).toEqual([]);
  }, 600_000);

  it('is in every suite that takes its feeds from the registry', async () => {
    const results = await runSuites(copy, suites, OF_THE_FEED);
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    const passed = results.filter(({ status }) => status === 'passed');
    const filesOf = (name: RegExp) =>
      new Set(passed.filter((one) => name.test(one.fullName)).map(({ file }) => file));
    expect(filesOf(/funding/i)).toEqual(
      new Set([
        'test/api/parity.test.ts',
        'test/rest/lists.test.ts',
        'test/graphql/row-parity.test.ts',
        'test/graphql/graphiql/examples.test.ts',
      ]),
    );
    expect(filesOf(/what a tier sees|what each tier sees/)).toEqual(
      new Set(['test/contract/access-matrix.test.ts', 'test/contract/access-streams.test.ts']),
    );
  }, 600_000);
});

/**
 * Tests of the suites that take the feed from the registry, by their names; those of other feeds are left out, and tiers of which
 * others show the same.
 */
const OF_THE_FEED = 'unding|what a tier sees.* (free|quant|open feeds)$|what each tier sees|every feed is in';

interface TestResult {
  readonly file: string;
  readonly fullName: string;
  readonly status: string;
  readonly messages: readonly string[];
}

/** Runs tests of a copy of the project; those whose names do not match are skipped. */
async function runSuites(cwd: string, files: readonly string[], names = ''): Promise<readonly TestResult[]> {
  const report = join(cwd, 'results.json');
  const vitest = join(cwd, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', ...files, '--reporter=json', `--outputFile=${report}`, '--maxWorkers=1'];
  const child = spawn(process.execPath, [...args, ...(names ? ['-t', names] : [])], { cwd, stdio: 'ignore' });
  await once(child, 'exit');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly testResults: readonly {
      readonly name: string;
      readonly assertionResults: readonly {
        readonly fullName: string;
        readonly status: string;
        readonly failureMessages: readonly string[];
      }[];
    }[];
  };
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      file: relative(cwd, name),
      fullName,
      status,
      messages: failureMessages,
    })),
  );
}
