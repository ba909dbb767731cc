import { expect } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { idsOf, lettersOf, lettersOfSum, type MatrixModule, ROWS } from './access-modules.ts';

/** Who asks: the key of a tier, or nobody, who is shown the open feeds. */
export interface Asker {
  readonly app: TestApp;
  readonly key: string | null;
}

/** What the surfaces show: letters, or how many there are. */
export type Shown = Readonly<Record<string, string | number>>;

export interface Seen {
  readonly shown: Shown;
  /** Of everything REST answered. */
  readonly etags: readonly (string | null)[];
}

export type Row = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;

export async function get({ app, key }: Asker, path: string, accept = 'application/json'): Promise<Response> {
  const response = await fetch(app.url + path, { headers: { accept, ...(key ? { 'x-api-key': key } : {}) } });
  expect(response.status, path).toBe(200);
  return response;
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((a, b) => a + b, 0);

/** The whole list as a file; null where the list has none. */
async function fileOf(asker: Asker, { rest, ingest, name }: MatrixModule): Promise<Response | null> {
  if (asker.key === null || name.startsWith('insider-alpha')) return null;
  const [path, query = ''] = rest.split('?');
  const isSeries = path?.startsWith('/api/scorecards/');
  const file = isSeries ? `/api/v1/scorecards/export?scorecard=${ingest}&` : `${path}/export?`;
  return get(asker, file + query);
}

/** The rows that the snapshot of an answer gives, and that of a key which sees everything. */
async function heldRows(asker: Asker, { wrapper }: MatrixModule, path: string, told: string | null) {
  const { app, key } = asker;
  const all = await app.get(path);
  const rowsBy = async (snapshot: string | null) => {
    const answer = await get(asker, `${path}${path.includes('?') ? '&' : '?'}snapshot=${snapshot}`);
    expect(answer.headers.get('x-snapshot')).toBe(snapshot);
    return ((await answer.json()) as Body)[wrapper] as readonly Row[];
  };
  return key ? [await rowsBy(told), await rowsBy(all.headers.get('x-snapshot'))] : [];
}

/** A list over REST: rows, total, counts by kind, the same rows as NDJSON, and as a file. */
export async function restList(asker: Asker, module: MatrixModule): Promise<Seen> {
  const path = asker.key ? module.rest : (module.open ?? expect.unreachable(`${module.name} is not open`));
  const list = await get(asker, path);
  const body = (await list.json()) as Body;
  const lines = (await (await get(asker, path, 'application/x-ndjson')).text()).trim().split('\n');
  const keyOf = (row: Row) => row[module.key] ?? '';
  const [held = null, heldByAll = null] = await heldRows(asker, module, path, list.headers.get('x-snapshot'));
  const file = await fileOf(asker, module);
  const fileLines = (await file?.text())?.split('\n').slice(0, -1) ?? [];
  const counts = module.counts && (body[module.counts.rest] as Readonly<Record<string, number>>);
  return {
    shown: {
      rows: lettersOf((body[module.wrapper] as readonly Row[]).map(keyOf)),
      exported: lettersOf(lines.filter(Boolean).map((line) => keyOf(JSON.parse(line) as Row))),
      ...(held && { 'by its snapshot': lettersOf(held.map(keyOf)) }),
      ...(heldByAll && { 'by another snapshot': lettersOf(heldByAll.map(keyOf)) }),
      ...(file && {
        file: lettersOf(fileLines.map((line) => keyOf(JSON.parse(line) as Row))),
        'rows of the file': Number(file.headers.get('x-export-rows')),
      }),
      total: Number(list.headers.get('x-total-count')),
      ...(body.total === undefined ? {} : { 'total in the answer': Number(body.total) }),
      ...(counts ? { counts: sum(counts) } : {}),
    },
    etags: [list.headers.get('etag')],
  };
}

interface Connection {
  readonly totalCount: number;
  readonly nodes: readonly { readonly id: string }[];
  readonly summary?: Readonly<Record<string, number>>;
  readonly platforms?: readonly { readonly count: number }[];
}

const lettersOfIds = (nodes: readonly ({ readonly id: string } | null)[]): string =>
  lettersOf(nodes.flatMap((node) => (node ? [Buffer.from(node.id, 'base64url').toString()] : [])));

/** The same in the graph: the list, its counts, the rows below their asset, and each row by its id. */
export async function graphList({ app, key }: Asker, module: MatrixModule): Promise<Shown> {
  const { list, card, nested, symbol = 'MTX', counts } = module;
  const field = `list: ${list} { totalCount nodes { id } ${counts?.graph ?? ''} }`;
  const query = `query ($ids: [ID!]!) {
    ${card ? `card: scorecard(name: ${card}) { ${field} }` : field}
    ${nested ? `asset(symbol: "${symbol}", kind: ${nested}) { ${field} }` : ''}
    nodes(ids: $ids) { id } }`;
  const { data, errors } = await app.graphql(query, { ids: idsOf(module) }, key ?? '');
  expect(errors, module.name).toBeUndefined();
  const answer = data as unknown as {
    list: Connection;
    card?: { list: Connection };
    asset?: { list: Connection } | null;
    nodes: ({ id: string } | null)[];
  };
  const top = answer.card?.list ?? answer.list;
  const below = answer.asset?.list;
  const countOf = ({ summary, platforms }: Connection) => {
    const counted = summary ? [summary] : platforms;
    return counted && { counts: counted.reduce((all, one) => all + sum(one), 0) };
  };
  return {
    nodes: lettersOfIds(top.nodes),
    totalCount: top.totalCount,
    'node(id:)': lettersOfIds(answer.nodes),
    ...(below && {
      'asset nodes': lettersOfIds(below.nodes),
      'asset totalCount': below.totalCount,
      ...(countOf(below) && { 'asset counts': countOf(below)?.counts ?? 0 }),
    }),
    ...countOf(top),
  };
}

/** A scorecard's export; the metric tells the rows. */
export async function seriesExport(asker: Asker, name: string): Promise<Seen> {
  const response = await get(asker, `/api/scorecards/${name}/export?timeframe=1D&format=csv`);
  const [, ...lines] = (await response.text()).trim().split(/\r?\n/);
  return {
    shown: { export: lettersOfSum(lines.reduce((all, line) => all + Number(line.split(',')[2]), 0)) },
    etags: [response.headers.get('etag')],
  };
}

const INSIDER_IDS = Object.keys(ROWS).map((letter) =>
  Buffer.from(`Insider:insider-${letter}`).toString('base64url'),
);

/** What is computed from filings over everything in view. */
export async function insiderSums(asker: Asker): Promise<Seen> {
  const base = '/api/v1/insider-alpha';
  const [clusters, insiders] = await Promise.all([
    get(asker, `${base}/clusters?days_back=36500&min_insiders=1`),
    get(asker, `${base}/insiders`),
  ]);
  const [cluster] = ((await clusters.json()) as { clusters: { total_value: number }[] }).clusters;
  const directory = (await insiders.json()) as {
    total: number;
    insiders: { name: string; total_buy_value: number }[];
  };
  const { data, errors } = await asker.app.graphql(
    `query ($ids: [ID!]!) { insiderClusters(daysBack: 36500, minInsiders: 1) { nodes { totalValue } }
      nodes(ids: $ids) { ... on Insider { id totalBuyValue } }
      insiders { totalCount nodes { name totalBuyValue filings { nodes { id insider { name } } } } }
      asset(symbol: "MTX") { insiderClusters(daysBack: 36500, minInsiders: 1) { totalValue } } }`,
    { ids: INSIDER_IDS },
    asker.key ?? '',
  );
  expect(errors).toBeUndefined();
  const graph = data as unknown as {
    insiderClusters: { nodes: { totalValue: number }[] };
    insiders: {
      totalCount: number;
      nodes: {
        name: string;
        totalBuyValue: number;
        filings: { nodes: { id: string; insider: { name: string } }[] };
      }[];
    };
    nodes: ({ id: string; totalBuyValue: number } | null)[];
    asset: { insiderClusters: { totalValue: number }[] };
  };
  const filings = graph.insiders.nodes.flatMap((insider) => insider.filings.nodes);
  return {
    shown: {
      'cluster value': lettersOfSum(cluster?.total_value ?? 0),
      directory: lettersOf(directory.insiders.map(({ name }) => name)),
      'directory values': lettersOfSum(directory.insiders.reduce((all, one) => all + one.total_buy_value, 0)),
      'directory total': directory.total,
      'graph clusters': lettersOfSum(graph.insiderClusters.nodes[0]?.totalValue ?? 0),
      'graph directory': lettersOf(graph.insiders.nodes.map(({ name }) => name)),
      'graph values': lettersOfSum(graph.insiders.nodes.reduce((all, one) => all + one.totalBuyValue, 0)),
      'graph totalCount': graph.insiders.totalCount,
      'insider node(id:)': lettersOfIds(graph.nodes),
      'insider node values': lettersOfSum(
        graph.nodes.reduce((all, one) => all + (one?.totalBuyValue ?? 0), 0),
      ),
      'filings of insiders': lettersOfIds(filings),
      'insiders of filings': lettersOf(filings.map(({ insider }) => insider.name)),
      'asset clusters': lettersOfSum(graph.asset.insiderClusters[0]?.totalValue ?? 0),
    },
    etags: [clusters.headers.get('etag'), insiders.headers.get('etag')],
  };
}

interface Person {
  readonly totals: { readonly trades: number };
  readonly trades: Connection;
}

interface Holder {
  readonly eventCount: number;
  readonly activity: Connection;
}

/** Who is behind trades, events and signals, and the way back. */
export async function entities({
  app,
  key,
}: Asker): Promise<Readonly<Record<'windowed' | 'delayed', Shown>>> {
  const list = '{ totalCount nodes { id } }';
  const { data, errors } = await app.graphql(
    `{ politicians(search: "Matrix") { nodes { totals { trades } trades(first: 50) ${list} } }
      congressTrades(first: 50) { nodes { id politician { name } } }
      whales(platform: "matrix") { nodes { eventCount activity(first: 50) ${list} } }
      whaleActivity(first: 50) { nodes { id whale { address } } }
      signals(first: 50, filter: { source: { eq: "insider" } }) { nodes { filing { id } } } }`,
    {},
    key ?? '',
  );
  expect(errors).toBeUndefined();
  const graph = data as unknown as {
    politicians: { nodes: [Person] };
    congressTrades: { nodes: { id: string; politician: { name: string } | null }[] };
    whales: { nodes: [Holder] };
    whaleActivity: { nodes: { id: string; whale: { address: string } | null }[] };
    signals: { nodes: { filing: { id: string } | null }[] };
  };
  const [[person], [holder]] = [graph.politicians.nodes, graph.whales.nodes];
  return {
    windowed: {
      'trades of a politician': lettersOfIds(person.trades.nodes),
      'number of them': person.trades.totalCount,
      'totals of a politician': person.totals.trades,
      'politicians of trades': lettersOfIds(
        graph.congressTrades.nodes.map((trade) => (trade.politician?.name === 'Matrix' ? trade : null)),
      ),
      'events of a whale': lettersOfIds(holder.activity.nodes),
      'number of events': holder.activity.totalCount,
      'events counted': holder.eventCount,
      'whales of events': lettersOfIds(
        graph.whaleActivity.nodes.map((event) => (event.whale?.address === '0xmatrix' ? event : null)),
      ),
    },
    delayed: { 'filings of signals': lettersOfIds(graph.signals.nodes.map(({ filing }) => filing)) },
  };
}

/** What is computed from the filings of the last 30 and 90 days. */
export async function insiderWindows(asker: Asker): Promise<Seen> {
  const [company, market] = await Promise.all([
    get(asker, '/api/v1/insider-alpha/companies/MTX'),
    get(asker, '/api/v1/insider-alpha/stats/market'),
  ]);
  const profile = (await company.json()) as { windows: Record<string, { buy_value: number }> };
  const stats = (await market.json()) as { last_30d: { buy_value: number } };
  const { data, errors } = await asker.app.graphql(
    `{ insiderMarketStats { last30d { buyValue } }
      asset(symbol: "MTX") { insiderWindows { days30 { buyValue } days90 { buyValue } } } }`,
    {},
    asker.key ?? '',
  );
  expect(errors).toBeUndefined();
  const graph = data as unknown as {
    insiderMarketStats: { last30d: { buyValue: number } };
    asset: { insiderWindows: Record<string, { buyValue: number }> };
  };
  return {
    shown: {
      'company 30d': lettersOfSum(profile.windows['30d']?.buy_value ?? 0),
      'company 90d': lettersOfSum(profile.windows['90d']?.buy_value ?? 0),
      'market 30d': lettersOfSum(stats.last_30d.buy_value),
      'graph market': lettersOfSum(graph.insiderMarketStats.last30d.buyValue),
      'asset 30d': lettersOfSum(graph.asset.insiderWindows.days30?.buyValue ?? 0),
      'asset 90d': lettersOfSum(graph.asset.insiderWindows.days90?.buyValue ?? 0),
    },
    etags: [company.headers.get('etag'), market.headers.get('etag')],
  };
}

/** The filings of a company's profile; null where there is no such company, and then no such asset either. */
export async function companyFilings({ app, key }: Asker, ticker: string): Promise<string | null> {
  const { data } = await app.graphql(`{ asset(symbol: "${ticker}") { companyName } }`, {}, key ?? '');
  const response = await app.get(`/api/v1/insider-alpha/companies/${ticker}`, { 'x-api-key': key ?? '' });
  expect(data?.asset !== null, `${ticker} is an asset`).toBe(response.status === 200);
  if (response.status === 404) return null;
  const body = (await response.json()) as { filings: { id: string }[] };
  return lettersOf(body.filings.map(({ id }) => id));
}
