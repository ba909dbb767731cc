import { predictionMarkets } from '../feeds/prediction/feed.ts';
import type { Item } from '../sources/format.ts';
import { parseKalshiCandlesticks } from '../sources/kalshi/candlesticks.ts';
import { parseManifoldPriceHistory } from '../sources/manifold/price-history.ts';
import { parsePolymarketPriceHistory } from '../sources/polymarket/price-history.ts';
import { LANES, listedMarkets, type MarketState, type Platform, platformOf } from './prediction-markets.ts';
import type { Prices } from './prices.ts';
import { multiplesBetween, type SimulatedSource } from './simulation.ts';
import { DAY, HOUR, SECOND } from './time.ts';

/** Days of a market that the platform still has. */
const HISTORY_DAYS = 60;
/** Moments within a day at which its price is looked at, as parts of the day. */
const LOOKS = [0, 0.25, 0.5, 0.75, 1] as const;

/** A market over the days that are over. */
interface Past {
  readonly market: MarketState;
  /** Ends of the days, oldest first. */
  readonly ends: readonly number[];
  /** The market at a moment; null while it was not open. */
  at(ms: number): MarketState | null;
}

/** What a platform answers when it is asked for the days of a market that are over. */
const ANSWERS: Partial<Record<Platform, (past: Past) => Iterable<Item>>> = {
  kalshi: kalshiCandlesticks,
  manifold: manifoldBets,
  polymarket: polymarketPrices,
};

/** The history of odds: each midnight that of the last two days, since one alone does not say how long it is. */
export const simulateOddsHistory = (seed: number, prices: Prices): SimulatedSource => ({
  feed: predictionMarkets,
  *items(sinceMs, nowMs) {
    const ends = multiplesBetween(DAY, sinceMs, nowMs, HISTORY_DAYS * DAY);
    const [first] = ends;
    if (first === undefined) return;
    const days = ends.length > 1 ? ends : [first - DAY, first];
    for (const lane of Array.from({ length: LANES }, (_, index) => index)) {
      const answer = ANSWERS[platformOf(lane)];
      if (!answer) continue;
      for (const market of listedMarkets(seed, prices, lane, nowMs)) {
        const at = (ms: number) =>
          listedMarkets(seed, prices, lane, ms).find(({ id, isOpen }) => isOpen && id === market.id) ?? null;
        yield* answer({ market, ends: days, at });
      }
    }
  },
});

function* kalshiCandlesticks({ market, ends, at }: Past): Generator<Item> {
  const candlesticks = ends.flatMap((endMs) => {
    const seen = LOOKS.map((part) => at(endMs - DAY + part * DAY)).filter((one) => one !== null);
    return seen.length === LOOKS.length ? [candleOf(seen, endMs)] : [];
  });
  if (candlesticks.length < 2) return;
  const ticker = kalshiTicker(market);
  yield* parseKalshiCandlesticks({ ticker, candlesticks }, `/markets/${ticker}/candlesticks`);
}

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

/** Seconds after a midnight at which Polymarket looks at its prices. */
const LOOKS_AFTER_S = 8;

function* polymarketPrices({ market, ends, at }: Past): Generator<Item> {
  const history = ends.flatMap((endMs) => {
    // It opened at a midnight: there was no day before.
    const yes = at(endMs - DAY) && at(endMs)?.prices[0];
    return typeof yes === 'number' ? [{ t: endMs / SECOND + LOOKS_AFTER_S, p: yes }] : [];
  });
  if (history.length === 0) return;
  const id = `0x${market.id}`;
  yield* parsePolymarketPriceHistory({ history }, { market: id, file: `/prices-history of ${id}` });
}

/** Hours of a day at which someone bets on Manifold. */
const BETS_AT = [9, 15, 23] as const;

/** Bets of Yes and No. On one of several answers a bet names the answer, and not which it is of them. */
function* manifoldBets({ market, ends, at }: Past): Generator<Item> {
  if (market.prices.length !== 2) return;
  const contractId = manifoldId(market);
  const moments = ends.flatMap((endMs) => BETS_AT.map((hour) => endMs - DAY + hour * HOUR));
  const bets = moments.flatMap((createdTime) => {
    const [before, after] = [at(createdTime - HOUR), at(createdTime)];
    if (!before || !after) return [];
    const [probBefore = 0, probAfter = 0] = [before.prices[0], after.prices[0]];
    const amount = Math.max(1, Math.round(MANA * Math.max(0, after.volume - before.volume)));
    const outcome = probAfter < probBefore ? 'NO' : 'YES';
    return [
      { id: `${contractId}-${createdTime}`, contractId, createdTime, outcome, amount, probBefore, probAfter },
    ];
  });
  if (bets.length === 0) return;
  yield* parseManifoldPriceHistory(bets.toReversed(), `/v0/bets?contractId=${contractId}`);
}

/** Less play money is bet than money: the busiest of 193 markets of Manifold had 11,209 within a day. */
export const MANA = 1 / 50;

export const manifoldId = ({ id }: MarketState): string => id.slice(0, 16);
