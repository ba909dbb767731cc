import { predictionMarkets } from '../feeds/prediction/feed.ts';
import { parseKalshiMarkets } from '../sources/kalshi/markets-page.ts';
import { parseLimitlessMarkets } from '../sources/limitless/markets-page.ts';
import { parseManifoldMarkets } from '../sources/manifold/market-page.ts';
import { parseMetaculusQuestions } from '../sources/metaculus/questions-page.ts';
import { parsePolymarketMarkets } from '../sources/polymarket/market-page.ts';
import type { ParsePage } from '../sources/prediction/read-pages.ts';
import { parsePredictItMarkets } from '../sources/predictit/markets-page.ts';
import { newYorkClock } from './new-york-clock.ts';
import { kalshiPrice, kalshiTicker, MANA, manifoldId } from './odds-history.ts';
import { hasTurned, LANES, listedMarkets, type MarketState, type Platform } from './prediction-markets.ts';
import type { Prices } from './prices.ts';
import { round } from './rounding.ts';
import { multiplesBetween, type SimulatedSource } from './simulation.ts';
import { SECOND } from './time.ts';

/** Lanes whose prices a second brings; all of them are asked once in 100 s. */
const LANES_PER_SECOND = 2;

/** The lists of the six platforms, and from then on the answers about the markets that moved. */
export const simulatePredictionPlatforms = (seed: number, prices: Prices): SimulatedSource => ({
  feed: predictionMarkets,
  *items(sinceMs, nowMs) {
    const seconds = multiplesBetween(SECOND, sinceMs, nowMs, (LANES / LANES_PER_SECOND) * SECOND);
    const moving = new Set(
      seconds.flatMap((ms) => {
        const first = (ms / SECOND) * LANES_PER_SECOND;
        return Array.from({ length: LANES_PER_SECOND }, (_, index) => (first + index) % LANES);
      }),
    );
    const lanes = Array.from({ length: LANES }, (_, lane) => lane).filter(
      (lane) => moving.has(lane) || hasTurned(seed, lane, sinceMs, nowMs),
    );
    const listed = lanes.flatMap((lane) => listedMarkets(seed, prices, lane, nowMs));
    for (const [platform, markets] of Map.groupBy(listed, (market) => market.platform)) {
      const { url, parse, entry } = PLATFORM[platform];
      // A market that has closed looks ever the same: its answer is as old as its close.
      for (const [atMs, own] of Map.groupBy(markets, (market) => market.atMs)) {
        yield* parse(pageOf(platform, own.map(entry)), new Date(atMs), url);
      }
    }
  },
});

interface NativePlatform {
  readonly url: string;
  readonly parse: ParsePage;
  /** A market as the platform writes it, with the event around it. */
  readonly entry: (market: MarketState) => object;
}

/** What a platform wraps its list in. */
function pageOf(platform: Platform, list: readonly object[]): unknown {
  const member = { kalshi: 'events', limitless: 'data', metaculus: 'results', predictit: 'markets' };
  return platform === 'polymarket' || platform === 'manifold' ? list : { [member[platform]]: list };
}

const PLATFORM: Readonly<Record<Platform, NativePlatform>> = {
  polymarket: { url: '/events', parse: parsePolymarketMarkets, entry: gammaEvent },
  kalshi: { url: '/events', parse: parseKalshiMarkets, entry: kalshiEvent },
  manifold: { url: '/v0/search-markets', parse: parseManifoldMarkets, entry: manifoldMarket },
  predictit: { url: '/api/marketdata/all/', parse: parsePredictItMarkets, entry: predictItMarket },
  metaculus: { url: '/api/posts/', parse: parseMetaculusQuestions, entry: metaculusPost },
  limitless: { url: '/markets/active', parse: parseLimitlessMarkets, entry: limitlessMarket },
};

const iso = (ms: number): string => new Date(ms).toISOString();
const numericId = ({ id }: MarketState): number => Number.parseInt(id.slice(4, 15), 16);

