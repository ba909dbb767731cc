import { SymbolPageDocument } from '../../schema/operations/generated/graphql.ts';
import { kindOfWord } from './data/asset-path.ts';
import type { RowOf } from './data/feeds.ts';
import { createPage } from './data/page.ts';
import type { PagePlan } from './data/plan.ts';
import { Congress } from './panels/congress.tsx';
import { Events } from './panels/events.tsx';
import { Headline } from './panels/headline.tsx';
import { Insider } from './panels/insider.tsx';
import { InsiderFlow } from './panels/insider-flow.tsx';
import { Markets } from './panels/markets.tsx';
import { Price } from './panels/price.tsx';
import { Reversals } from './panels/reversals.tsx';
import { hasRows, showPanels } from './panels/show-panels.ts';
import { Signals } from './panels/signals.tsx';
import { Strategies } from './panels/strategies.tsx';
import { Whales } from './panels/whales.tsx';
import { Caller } from './ui/caller.tsx';
import { fillSlots } from './ui/page-context.tsx';
import { SymbolSearch } from './ui/search.tsx';
import { Strip } from './ui/strip.tsx';

const symbol = decodeURIComponent(location.pathname.split('/').at(-1) ?? '').toUpperCase();
/** `BTC/USDT` and `BTC` are one asset; feeds that trade pairs spell it the first way. */
const base = symbol.replace(/^.*:/, '').replace(/\/.*$/, '');
const spellings = [...new Set([symbol, base, `${base}/USDT`, `${base}/USDC`, `${base}/USD`])];
const spelled = spellings.join(',');
/** What whales trade of it: a perpetual, one of a thousand coins, or the coin itself. */
const instruments = [`${base}-PERP`, `k${base}-PERP`, ...spellings];
/** Of a company and a coin of the same letters the address says which it is; a pair is a coin. */
const kind =
  kindOfWord(new URLSearchParams(location.search).get('kind')) ?? (symbol.includes('/') ? 'crypto' : null);
/** Classes of the signal feed that are of the kind; REST has them in lower case. */
const types =
  kind === 'stock' ? (['STOCK', 'ETF'] as const) : kind === 'crypto' ? (['CRYPTO'] as const) : null;

const ofStocks: PagePlan['uses'] = [
  {
    name: 'congress',
    max: 50,
    params: { ticker_in: spelled },
    follow: { ticker: { in: spellings } },
  },
  {
    name: 'insider',
    max: 50,
    params: { ticker_in: spelled },
    follow: { ticker: { in: spellings } },
  },
];
const ofCoins: PagePlan['uses'] = [
  {
    name: 'outperformers',
    max: 1,
    params: { symbol_in: spelled },
    follow: { symbol: { in: spellings } },
  },
  {
    name: 'reversals',
    max: 20,
    params: { ticker_display_in: spelled },
    follow: { tickerDisplay: { in: spellings } },
  },
];

const PLAN: PagePlan = {
  units: 2,
  uses: [
    ...(kind === 'crypto' ? [] : ofStocks),
    {
      name: 'signals',
      max: 50,
      params: { symbol_in: spelled, ...(types && { asset_type_in: types.join(',').toLowerCase() }) },
      follow: { symbol: { in: spellings }, ...(types && { assetType: { in: types } }) },
    },
    ...(kind === 'stock' ? [] : ofCoins),
    // Their open feeds do not know assets: positions go by their instrument, markets by the symbol in their question.
    {
      name: 'whales',
      max: 15,
      params: { title_in: instruments.join(',') },
      // A change of a bet on a question that names the coin comes with the next reading.
      follow: { title: { in: instruments } },
      isCostly: true,
      isPreview: true,
    },
    {
      name: 'markets',
      max: 8,
      // As with a key, of coins alone. The letters of a coin stand in many words: those are read, too, and left out.
      params: {
        question_contains: base,
        category_norm: 'crypto',
        active: 'true',
        sort: 'volume_24h_usd',
        limit: '100',
      },
      isOpenRow: ({ question }: RowOf['markets']) => question.split(/[^A-Za-z0-9]+/).includes(base),
      // Which markets are of a coin, no filter can say: those that were read are followed, until they end.
      get follow() {
        const ids = page.state.get().feeds.markets.rows?.map(({ marketId }) => marketId) ?? [];
        return ids.length === 0 ? null : { marketId: { in: ids }, active: { eq: true } };
      },
      isPreview: true,
    },
    { name: 'strategies', max: 20, params: { symbol_in: spelled }, follow: null },
  ],
  async read(client) {
    const answer = await client.query(SymbolPageDocument, {
      symbol,
      kind: kind === null ? null : kind === 'stock' ? 'STOCK' : 'CRYPTO',
    });
    const { viewer, asset, signals, congressTrades, insiderFilings, whaleActivity } = answer.data;
    return {
      ...answer,
      data: {
        tier: viewer.tier,
        rows: {
          signals: asset ? asset.signals.nodes : [],
          congress: asset ? asset.congressTrades.nodes : [],
          insider: asset ? asset.insiderFilings.nodes : [],
          whales: asset ? asset.whaleActivity.nodes : [],
          markets: asset ? asset.predictionMarkets.nodes : [],
          reversals: asset ? asset.reversals.nodes : [],
          strategies: asset ? asset.strategies.nodes : [],
          outperformers: asset?.outperformer ? [asset.outperformer] : [],
        },
        cursors: {
          signals: signals.liveCursor,
          congress: congressTrades.liveCursor,
          insider: insiderFilings.liveCursor,
          whales: whaleActivity.liveCursor,
          // Current state: nothing that was missed needs to be replayed.
          outperformers: null,
          reversals: null,
          markets: null,
        },
        rest: { asset },
      },
    };
  },
};

document.title = `${symbol} · Alpha Data`;
const page = createPage(PLAN);
// Feeds of the other kind have nothing on this asset.
for (const { name } of kind === 'crypto' ? ofStocks : kind === 'stock' ? ofCoins : [])
  page.state.update((state) => ({
    ...state,
    feeds: { ...state.feeds, [name]: { ...state.feeds[name], rows: [], source: 'still' } },
  }));
showPanels(page, symbol);
fillSlots(page, {
  search: <SymbolSearch />,
  caller: <Caller />,
  strip: <Strip isCounted={hasRows} />,
  price: <Price symbol={symbol} />,
  events: <Events />,
  whales: <Whales />,
  markets: <Markets isOfAsset />,
  headline: <Headline symbol={symbol} />,
  signals: <Signals isOfAsset />,
  'insider-flow': <InsiderFlow />,
  insider: <Insider symbol={symbol} />,
  congress: <Congress symbol={symbol} />,
  reversals: <Reversals empty={`${symbol} is neither oversold nor overbought.`} />,
  strategies: <Strategies symbol={symbol} />,
});
page.start();
