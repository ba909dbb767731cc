import {
  DashboardPageDocument,
  type MovedMarketFragment,
} from '../../schema/operations/generated/graphql.ts';
import type { RowOf } from './data/feeds.ts';
import { readOpenToday } from './data/open-today.ts';
import { createPage } from './data/page.ts';
import type { PagePlan } from './data/plan.ts';
import { Congress } from './panels/congress.tsx';
import { Insider } from './panels/insider.tsx';
import { Markets } from './panels/markets.tsx';
import { Outperformers } from './panels/outperformers.tsx';
import { Reversals } from './panels/reversals.tsx';
import { Scorecards } from './panels/scorecards.tsx';
import { Signals } from './panels/signals.tsx';
import { Today } from './panels/today.tsx';
import { Whales } from './panels/whales.tsx';
import { Caller } from './ui/caller.tsx';
import { fillSlots } from './ui/page-context.tsx';
import { SymbolSearch } from './ui/search.tsx';
import { Strip } from './ui/strip.tsx';

const PLAN: PagePlan = {
  units: 2,
  uses: [
    // First what the row at the top needs.
    { name: 'points', max: 300, params: {}, follow: { timeframe: { eq: '1D' } } },
    { name: 'whales', max: 13, params: {}, follow: {} },
    { name: 'congress', max: 13, params: {}, follow: {} },
    { name: 'insider', max: 14, params: {}, follow: {} },
    { name: 'signals', max: 32, params: [{ status: 'OPEN' }, { status: 'CLOSED' }], follow: {} },
    { name: 'markets', max: 10, params: { sort: 'volume_24h_usd' }, follow: { active: { eq: true } } },
    { name: 'reversals', max: 10, params: { sort_by: 'score' }, follow: {} },
    {
      name: 'outperformers',
      max: 13, // one of them may be Bitcoin
      params: { sort_by: 'outperf_vs_btc_24h' },
      follow: {},
      orderOf: ({ outperfVsBtc24h }: RowOf['outperformers']) => outperfVsBtc24h,
    },
  ],
  readOpen: async () => ({ today: await readOpenToday() }),
  async read(client) {
    const answer = await client.query(DashboardPageDocument, {});
    const page = answer.data;
    const cards = [page.ams, page.mrs, page.gls].map(({ points }) => points);
    return {
      ...answer,
      data: {
        tier: page.viewer.tier,
        rows: {
          signals: joined(page.open.nodes, page.closed.nodes),
          whales: page.whaleActivity.nodes,
          congress: page.congressTrades.nodes,
          insider: page.insiderFilings.nodes,
          markets: page.predictionMarkets.nodes,
          reversals: page.reversals.nodes,
          outperformers: page.outperformers.nodes,
          points: cards.flatMap(({ nodes }) => nodes ?? []),
        },
        cursors: {
          signals: page.open.liveCursor,
          whales: page.whaleActivity.liveCursor,
          congress: page.congressTrades.liveCursor,
          insider: page.insiderFilings.liveCursor,
          markets: page.predictionMarkets.liveCursor,
          reversals: page.reversals.liveCursor,
          outperformers: page.outperformers.liveCursor,
          points: cards[0]?.liveCursor ?? null, // of the three the first was read first
        },
        rest: {
          today: {
            buy: firstOf(page.buy.nodes),
            whale: firstOf(page.whale.nodes),
            trade: page.trade.nodes?.[0] ?? null,
            cluster: page.insiderClusters.nodes?.[0] ?? null,
            moved: movedMost([page.rose, page.fell].flatMap(({ nodes }) => nodes ?? [])),
          },
        },
      },
    };
  },
};

/** Null: there is none; undefined: they could not be read. */
const firstOf = <R,>(rows: readonly R[] | null): R | null | undefined =>
  rows === null ? undefined : (rows[0] ?? null);

/** Null where none moved. */
const movedMost = (markets: readonly MovedMarketFragment[]): MovedMarketFragment | null =>
  markets
    .filter(({ yesPrice, oneDayChange }) => yesPrice !== null && oneDayChange)
    .toSorted((a, b) => Math.abs(b.oneDayChange ?? 0) - Math.abs(a.oneDayChange ?? 0))[0] ?? null;

/** Null when either could not be read. */
const joined = <R,>(one: readonly R[] | null, other: readonly R[] | null): readonly R[] | null =>
  one && other && [...one, ...other];

const page = createPage(PLAN);
fillSlots(page, {
  search: <SymbolSearch />,
  caller: <Caller />,
  strip: <Strip canBeShared />,
  today: <Today />,
  scorecards: <Scorecards />,
  signals: <Signals />,
  whales: <Whales of="whale activity" />,
  outperformers: <Outperformers />,
  reversals: <Reversals of="reversals" />,
  congress: <Congress />,
  insider: <Insider />,
  markets: <Markets of="prediction markets" />,
});
page.start();
