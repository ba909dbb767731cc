import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { traceRecord } from '../../src/app/trace.ts';
import { allFeeds } from '../../src/feeds/index.ts';
import { coingeckoMarkets } from '../../src/sources/coingecko/coingecko-markets.ts';
import type { Format } from '../../src/sources/format.ts';
import { senateTransactions } from '../../src/sources/stock-watcher/senate-transactions.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { senateRows } from '../support/senate-rows.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

const ROWS = senateRows(40);
const dir = mkdtempSync(join(tmpdir(), 'alpha-sources-'));
let app: TestApp;
const importFile = (format: Format, file: string) =>
  runFormat(app.services, format, [file], { reject: async () => undefined, onProgress: () => undefined });
beforeAll(async () => {
  app = await startApp({ CACHE_BYTES: '0' });
  const file = join(dir, 'senate.json');
  writeFileSync(file, JSON.stringify(ROWS));
  await importFile(senateTransactions, file);
}, 600_000);
afterAll(async () => {
  await app.stop();
  rmSync(dir, { recursive: true });
});

interface Trade {
  readonly id: string;
  readonly comment: string;
  readonly symbol?: string;
  readonly source: Record<string, string | null>;
  readonly nativeSource?: Record<string, string | null>;
}
const ask = async (query: string, as?: string) => {
  const { data, errors } = await app.graphql(query, {}, as);
  expect(errors).toBeUndefined();
  return data as unknown as Record<string, { readonly nodes: readonly Trade[] }>;
};

describe('where a record came from', () => {
  it('is a field of every feed', async () => {
    const { __schema } = (await ask(
      '{ __schema { types { name fields { name type { name } } } } }',
    )) as unknown as {
      __schema: { types: { name: string; fields: { name: string; type: { name: string } }[] | null }[] };
    };
    for (const { type } of allFeeds) {
      const fields = __schema.types.find(({ name }) => name === type)?.fields ?? [];
      expect(
        fields.filter((field) => field.type.name === 'RecordSource').map(({ name }) => name),
        type,
      ).toEqual([['Signal', 'Strategy', 'WhaleActivity'].includes(type) ? 'nativeSource' : 'source']);
    }
  });

  it('is the file, without its folders, and the entry as it came', async () => {
    const { congressTrades } = await ask(
      '{ congressTrades(first: 40) { nodes { comment source { provider document url firstSeen entry } } } }',
    );
    expect(congressTrades?.nodes).toHaveLength(40);
    for (const { comment, source } of congressTrades?.nodes ?? []) {
      expect(source).toMatchObject({ provider: 'senate-transactions', document: 'senate.json', url: null });
      expect(JSON.parse(source.entry ?? '')).toEqual(ROWS.find((row) => row.comment === comment));
    }
  });

  it('is read in one statement for a page, with the entries in another', async () => {
    const statements = async (first: number) => {
      const before = app.services.db.statements();
      await ask(`{ congressTrades(first: ${first}) { nodes { source { provider entry } } } }`);
      return app.services.db.statements() - before;
    };
    await statements(5);
    // The service reads for itself at times: fewer than five answers are read beside that.
    const fewest = async (first: number) => {
      const counts: number[] = [];
      for (let n = 0; n < 5; n += 1) counts.push(await statements(first));
      return Math.min(...counts);
    };
    expect(await fewest(40)).toBe(await fewest(10));
  });

  it('costs one for each record, and ten for each entry', async () => {
    const costOf = async (selection: string) => {
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': app.key },
        body: JSON.stringify({ query: `{ congressTrades(first: 20) { nodes { ${selection} } } }` }),
      });
      return ((await response.json()) as { extensions: { cost: { complexity: number } } }).extensions.cost
        .complexity;
    };
    const bare = await costOf('id');
    expect(await costOf('source { provider }')).toBe(bare + 20);
    expect(await costOf('source { entry }')).toBe(bare + 20 + 200);
  });

  it('is not told of what the key does not see, nor of what came without an entry', async () => {
    const { congressTrades } = await ask('{ congressTrades(first: 1) { nodes { id } } }');
    const id = congressTrades?.nodes[0]?.id;
    const free = await app.issue('free');
    const seen = await ask(`{ node(id: "${id}") { ... on CongressTrade { source { entry } } } }`, free);
    expect(seen).toEqual({ node: null });
    const [row] = ((await (await app.get('/api/v1/congress?limit=1')).json()) as { trades: object[] }).trades;
    expect((await app.ingest('congress', [{ ...row, id: 'by-hand' }])).status).toBe(200);
    const byHand = Buffer.from('CongressTrade:by-hand').toString('base64url');
    const sent = (await ask(
      `{ node(id: "${byHand}") { ... on CongressTrade { source { provider entry } } } }`,
    )) as unknown as {
      node: { source: { provider: string } | null };
    };
    expect(sent.node.source?.provider ?? 'api').toBe('api');
  });
});

describeWithSharedData('where a record of an engine came from', 'aoe/coingecko', (folder) => {
  it('is the newest entry of what it was made of, shown where it is of that record alone', async () => {
    await importFile(coingeckoMarkets, join(folder, 'coins_markets_2026-05-02T0719.json.gz'));
    const { outperformers } = await ask(
      '{ outperformers(first: 50, includeStale: true) { nodes { id symbol source { provider document entry } } } }',
    );
    expect(outperformers?.nodes.length).toBeGreaterThan(10);
    for (const { symbol, source } of outperformers?.nodes ?? []) {
      expect(source).toMatchObject({
        provider: 'coingecko-markets',
        document: 'coins_markets_2026-05-02T0719.json.gz',
      });
      expect(JSON.parse(source.entry ?? '')).toMatchObject({ symbol: symbol?.toLowerCase() });
    }
    const { signals } = await ask(
      '{ signals(first: 5, filter: { source: { eq: "aoe" } }) { nodes { nativeSource { provider entry } } } }',
    );
    expect(signals?.nodes.length).toBeGreaterThan(0);
    for (const { nativeSource } of signals?.nodes ?? [])
      expect(nativeSource).toEqual({ provider: 'coingecko-markets', entry: null });
  });

  it('is told to the operator with the text, and with all that the engine read', async () => {
    const trace = await traceRecord(app.services, 'bitcoin', null);
    expect(trace).toMatchObject({ module: 'aoe', id: 'bitcoin', entries: [], record: { name: 'Bitcoin' } });
    expect(JSON.parse(trace.origin?.content ?? '')).toMatchObject({ id: 'bitcoin' });
    const [{ engine, group, inputs } = expect.unreachable('no engine made it')] = trace.derived;
    expect([engine, group]).toEqual(['outperformance', 'all']);
    const own = inputs.find(({ kind, series }) => kind === 'coin' && series === 'bitcoin');
    expect(own).toMatchObject({ count: 1, provider: 'coingecko-markets' });
    expect(trace.revisions).toMatchObject([{ kind: 'created', changed: {} }]);
  });
});
