import { createHash } from 'node:crypto';
import { HOLDING } from '../feed/filed-holding.ts';
import type { Input } from './format.ts';

/** An input with what decides between it and another one of its name; without it the one that comes later counts. */
export interface RankedInput extends Input {
  readonly rank?: string;
}

/**
 * Of kinds of input that say how something stood at a moment: what tells which of two of one moment was seen later. Sorts as
 * text. Inputs of other kinds are events with ids of their own, where the later import counts.
 */
const SEEN_LATER: Readonly<Record<string, (data: Input['data']) => string>> = {
  // The time that CoinGecko states of the coin: one scan holds coins of several minutes.
  coin: ({ updated_at: updatedAt }) => (typeof updatedAt === 'string' ? updatedAt : ''),
  scan: () => '',
  position: () => '',
  macro: () => '',
  // The SEC's tables round what the document states, and have no time of acceptance.
  [HOLDING]: ({ origin }) => (origin === 'sec-ownership' ? 'document' : ''),
  // Within a bar the volume only grows.
  bar: ({ v: volume }) => digits(Number(volume ?? 0)),
  market_bar: ({ v: volume }) => digits(Number(volume ?? 0)),
  stock_bar: ({ v: volume }) => digits(Number(volume ?? 0)),
};

/**
 * Orders two inputs of one name that say something else, so that the store holds the same in whichever order they come: what was
 * seen later counts, then what says more, then content.
 */
export function ranked(input: Input): RankedInput {
  const { kind, data } = input;
  const seenLater = SEEN_LATER[kind]?.(data);
  if (seenLater === undefined) return input;
  const content = JSON.stringify(data);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { ...input, rank: [seenLater, digits(content.length), hash].join('/') };
}

/** Numbers up to 1e18 in a form that sorts as text. */
const digits = (value: number): string => Math.min(value, 1e18).toFixed(8).padStart(28, '0');

/** Whether captures of one name are ordered by what they say. */
export const isRanked = (kind: string): boolean => Object.hasOwn(SEEN_LATER, kind);