function gammaEvent(state: MarketState) {
  const { id, question, prices, yesDayBefore, volume, volume24h, isOpen, closesMs, atMs } = state;
  const market = {
    conditionId: `0x${id}`,
    question: question.text,
    outcomes: JSON.stringify(question.outcomes),
    outcomePrices: JSON.stringify(prices.map(String)),
    ...(isOpen && yesDayBefore !== null && { oneDayPriceChange: round((prices[0] ?? 0) - yesDayBefore, 4) }),
    volume: String(volume),
    volume24hr: volume24h,
    active: true,
    closed: !isOpen,
    endDate: iso(closesMs),
    updatedAt: iso(atMs),
  };
  return {
    id: id.slice(0, 12),
    title: question.event,
    tags: [{ label: question.category }],
    markets: [market],
  };
}

function kalshiEvent(state: MarketState) {
  const { question, prices, yesDayBefore, volume, volume24h, isOpen, closesMs, atMs } = state;
  const market = {
    ticker: kalshiTicker(state),
    title: question.text,
    status: isOpen ? 'active' : 'finalized',
    last_price_dollars: kalshiPrice(prices[0]),
    ...(yesDayBefore !== null && { previous_price_dollars: kalshiPrice(yesDayBefore) }),
    volume_fp: volume.toFixed(2),
    volume_24h_fp: volume24h.toFixed(2),
    close_time: iso(closesMs),
    updated_time: iso(atMs),
  };
  const event = kalshiTicker(state).replace(/-1$/, '');
  return { event_ticker: event, title: question.event, category: question.category, markets: [market] };
}

function manifoldMarket(market: MarketState) {
  const { question, prices, isOpen, closesMs, atMs } = market;
  const isBinary = prices.length === 2;
  return {
    id: manifoldId(market),
    question: `${question.text} (simulated)`,
    outcomeType: isBinary ? 'BINARY' : 'MULTIPLE_CHOICE',
    ...(isBinary
      ? { probability: prices[0] }
      : { answers: prices.map((probability, index) => ({ text: question.outcomes[index], probability })) }),
    volume: market.volume * MANA,
    volume24Hours: market.volume24h * MANA,
    groupSlugs: [question.category.toLowerCase()],
    isResolved: !isOpen,
    closeTime: closesMs,
    lastUpdatedTime: atMs,
  };
}

function predictItMarket(market: MarketState) {
  const { question, prices, isOpen, closesMs } = market;
  const contract = {
    id: 1,
    name: question.text,
    status: isOpen ? 'Open' : 'Closed',
    lastTradePrice: Math.max(0.01, prices[0] ?? 0),
    dateEnd: newYorkClock(closesMs),
  };
  return { id: numericId(market), name: question.event, status: contract.status, contracts: [contract] };
}

function metaculusPost(market: MarketState) {
  const { question, prices, isOpen, closesMs, atMs } = market;
  const isBinary = prices.length === 2;
  const status = isOpen ? 'open' : 'resolved';
  const latest = {
    start_time: atMs / 1_000,
    centers: prices.slice(0, 1),
    forecast_values: prices,
  };
  return {
    id: numericId(market),
    title: question.event,
    status,
    projects: { category: [{ name: question.category }] },
    question: {
      title: question.text,
      status,
      type: isBinary ? 'binary' : 'multiple_choice',
      options: question.outcomes,
      scheduled_close_time: iso(closesMs),
      aggregations: { recency_weighted: { latest } },
    },
  };
}

function limitlessMarket(market: MarketState) {
  const { question, prices, volume, isOpen, closesMs, atMs } = market;
  return {
    id: numericId(market),
    title: question.event,
    expirationTimestamp: closesMs,
    tags: [question.category],
    markets: [
      {
        id: `${numericId(market)}-1`,
        title: question.text,
        prices,
        volumeFormatted: volume.toFixed(2),
        status: isOpen ? 'FUNDED' : 'RESOLVED',
        winningOutcomeIndex: isOpen ? null : prices.indexOf(1),
        expirationTimestamp: closesMs,
        tags: [question.category],
        updatedAt: iso(atMs),
      },
    ],
  };
}
