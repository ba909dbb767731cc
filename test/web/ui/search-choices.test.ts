import { expect, test } from 'vitest';
import type { Found, FoundMarket } from '../../../src/web/data/found.ts';
import type { SearchAnswer } from '../../../src/web/data/search.ts';
import { choicesOf, isAwaited, watchedChoices } from '../../../src/web/ui/search-choices.ts';

const thing = (type: Found['type'], key: string, more: Partial<Found> = {}): Found => ({
  type,
  key,
  title: key,
  subtitle: null,
  asset: null,
  node: {},
  ...more,
});
const company = (symbol: string, insiderCount: number | null): Found =>
  thing('ASSET', `stock:${symbol}`, {
    asset: {
      symbol,
      kind: 'STOCK',
      insiderClusters: insiderCount === null ? [] : [{ insiderCount, totalValue: 2_660_470 }],
    },
  });
const market = (node: FoundMarket['node'], key = 'm'): FoundMarket => ({
  key,
  title: 'Will it?',
  subtitle: 'kalshi, Elections',
  node,
});
const found = (things: readonly Found[], markets: readonly FoundMarket[] = []): SearchAnswer => ({
  state: 'found',
  things,
  markets,
});
const NOTHING = found([]);
const open = (more: Partial<Extract<SearchAnswer, { readonly state: 'open' }>> = {}): SearchAnswer => ({
  state: 'open',
  until: null,
  things: [],
  markets: [],
  isWhole: true,
  ...more,
});
const hrefs = (query: string, answer: SearchAnswer) => choicesOf(query, answer).map(({ href }) => href);

test.each([
  ['market risk', 'MRS'],
  ['MRS', 'MRS'],
  ['mrs scorecard', 'MRS'],
  ['liquidity', 'GLS'],
  ['liquid', 'GLS'],
  ['Alt-market strength', 'AMS'],
])('%s finds a scorecard, with a key or without', (query, code) => {
  for (const answer of [NOTHING, open()]) expect(hrefs(query, answer)[0]).toBe(`/scorecard/${code}`);
});

test('what is no name of a scorecard finds none', () => {
  for (const query of ['al', 'market price', 'liq uidity', '123'])
    expect(hrefs(query, NOTHING).filter((href) => href.startsWith('/scorecard'))).toEqual([]);
  expect(hrefs('scorecard', NOTHING)).toHaveLength(4);
});

test.each([
  ['cluster', '/feed/insider'],
  ['clust', '/feed/insider'],
  ['congress', '/feed/congress'],
  ['whales', '/feed/whales'],
  ['prediction markets', '/feed/markets'],
  ['strategies', '/feed/strategies'],
])('%s finds the page of a feed first, with a key or without', (query, path) => {
  for (const answer of [found([company('WHLS', null)]), open()]) expect(hrefs(query, answer)[0]).toBe(path);
});

test('a name of something is no word for a feed', () => {
  for (const query of ['PFE cluster', 'market risk', 'si', 'nvda', 'will bitcoin'])
    expect(hrefs(query, NOTHING).filter((href) => href.startsWith('/feed'))).toEqual([]);
});

test('the guides come last, whatever was found', () => {
  const [guides] = choicesOf('glossary & co', NOTHING);
  expect(guides).toMatchObject({ title: 'Search the guides for “glossary & co”', what: 'Guides' });
  expect(guides?.href).toBe('/guides?q=glossary+%26+co');
  expect(hrefs('acme', found([company('ACME', null)]))).toEqual(['/asset/ACME?kind=stock', '/guides?q=acme']);
});

test('a company with a cluster of insiders has it behind the assets, or first where it is asked for', () => {
  const things = [company('PFE', 3), company('PFX', null), thing('INSIDER', 'cik-1')];
  expect(hrefs('pfe', found(things))).toEqual([
    '/asset/PFE?kind=stock',
    '/asset/PFX?kind=stock',
    '/cluster/PFE',
    '/insider/cik-1',
    '/guides?q=pfe',
  ]);
  const [first] = choicesOf('PFE cluster', found(things));
  expect(first).toEqual({
    title: 'PFE',
    subtitle: '3 insiders bought, $2.7M',
    what: 'Clusters of insiders',
    href: '/cluster/PFE',
  });
});

test('a prediction market says its odds and when it ends, or ended', () => {
  const subtitleOf = (node: FoundMarket['node']) => choicesOf('will', found([], [market(node)]))[0]?.subtitle;
  const yesNo = [
    { name: 'Yes', price: 0.565 },
    { name: 'No', price: 0.435 },
  ];
  const later = new Date(Date.now() + 119.5 * 86_400_000).toISOString();
  expect(subtitleOf({ yesPrice: 0.25, outcomes: yesNo, endDate: later })).toBe(
    '25% · ends in 119d · Kalshi, Elections',
  );
  const teams = [
    { name: 'Lakers', price: 0.3 },
    { name: 'Celtics', price: 0.7 },
  ];
  expect(subtitleOf({ yesPrice: 0.3, outcomes: teams, endDate: '2020-01-05T12:00:00.000Z' })).toBe(
    'Celtics 70% · ended 2020-01-05 · Kalshi, Elections',
  );
  expect(subtitleOf({ yesPrice: null, outcomes: null, endDate: null })).toBe('Kalshi, Elections');
  expect(subtitleOf(null)).toBe('Kalshi, Elections');
});

test('markets stay in the order in which they were found', () => {
  const answer = found([], [market(null, 'b'), market(null, 'a')]);
  expect(hrefs('will', answer)).toEqual(['/market/b', '/market/a', '/guides?q=will']);
});

test('what the open feeds have leads to pages: assets first, then the others and markets', () => {
  const things = [
    { type: 'WHALE', title: 'A whale', subtitle: 'hyperliquid', href: '/whale/w' },
    { type: 'ASSET', title: 'Bitcoin', subtitle: 'BTC, crypto', href: '/asset/BTC?kind=crypto' },
  ] as const;
  const answer = open({ things, markets: [market(null, 'm')] });
  expect(hrefs('btc', answer)).toEqual(['/asset/BTC?kind=crypto', '/whale/w', '/market/m', '/guides?q=btc']);
  expect(choicesOf('btc', answer)[1]).toMatchObject({ what: 'Whales', subtitle: 'Hyperliquid' });
});

test('where the open feeds have nothing, the whole search is waited for, if there is one', () => {
  const awaits = (answer: SearchAnswer, query = 'acme') => isAwaited(answer, choicesOf(query, answer));
  expect(awaits(open({ until: 1 }))).toBe(true);
  expect(awaits(open())).toBe(false);
  expect(awaits(NOTHING)).toBe(false);
  expect(awaits(open({ until: 1 }), 'whales')).toBe(false); // the page of a feed is there
});

test('watched pages stand as they were kept', () => {
  expect(watchedChoices([{ title: 'ETH', what: 'Asset', href: '/asset/ETH' }])).toEqual([
    { title: 'ETH', subtitle: 'Asset', what: 'Watchlist', href: '/asset/ETH' },
  ]);
});
