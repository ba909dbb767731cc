import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

const EXAMPLE = `# Alpha Data. Put your key into "Headers" below, then press the play button.
# Eight feeds in one query:
query Dashboard {
  signals(first: 10, filter: { status: { eq: OPEN } }) {
    nodes { symbol direction pnlPct timestamp asset { companyName } }
    liveCursor
  }
  strategies(first: 10, orderBy: { field: PERFORMANCE_SHARPE }) { nodes { name symbol performance { sharpe winRate } } }
  whaleActivity(first: 10) { nodes { whaleName eventType title value } summary { entries exits } }
  congressTrades(first: 10) { nodes { politicianName party ticker transactionType filingDate } }
  insiderFilings(first: 10, filter: { transactionDirection: { eq: BUY } }) { nodes { insiderName ticker value filingDate } }
  outperformers(first: 10) { nodes { symbol compositeScore marketPhase } }
  reversals(first: 10) { nodes { tickerDisplay interval score signal { what direction } } }
  predictionMarkets(first: 10) { nodes { platform question yesPrice volume24h } }
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

/** The GraphiQL page, whole: scripts, styles and workers are inside. */
export function graphiqlPage(): string {
  return renderGraphiQL({
    title: 'Alpha Data GraphQL',
    endpoint: '/graphql',
    defaultQuery: EXAMPLE,
    headers: JSON.stringify({ 'X-API-Key': '' }, null, 2),
    shouldPersistHeaders: false,
  });
}

/** Whether a GET comes from a browser's address bar and not from a GraphQL client. */
export function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}
