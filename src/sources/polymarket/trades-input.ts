import type { Input } from '../format.ts';

/** `data` of an input of kind `trade`: a purchase or sale of an outcome token of Polymarket, whichever source reported it. */
export interface TradeData {
  readonly wallet: string;
  /** Public name the wallet's owner chose; null where the report has none. */
  readonly name: string | null;
  readonly title: string;
  /** Label of the outcome; null where the report has only the token. */
  readonly outcome: string | null;
  readonly side: 'BUY' | 'SELL';
  /** Tokens. */
  readonly size: number;
  /** USD a token, 0–1. */
  readonly price: number;
  readonly slug?: string | null;
  readonly outcomeIndex?: number | null;
  readonly transaction?: string;
}

export interface TradeIdentity {
  /** Id of the outcome token, decimal: it stands for market and outcome. */
  readonly token: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly transaction: string;
  /** Who reported it; both may report the same trade, and the engine counts it once. */
  readonly via: 'data-api' | 'dome';
}

/**
 * Gives trades their series `polymarket|<wallet>|<token>` and key `time|transaction|side|size[#n]|via`. One transaction
 * can fill several orders of a wallet: they differ by size, else by an ordinal among equal ones of one file or page.
 */
export function createTradeInputs(): (trade: TradeData, identity: TradeIdentity) => Input {
  const seen = new Map<string, number>();
  return (trade, { token, time, transaction, via }) => {
    const series = `polymarket|${trade.wallet}|${token}`;
    const base = `${time}|${transaction}|${trade.side}|${trade.size}`;
    const ordinal = (seen.get(`${series}|${base}`) ?? 0) + 1;
    seen.set(`${series}|${base}`, ordinal);
    const key = `${base}${ordinal === 1 ? '' : `#${ordinal}`}|${via}`;
    return { kind: 'trade', series, key, data: { ...trade, transaction } };
  };
}
