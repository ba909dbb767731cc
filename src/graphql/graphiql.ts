import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { createFetcher } from './graphiql-fetcher.ts';

const LISTS = `# Alpha Data. Put your key into "Headers" below,
# then press the play button: eight feeds in one query.
# The next tab shows one of them live.
query Dashboard {
  signals(first: 10, filter: { status: { eq: OPEN } }) {
    nodes { symbol direction pnlPct asset { companyName } }
  }
  strategies(first: 10) {
    nodes { name symbol performance { sharpe winRate } }
  }
  whaleActivity(first: 10) {
    nodes { whaleName eventType title value }
    summary { entries exits }
  }
  congressTrades(first: 10) {
    nodes { politicianName ticker transactionType filingDate }
  }
  insiderFilings(first: 10) {
    nodes { insiderName ticker value filingDate }
  }
  outperformers(first: 10) {
    nodes { symbol compositeScore marketPhase }
  }
  reversals(first: 10) {
    nodes { tickerDisplay interval signal { what direction } }
  }
  predictionMarkets(first: 10) {
    nodes { platform question yesPrice volume24h }
    liveCursor
  }
}
`;

const LIVE = `# Press the play button and watch the result: every
# change comes as it is committed. Press again to stop.
# With "after", the liveCursor of a list or the cursor of
# an event, it goes on from there: nothing is missing and
# nothing comes twice.
subscription Live {
  predictionMarkets {
    kind
    at
    node { platform question yesPrice volume24h }
    cursor
    gap { dropped }
  }
}
`;

/** Nothing on the page may come from another origin, whatever the bundle would try. */
export const GRAPHIQL_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'worker-src blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The GraphiQL page, whole: scripts, styles and workers are inside.
 *
 * @param key put into the headers of every tab, for all who can open the page; '' leaves it to them.
 */
export function graphiqlPage(key: string): string {
  const headers = JSON.stringify({ 'X-API-Key': key }, null, 2);
  const options = {
    title: 'Alpha Data GraphQL',
    defaultTabs: [LISTS, LIVE].map((query) => ({ query, headers })),
    headers,
    shouldPersistHeaders: false,
    fetcher: FETCHER_MARK,
  };
  // The page takes a fetcher, but its options are written as JSON.
  return renderGraphiQL(options).replace(JSON.stringify(FETCHER_MARK), () => fetcherScript());
}

const FETCHER_MARK = 'fetcher of the page';

/** An expression that makes the fetcher, with the client it needs. */
function fetcherScript(): string {
  const folder = join(createRequire(import.meta.url).resolve('graphql-ws/package.json'), '..');
  const client = readFileSync(join(folder, 'umd/graphql-ws.min.js'), 'utf8');
  const endpoint = "new URL('/graphql', location.href).href";
  return `(() => { ${client}\nreturn (${createFetcher})(graphqlWs.createClient, ${endpoint}); })()`;
}

/** Whether a GET comes from a browser's address bar and not from a GraphQL client. */
export function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}
