import type { RowOf } from '../data/feeds.ts';
import type { PageState } from '../data/state.ts';
import { type Tone, toneOf } from '../ui/figure.tsx';
import { bracket, day, instant, moment, money, percent, shortAddress, words } from '../ui/format.ts';
import { sourceOf } from './signals.tsx';
import { eventOf } from './whales.tsx';

/** Something that happened to an asset, as the chart marks it and the list beside it tells it. */
export interface AssetEvent {
  readonly id: string;
  /** Epoch milliseconds of the trade or the signal itself, not of its report. */
  readonly at: number;
  readonly kind: 'signal' | 'insider' | 'congress' | 'whale';
  readonly tone: Tone;
  readonly what: string;
  readonly who: string;
  /** What it was about in money, or what a signal made of it; null: not told. */
  readonly amount: string | null;
  /** Whether a signal gained or lost; null: of a trade. */
  readonly gain: Tone | null;
  /** The report itself. */
  readonly document: string | null;
}

const KIND = { signal: 'Signal', insider: 'Insider', congress: 'Congress', whale: 'Whale' } as const;

export const kindOf = (event: AssetEvent): string => KIND[event.kind];

/** In a sentence without its full stop. A trade has a day, a signal and a move of a whale a time of that day. */
export function sentenceOf(event: AssetEvent): string {
  const { kind, what, amount, who, at } = event;
  const time = new Date(at).toISOString();
  const when = kind === 'signal' || kind === 'whale' ? moment(time) : day(time);
  return [`${kindOf(event)}: ${what.toLowerCase()}`, amount ?? [], `by ${who}`, when].flat().join(', ');
}

/** Signals, trades and moves of whales, newest first: the largest moves of 30 days, without a key those of the open feed. */
export function eventsOf({ feeds, asset }: Pick<PageState, 'feeds' | 'asset'>): readonly AssetEvent[] {
  const { signals, insider, congress, whales } = feeds;
  const events: AssetEvent[] = [];
  for (const row of signals.rows ?? [])
    events.push({
      id: row.id,
      at: instant(row.timestamp),
      kind: 'signal',
      tone: row.direction === 'LONG' ? 'up' : 'down',
      what: words(row.direction.toLowerCase()),
      who: row.timeframe ? `${sourceOf(row.source)} ${row.timeframe}` : sourceOf(row.source),
      amount: row.pnlPct === null ? null : percent(row.pnlPct),
      gain: row.pnlPct === null ? null : toneOf(row.pnlPct),
      document: null,
    });
  const deals = asset?.deals.nodes ?? [];
  const known = new Set(deals.map(({ id }) => id));
  for (const row of [...deals, ...(insider.rows ?? []).filter(({ id }) => !known.has(id))]) {
    if (row.transactionDirection === 'OTHER') continue; // grants and the like say little of a price
    events.push({
      id: row.id,
      at: instant(row.tradeDate ?? row.filingDate),
      kind: 'insider',
      tone: row.transactionDirection === 'BUY' ? 'up' : 'down',
      what: row.transactionDirection === 'BUY' ? 'Bought' : 'Sold',
      who: row.insiderName ?? 'An insider',
      amount: row.value === null ? null : money(row.value),
      gain: null,
      document: row.documentUrl ?? null,
    });
  }
  for (const row of congress.rows ?? []) {
    const day = row.transactionDate ?? row.filedOn;
    if (day === null || row.side === null || row.side === 'EXCHANGE') continue;
    events.push({
      id: row.id,
      at: instant(day),
      kind: 'congress',
      tone: row.side === 'BUY' ? 'up' : 'down',
      what: row.side === 'BUY' ? 'Bought' : 'Sold',
      who: row.politicianName,
      amount: typeof row.amountLow === 'number' ? bracket(row.amountLow, row.amountHigh ?? null) : null,
      gain: null,
      document: row.documentUrl ?? null,
    });
  }
  for (const row of (asset ? asset.moves.nodes : whales.rows) ?? [])
    events.push({
      id: row.id,
      at: instant(row.createdAt),
      kind: 'whale',
      ...whaleMove(row),
      who: row.whaleName ?? (row.address === null ? 'A whale' : shortAddress(row.address)),
      amount: row.value === null ? null : money(row.value),
      gain: null,
      document: null,
    });
  return events.sort((one, other) => other.at - one.at);
}

/** The open feed has the words in small letters. */
const LESS: ReadonlySet<string> = new Set(['EXIT', 'SIZE_DECREASE']);

/** Up is what bets on a higher price: more of a long position, less of a short one. */
function whaleMove(row: RowOf['whales']): Pick<AssetEvent, 'tone' | 'what'> {
  const { eventType: type, outcome } = row;
  const isMore = !LESS.has(type?.toUpperCase() ?? '');
  const isShort = outcome === 'SHORT';
  const side = outcome === 'LONG' || isShort ? ` ${outcome.toLowerCase()}` : '';
  return { tone: isMore !== isShort ? 'up' : 'down', what: `${eventOf(row)}${side}` };
}
