import { predictionMarkets } from '../feeds/prediction/feed.ts';
import { parseKalshiCandlesticks } from '../sources/kalshi/candlesticks.ts';
import { LANES, listedMarkets, type MarketState, platformOf } from './prediction-markets.ts';
import type { Prices } from './prices.ts';
import { multiplesBetween, type SimulatedSource } from './simulation.ts';
import { DAY, SECOND } from './time.ts';

/** Days of a market that the platform still has. */
const HISTORY_DAYS = 60;
/** Moments within a day at which its price is looked at, as parts of the day. */
const LOOKS = [0, 0.25, 0.5, 0.75, 1] as const;

/** The daily candlesticks of Kalshi: each midnight those of the last two days, since one alone does not say how long it is. */
export const simulateOddsHistory = (seed: number, prices: Prices): SimulatedSource => ({
  feed: predictionMarkets,
  *items(sinceMs, nowMs) {
    const ends = multiplesBetween(DAY, sinceMs, nowMs, HISTORY_DAYS * DAY);
    const [first] = ends;
    if (first === undefined) return;
    const days = ends.length > 1 ? ends : [first - DAY, first];
    const lanes = Array.from({ length: LANES }, (_, lane) => lane).filter(
      (lane) => platformOf(lane) === 'kalshi',
    );
    for (const lane of lanes) {
      const marketAt = (ms: number) => listedMarkets(seed, prices, lane, ms)[0];
      const market = marketAt(nowMs);
      if (!market) continue;
      const candlesticks = days.flatMap((endMs) => {
        const seen = LOOKS.map((part) => marketAt(endMs - DAY + part * DAY));
        // Before its first whole day another market was open in the lane.
        return seen.every((one) => one?.id === market.id) ? [candleOf(seen as MarketState[], endMs)] : [];
      });
      if (candlesticks.length < 2) continue;
      const ticker = kalshiTicker(market);
      yield* parseKalshiCandlesticks({ ticker, candlesticks }, `/markets/${ticker}/candlesticks`);
    }
  },
});

/** Of a day: the market as it was at the moments looked at. */
function candleOf(seen: readonly MarketState[], endMs: number) {
  const yes = seen.map(({ prices }) => Number(kalshiPrice(prices[0])));
  const [opened, closed] = [seen[0], seen.at(-1)];
  return {
    end_period_ts: endMs / SECOND,
    price: {
      open_dollars: kalshiPrice(yes[0]),
      high_dollars: kalshiPrice(Math.max(...yes)),
      low_dollars: kalshiPrice(Math.min(...yes)),
      close_dollars: kalshiPrice(yes.at(-1)),
    },
    volume_fp: Math.max(0, (closed?.volume ?? 0) - (opened?.volume ?? 0)).toFixed(2),
  };
}

/** Kalshi writes no price of 0: its contracts are worth a cent at least. */
export const kalshiPrice = (yes: number | undefined): string => Math.max(0.01, yes ?? 0).toFixed(4);

export const kalshiTicker = ({ id }: MarketState): string => `KXDEMO-${id.slice(4, 16).toUpperCase()}-1`;
