import { createHash } from 'node:crypto';
import { EXAMPLES } from './examples.ts';
import { createFetcher } from './graphiql-fetcher.ts';
import { chosenTheme, fillPage, keptKey, mendTabs, showCost, showKey } from './graphiql-page.ts';

/** What the first tab asks: the most that one unit buys. Its words and those of the next are as short as the editor of a phone. */
export const LISTS = `# Alpha Data. Press play:
# eight feeds, in a query
# for one unit. The next
# tab is live; "Examples"
# has more.
query Dashboard {
  signals(first: 10, filter: { status: { eq: OPEN } }) {
    nodes { symbol direction pnlPct asset { name } }
  }
  strategies(first: 10) {
    nodes { name performance { sharpe winRate } }
  }
  whaleActivity(first: 10) {
    nodes { whaleName eventType title value }
  }
  congressTrades(first: 10) {
    nodes { politicianName ticker filingDate }
  }
  insiderFilings(first: 10) {
    nodes { insiderName ticker value }
  }
  outperformers(first: 10) {
    nodes { symbol compositeScore perf7d }
  }
  reversals(first: 10) {
    nodes { tickerDisplay interval score }
  }
  predictionMarkets(first: 10) {
    nodes { question yesPrice volume24h }
    liveCursor
  }
}
`;

const LIVE = `# Press play: changes come
# as they are committed.
# Press again to stop.
# With "after", the
# liveCursor of a list or
# the cursor of an event,
# it goes on from there:
# nothing is missing and
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

/** URLs of the files a page is made of, by their names before the hash: `graphiql.js`. */
export type PageParts = ReadonlyMap<string, string>;

/** A page and its Content-Security-Policy. */
export interface Page {
  readonly html: string;
  readonly policy: string;
}

/** What stands above GraphiQL: links to the other pages, with this on their right. */
export type PageBar = (path: string, tools: string) => string;

/**
 * The GraphiQL page. Its scripts, styles and workers are files of their own, which browsers keep.
 *
 * @param key sent with what has none of its own, unless the reader has entered one on another page; '': none.
 * @param parts see `LIBRARIES` of `vite.config.ts`. Null when one is missing: the pages were not built.
 */
export function graphiqlPage(
  key: string,
  parts: PageParts,
  bar: PageBar = (_path, tools) => tools,
): Page | null {
  const urls = PARTS.map((name) => parts.get(name));
  if (urls.includes(undefined)) return null;
  const [graphiql, style, socket, editorWorkerService, json, graphql] = urls;
  const options = JSON.stringify({
    title: 'Alpha Data GraphQL',
    defaultTabs: [LISTS, LIVE].map((query) => ({ query, headers: HEADERS_MARK })),
    headers: HEADERS_MARK,
    shouldPersistHeaders: false,
    fetcher: FETCHER_MARK,
  })
    .replaceAll('<', '\\u003c')
    .replaceAll(JSON.stringify(HEADERS_MARK), 'alphaHeaders')
    .replace(JSON.stringify(FETCHER_MARK), () => FETCHER); // a function, which JSON has no way to write
  const script = `
const alphaKey = (${keptKey})() || ${JSON.stringify(key)};
const alphaHeaders = alphaKey === '' ? JSON.stringify({ 'X-API-Key': '' }, null, 2) : '';
const alphaTheme = (${chosenTheme})();
(${fillPage})();
(${mendTabs})();
const workers = ${JSON.stringify({ editorWorkerService, json, graphql })};
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] };
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), Object.assign(${options}, ${FOLDED}, ${THEMED}));
`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Alpha Data GraphiQL</title>
<link rel="icon" href="/favicon.ico"><link rel="stylesheet" href="${style}">${HEAD}</head>
<body id="body" class="no-focus-outline">${bar('/graphql', TOOLS)}
<noscript>GraphiQL needs JavaScript. The schema is at /schema.graphql without it.</noscript>
<div id="root"></div>
<script src="${socket}"></script><script src="${graphiql}"></script>
<script>${script}</script>
</body></html>
`;
  return { html, policy: policyOf(script) };
}

const PARTS = [
  'graphiql.js',
  'graphiql.css',
  'graphql-ws.js',
  'graphiql-editor-worker.js',
  'graphiql-json-worker.js',
  'graphiql-graphql-worker.js',
];

/** The browser loads nothing from another origin, even if the bundle tries to. The editor makes styles as it runs. */
const policyOf = (script: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "worker-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** On a phone no empty field stands before the result; without a key there is one to be typed. */
const FOLDED = `alphaKey !== '' && matchMedia('(max-width: 760px)').matches ? { defaultEditorToolsVisibility: false } : {}`;

/** GraphiQL offers no other theme then: the choice of the other pages holds. */
const THEMED = 'alphaTheme === null ? {} : { forcedTheme: alphaTheme }';

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
#key { color: var(--quiet); white-space: nowrap; }
#root .monaco-scrollable-element > .scrollbar.vertical, #root .monaco-scrollable-element > .scrollbar.vertical > .slider { width: 8px !important; }
#root .monaco-scrollable-element > .scrollbar.horizontal, #root .monaco-scrollable-element > .scrollbar.horizontal > .slider { height: 8px !important; }
@media (max-width: 760px) {
  .site-bar #key { margin-left: auto; }
  .site-bar .menu-button { order: 1; margin-left: 0; }
  .site-bar .tag { order: 2; }
  .site-bar label { display: flex; flex: 1 0 200px; align-items: center; gap: 8px; order: 3; }
  .site-bar label select { flex: 1; width: 0; }
  .site-bar output { order: 4; width: 100%; }
  .site-bar output { font-size: 11px; white-space: nowrap; }
  #root .graphiql-sidebar, #root .graphiql-sessions > div:last-child > .graphiql-horizontal-drag-bar { display: none; }
  #root .graphiql-main { margin: 0; }
  #root .graphiql-sessions { margin: 0; border-radius: 0; }
  #root .graphiql-sessions > div:last-child { flex-direction: column; }
  #root .graphiql-editors, #root .graphiql-response { min-height: 0; }
}
</style>`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const TOOLS = `<span id="key"></span><output id="cost" aria-label="Cost of the last request"></output>
<label>Examples <select id="examples"><option value="">Choose one</option>${EXAMPLES.map(
  ({ module, title, query }) =>
    `<option value="${escapeHtml(query)}">${escapeHtml(module ? `${module}: ${title}` : title)}</option>`,
).join('')}</select></label>`;

/** An expression that makes the fetcher, with the client it needs. */
const FETCHER = `(${createFetcher})(graphqlWs.createClient, new URL('/graphql', location.href).href, ${showCost}, alphaKey, ${showKey})`;
