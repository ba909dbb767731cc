import type { Input } from '../../sources/format.ts';
import type { FillData } from '../../sources/hyperliquid/fills.ts';
import { type PositionChange, rounded, type WhaleFacts } from './whale-change.ts';
import { movedIn, type Step, stepsOf } from './whale-steps.ts';

interface Fill extends FillData, Pick<Input, 'series' | 'key'> {
  readonly start: number;
  readonly end: number;
  readonly units: number;
  readonly price: number;
}

/**
 * Changes of one coin of one wallet from its fills, oldest first (`list` of the series).
 *
 * All fills of one millisecond are one change: that is one block of the chain, within which the source has no order.
 * Each fill says the position it starts from and so the one it ends at (`startPosition ± sz`); those of a block form a
 * chain, and the change is from its start to its end. 10 → 12 → 15 → 11 is an increase from 10 to 11. Fills of a wallet
 * that trades with itself leave the position as it was and are left out first. Where a fill of the block is missing
 * the chain breaks and each part is a change of its own. The price is the chain's average weighted by size.
 */
export function changesOfFills(inputs: readonly Input[]): readonly PositionChange[] {
  const blocks = Map.groupBy(inputs, ({ key }) => timeOf(key));
  return [...blocks].flatMap(([time, block]) => {
    const fills = withoutOwnTrades(block.map(fillOf));
    return chainsOf(fills).flatMap((chain) => changesOfChain(chain, new Date(time)));
  });
}

const timeOf = (key: string): string => key.slice(0, key.indexOf('|'));

function fillOf({ series, key, data }: Input): Fill {
  const fill = data as unknown as FillData; // checked by the source that wrote it
  const units = Number(fill.sz);
  const start = rounded(Number(fill.startPosition));
  const end = rounded(start + (fill.side === 'B' ? units : -units));
  return { ...fill, series, key, start, end, units, price: Number(fill.px) };
}

function withoutOwnTrades(fills: readonly Fill[]): readonly Fill[] {
  const left: Fill[] = [];
  for (const fill of fills) {
    const other = left.findIndex((one) => isOtherSide(one, fill));
    if (other === -1) left.push(fill);
    else left.splice(other, 1);
  }
  return left;
}

function isOtherSide(one: Fill, other: Fill): boolean {
  return (
    one.side !== other.side &&
    one.hash === other.hash &&
    one.tid === other.tid &&
    one.start === other.start &&
    one.units === other.units &&
    one.px === other.px
  );
}

/** Walks from every position that no fill ends at. What is left over goes in circles and changes nothing. */
function chainsOf(fills: readonly Fill[]): readonly (readonly Fill[])[] {
  const left = [...fills];
  return beginningsOf(fills).map((beginning) => {
    const chain: Fill[] = [];
    for (let position = beginning; ; ) {
      const next = left.findIndex(({ start }) => start === position);
      const [fill] = next === -1 ? [] : left.splice(next, 1);
      if (fill === undefined) return chain;
      chain.push(fill);
      position = fill.end;
    }
  });
}

/** Each start as often as more fills start there than end there. */
function beginningsOf(fills: readonly Fill[]): readonly number[] {
  const ends = fills.map(({ end }) => end);
  return fills
    .map(({ start }) => start)
    .filter((start) => {
      const end = ends.indexOf(start);
      if (end !== -1) ends.splice(end, 1);
      return end === -1;
    });
}

function changesOfChain(chain: readonly Fill[], at: Date): readonly PositionChange[] {
  const [first] = chain;
  const last = chain.at(-1);
  if (first === undefined || last === undefined) return [];
  const units = chain.reduce((sum, fill) => sum + fill.units, 0);
  const price = chain.reduce((sum, fill) => sum + fill.units * fill.price, 0) / units;
  const token = isToken(first);
  const steps = stepsOf(first.start, last.end);
  const allMoved = steps.reduce((sum, step) => sum + movedIn(step), 0);
  return steps.map((step) => ({
    platform: 'hyperliquid',
    address: first.wallet,
    name: null,
    title: token ? first.coin : `${first.coin}-PERP`,
    outcome: token ? null : sideOf(step),
    // The source states the balance, so the first purchase of a token is an entry.
    type: token && step.type === 'size_increase' ? 'token_buy' : step.type,
    size: step.size,
    prevSize: step.prevSize,
    sizeBasis: 'STATED',
    moved: movedIn(step),
    price,
    instrument: token ? 'SPOT' : 'PERPETUAL',
    priceBasis: 'FILL',
    facts: factsOf(chain, step, movedIn(step) / allMoved),
    at,
    identity: [first.series, first.key, step.type],
  }));
}

/**
 * What the fills of a chain say together. Where the position changes sides, the profit belongs to the exit, and fees are
 * shared by the units that moved. Fees in another coin than a dollar are not added up.
 */
function factsOf(chain: readonly Fill[], { type }: Step, share: number): WhaleFacts {
  const isOpening = type === 'entry';
  const fee = sumOf(chain.map((fill) => (isInDollars(fill) ? fill.fee : null)));
  return {
    closed_pnl: isOpening ? null : sumOf(chain.map(({ closedPnl }) => closedPnl)),
    fee: fee === null ? null : rounded(fee * share),
    is_liquidation: chain.some(({ isLiquidation }) => isLiquidation === undefined)
      ? null
      : !isOpening && chain.some(({ isLiquidation }) => isLiquidation === true),
    transaction_hash: chain[0]?.hash || null,
  };
}

/** Before fills named the coin of their fee it was USDC. */
const isInDollars = ({ feeToken }: FillData): boolean => DOLLARS.has(feeToken ?? 'USDC');
const DOLLARS: ReadonlySet<string> = new Set(['USDC', 'USDT', 'USDT0', 'USDE', 'USDH']);

/** Null where one of the texts is missing. */
function sumOf(texts: readonly (string | null | undefined)[]): number | null {
  const known = texts.filter((text) => text !== null && text !== undefined);
  if (known.length < texts.length) return null;
  return rounded(known.reduce((sum, text) => sum + Number(text), 0));
}

/** Spot pairs; `startPosition` is the balance of the base token. */
const isToken = ({ coin, dir }: FillData): boolean =>
  coin.startsWith('@') || coin.includes('/') || dir === 'Buy' || dir === 'Sell';

export const sideOf = ({ sign }: Pick<Step, 'sign'>): 'LONG' | 'SHORT' => (sign < 0 ? 'SHORT' : 'LONG');
