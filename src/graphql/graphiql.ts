import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { EXAMPLES } from './examples.ts';
import { createFetcher } from './graphiql-fetcher.ts';
import { fillPage, keptKey, mendTabs, showCost } from './graphiql-page.ts';

const LISTS = `# Alpha Data. With your key in "Headers" below, press
# the play button: eight feeds in one query. The next
# tab shows one of them live; more are in "Examples".
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

/** What stands above GraphiQL: links to the other pages, with this on their right. */
export type PageBar = (path: string, tools: string) => string;

/**
 * The GraphiQL page, whole: scripts, styles and workers are inside.
 *
 * @param key put into the headers of every tab for who has not entered one on another page; '' leaves it to them.
 */
export function graphiqlPage(key: string, bar: PageBar = (_path, tools) => tools): string {
  const options = {
    title: 'Alpha Data GraphQL',
    defaultTabs: [LISTS, LIVE].map((query) => ({ query, headers: HEADERS_MARK })),
    headers: HEADERS_MARK,
    shouldPersistHeaders: false,
    fetcher: FETCHER_MARK,
  };
  // The page takes a fetcher, but its options are written as JSON.
  return renderGraphiQL(options)
    .replaceAll(JSON.stringify(HEADERS_MARK), 'alphaHeaders')
    .replace(JSON.stringify(FETCHER_MARK), () => fetcherScript())
    .replace('</head>', () => `${HEAD}</head>`)
    .replace(/<body[^>]*>/, (body) => `${body}${bar('/graphql', TOOLS)}${pageScript(key)}`);
}

const FETCHER_MARK = 'fetcher of the page';
const HEADERS_MARK = 'headers of the page';

const HEAD = `<meta name="viewport" content="width=device-width, initial-scale=1"><style>
html, body { height: 100%; }
body { display: flex; flex-direction: column; margin: 0; }
#root { flex: 1; min-height: 0; height: auto; }
#root .graphiql-container { height: 100%; }
#root .graphiql-logo { display: none; }
#root .monaco-editor.vs .mtk8 { color: #067049; }
#root .monaco-editor.vs-dark .mtk8 { color: #8fc07c; }
#root .monaco-editor.vs-dark .line-numbers { color: #a3adbf; }
.site-bar select { width: 230px; }
@media (max-width: 760px) {
  #root .graphiql-sidebar, #root .graphiql-sessions > div:last-child > .graphiql-horizontal-drag-bar { display: none; }
  #root .graphiql-main { margin: 0; }
  #root .graphiql-sessions { margin: 0; border-radius: 0; }
  #root .graphiql-sessions > div:last-child { flex-direction: column; }
  #root .graphiql-editors, #root .graphiql-response { min-height: 0; }
}
</style>`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const TOOLS = `<output id="cost" aria-label="Cost of the last request"></output>
<label>Examples <select id="examples"><option value="">Choose one</option>${EXAMPLES.map(
  ({ module, title, query }) =>
    `<option value="${escapeHtml(query)}">${escapeHtml(module ? `${module}: ${title}` : title)}</option>`,
).join('')}</select></label>`;

/** Runs before GraphiQL does. */
function pageScript(key: string): string {
  const headers = `JSON.stringify({ 'X-API-Key': (${keptKey})() || ${JSON.stringify(key)} }, null, 2)`;
  return `<script>const alphaHeaders = ${headers}; (${fillPage})(); (${mendTabs})();</script>`;
}

/** An expression that makes the fetcher, with the client it needs. */
function fetcherScript(): string {
  const folder = join(createRequire(import.meta.url).resolve('graphql-ws/package.json'), '..');
  const client = readFileSync(join(folder, 'umd/graphql-ws.min.js'), 'utf8');
  const endpoint = "new URL('/graphql', location.href).href";
  return `(() => { ${client}\nreturn (${createFetcher})(graphqlWs.createClient, ${endpoint}, ${showCost}); })()`;
}
