import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

interface Result {
  readonly type: string;
  readonly key: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly matched_name: string;
  readonly match: string;
}

describeWithSharedData('search over the files of providers', '.', (folder) => {
  let app: TestApp;
  const load = async (name: string, ...paths: string[]) => {
    const format = formats.find((one) => one.name === name) ?? expect.unreachable(name);
    const files = paths.map((path) => join(folder, path));
    await runFormat(app.services, format, files, {
      reject: async () => undefined,
      onProgress: () => undefined,
    });
  };
  const search = async (query: string): Promise<readonly Result[]> => {
    const answer = await app.get(`/api/v1/search?${query}`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { readonly results: readonly Result[] }).results;
  };

  beforeAll(async () => {
    app = await startApp();
    await load('coingecko-markets', 'aoe/coingecko/coins_markets_2026-05-02T0719.json.gz');
    await load('sec-tsv', 'insider/sec-form345-dataset-2024q3');
    await load('legislators', 'congress/congress-legislators/legislators-current.yaml.gz');
    await load('house-transactions', 'congress/capitol-watch/house_transactions.json');
    await load('polymarket-markets', 'prediction/polymarket/gamma_markets.json.gz');
    await load('hyperliquid-fills', 'whales/hyperliquid/userFills.response.json').catch(() => undefined);
    await load('freqtrade-backtest', 'mte/freqtrade-testdata/backtest-result.json.gz');
  }, 600_000);
  afterAll(() => app?.stop());

  it.each(['Meta Platforms', 'meta platforms inc.', 'META', 'meta', 'NASDAQ:META'])(
    '%s is the company',
    async (text) => {
      const [first] = await search(`q=${encodeURIComponent(text)}&types=asset`);
      expect(first).toMatchObject({
        type: 'asset',
        key: 'stock:META',
        title: 'Meta Platforms, Inc.',
        subtitle: 'META, stock',
      });
    },
  );

  it.each(['BTC', 'btc', 'Bitcoin', 'BTC/USDT', 'BINANCE:BTCUSDT', 'BTC-USD'])(
    '%s is the coin',
    async (text) => {
      const [first] = await search(`q=${encodeURIComponent(text)}&types=asset`);
      expect(first).toMatchObject({ key: 'crypto:BTC', title: 'Bitcoin', match: 'exact' });
    },
  );

  it('a symbol of a company and a coin finds both, the company first', async () => {
    const found = await search('q=META&types=asset&limit=2');
    expect(found.map(({ key, title }) => [key, title])).toEqual([
      ['stock:META', 'Meta Platforms, Inc.'],
      ['crypto:META', 'MetaDAO'],
    ]);
  });

  it('finds a member of Congress by the official name, the one in the report, and misspelled', async () => {
    for (const text of ['Nancy Pelosi', 'pelosi', 'PELOSI, Nancy', 'Pelozi nancy', 'pelsio nancy']) {
      const [first] = await search(`q=${encodeURIComponent(text)}&types=politician`);
      if (text.startsWith('pelsio')) expect(first).toBeUndefined();
      else
        expect(first, text).toMatchObject({
          key: 'P000197',
          title: 'Nancy Pelosi',
          subtitle: 'house, D, CA',
        });
    }
  });

  it('says how a name matched', async () => {
    const matches = async (text: string) =>
      new Set((await search(`q=${encodeURIComponent(text)}&types=politician`)).map(({ match }) => match));
    expect(await matches('Nancy Pelosi')).toEqual(new Set(['exact']));
    expect(await matches('Nancy Pel')).toEqual(new Set(['start']));
    expect(await matches('pelosi')).toEqual(new Set(['words']));
    expect(await matches('Pelozi')).toEqual(new Set(['similar']));
  });

  it('leads to nodes in the graph, in the order of the results', async () => {
    const answer = await app.graphql(`{
      search(query: "Smith", types: [INSIDER, ASSET], first: 8) {
        nodes { type key title match node { __typename id ... on Insider { name slug } } asset { symbol } }
        edges { cursor node { key } } pageInfo { hasNextPage } } }`);
    expect(answer.errors).toBeUndefined();
    const { search: found } = answer.data as unknown as {
      readonly search: {
        readonly nodes: readonly { type: string; key: string; node: object | null; asset: object | null }[];
      };
    };
    expect(found.nodes.length).toBeGreaterThan(1);
    for (const { type, key, node, asset } of found.nodes) {
      if (type === 'INSIDER') expect(node).toMatchObject({ __typename: 'Insider', slug: key });
      else expect(asset).toEqual({ symbol: key.slice(key.indexOf(':') + 1) });
    }
  });

  it('gives the same over both surfaces', async () => {
    for (const text of ['trump', 'apple', 'smith', 'strategy', 'bitcoin']) {
      const rest = await search(`q=${encodeURIComponent(text)}&limit=30`);
      const answer = await app.graphql(
        'query ($q: String!) { search(query: $q, first: 30) { nodes { type key title subtitle matchedName match } } }',
        { q: text },
      );
      const { search: graph } = answer.data as unknown as {
        search: { nodes: readonly Record<string, string>[] };
      };
      const lower = (one: Record<string, string>) => ({
        type: one.type?.toLowerCase(),
        key: one.key,
        title: one.title,
        subtitle: one.subtitle,
        matched_name: one.matchedName,
        match: one.match?.toLowerCase(),
      });
      expect(graph.nodes.map(lower), text).toEqual(rest);
      expect(rest.length, text).toBeGreaterThan(0);
    }
  });

  it.each([
    ['', 'q must be given: a text with a letter or digit; got ""'],
    ['q=%3F%3F', 'q must be a text with a letter or digit; got "??"'],
    [
      'q=apple&types=coin',
      'types must be one of asset, politician, insider, strategy, whale, prediction_market; got "coin"',
    ],
    [`q=${'a'.repeat(201)}`, 'q must be a text of at most 200 characters, not of 201'],
    [`q=${'a+'.repeat(13)}`, 'q must be a text of at most 12 words'],
  ])('refuses ?%s', async (query, detail) => {
    const answer = await app.get(`/api/v1/search?${query}`);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { readonly detail: string }).detail).toContain(detail);
  });
});
