import { documentLink } from '../data/document-link.ts';
import { entityPath, whaleKey } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import { addressOf, shownNow } from '../data/moment.ts';
import type { PageState } from '../data/state.ts';
import { toneOf } from '../ui/figure.tsx';
import {
  bracket,
  count,
  day,
  filingDay,
  instant,
  moment,
  money,
  percent,
  shortAddress,
  words,
} from '../ui/format.ts';
import type { Tone } from '../ui/tone.ts';
import { sourceOf } from './feed-words.ts';
import { priceOf, strategyOf } from './signals.tsx';
import { toneOfMove } from './whale-move.ts';
import { moveOf } from './whales.tsx';

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
  /** What else there is to say of it, in a sentence. */
  readonly more: string | null;
  /** The pages of who did it, and of what it is part of. */
  readonly leads: readonly Lead[];
  /** The report itself; null: there is none that can be read. */
  readonly document: string | null;
}

interface Lead {
  /** What the page is of: `Strategy`. */
  readonly kind: string;
  readonly text: string;
  readonly href: string;
}

const KIND = { signal: 'Signal', insider: 'Insider', congress: 'Congress', whale: 'Whale' } as const;

export const kindOf = (event: AssetEvent): string => KIND[event.kind];

/** Whether it has a time of the day; a trade that a report tells has a day alone. */
const isOfHour = ({ kind }: AssetEvent): boolean => kind === 'signal' || kind === 'whale';

/** In UTC; of a report, in Washington. */
function dayOf(event: AssetEvent): string {
  const time = new Date(event.at).toISOString();
  return isOfHour(event) ? day(time) : filingDay(time);
}

/** In a sentence without its full stop. A trade has a day, a signal and a move of a whale a time of that day. */
export function sentenceOf(event: AssetEvent): string {
  const { what, amount, who, at } = event;
  const when = isOfHour(event) ? moment(new Date(at).toISOString()) : dayOf(event);
  return [`${kindOf(event)}: ${what.toLowerCase()}`, amount ?? [], `by ${who}`, when].flat().join(', ');
}

/** The same in as few words as stand beside a marker: `Bought $7.7M, Marked Buyer, 2026-11-27`. */
export const shortOf = (event: AssetEvent): string =>
  `${[event.what, event.amount ?? []].flat().join(' ')}, ${event.who}, ${dayOf(event)}`;

type Known = Pick<PageState, 'feeds' | 'asset'>;

/** Signals, trades and moves of whales, newest first: the largest moves of 30 days, without a key those of the open feed. */
export function eventsOf(state: Known): readonly AssetEvent[] {
  const { feeds, asset } = state;
  const { signals, insider, congress, whales } = feeds;
  const deals = asset?.deals.nodes ?? [];
  const known = new Set(deals.map(({ id }) => id));
  const filings = [...deals, ...(insider.rows ?? []).filter(({ id }) => !known.has(id))];
  const events = [
    ...(signals.rows ?? []).map((row) => signalEvent(row, state)),
    ...filings.flatMap((row) => insiderEvent(row, state) ?? []),
    ...(congress.rows ?? []).flatMap((row) => congressEvent(row) ?? []),
    ...((asset ? asset.moves.nodes : whales.rows) ?? []).map(whaleEvent),
  ];
  return events.sort((one, other) => other.at - one.at);
}

function signalEvent(row: RowOf['signals'], state: Known): AssetEvent {
  const { direction, source, timeframe, pnlPct } = row;
  return {
    id: row.id,
    at: instant(row.timestamp),
    kind: 'signal',
    tone: direction === 'LONG' ? 'up' : 'down',
    what: words(direction.toLowerCase()),
    who: timeframe ? `${sourceOf(source)} ${timeframe}` : sourceOf(source),
    amount: pnlPct === null ? null : percent(pnlPct),
    gain: pnlPct === null ? null : toneOf(pnlPct),
    more: pricesOf(row),
    leads: signalLeads(row, state),
    document: null,
  };
}

/** `Entry $100.00, exit $101.00`. */
function pricesOf(row: RowOf['signals']): string | null {
  const { entryPrice, currentPrice, status } = row;
  const said = [
    entryPrice === null ? [] : `entry ${priceOf(row)(entryPrice)}`,
    currentPrice === null ? [] : `${status === 'CLOSED' ? 'exit' : 'now'} ${priceOf(row)(currentPrice)}`,
  ].flat();
  return said.length === 0 ? null : words(said.join(', '));
}

function signalLeads(row: RowOf['signals'], state: Known): readonly Lead[] {
  const slug = strategyOf(row);
  if (slug !== null) {
    const name = state.feeds.strategies.rows?.find((one) => one.slug === slug)?.name ?? words(slug);
    return [{ kind: 'Strategy', text: name, href: entityPath('strategy', slug) }];
  }
  const source = row.source.toLowerCase();
  if (source === 'insider') return clusterLeads(instant(row.timestamp), state);
  return source === 'aoe'
    ? [{ kind: 'Ranking', text: 'of coins', href: addressOf('/feed/outperformers') }]
    : [];
}

/** The cluster of today, for what was filed within its days. */
function clusterLeads(filedAt: number, { asset }: Pick<Known, 'asset'>): readonly Lead[] {
  const [cluster] = asset?.insiderClusters ?? [];
  if (!asset || !cluster || filedAt <= shownNow() - CLUSTER_MS) return [];
  const text = `${count(cluster.insiderCount)} insiders bought`;
  return [{ kind: 'Cluster', text, href: entityPath('cluster', asset.symbol) }];
}

/** Purchases of a cluster were filed within so many days. */
const CLUSTER_MS = 30 * 86_400_000;

function insiderEvent(row: RowOf['insider'], state: Known): AssetEvent | null {
  if (row.transactionDirection === 'OTHER') return null; // grants and the like say little of a price
  const { insiderSlug, insiderName, value } = row;
  const isBuy = row.transactionDirection === 'BUY';
  const at = instant(row.tradeDate ?? row.filingDate);
  const who = insiderName ?? 'An insider';
  return {
    id: row.id,
    at,
    kind: 'insider',
    tone: isBuy ? 'up' : 'down',
    what: isBuy ? 'Bought' : 'Sold',
    who,
    amount: value === null ? null : money(value),
    gain: null,
    more: null,
    leads: [
      // The open feed does not have it.
      insiderSlug ? { kind: 'Insider', text: who, href: entityPath('insider', insiderSlug) } : [],
      isBuy ? clusterLeads(instant(row.filingDate), state) : [],
    ].flat(),
    document: documentLink(row.documentUrl),
  };
}

function congressEvent(row: RowOf['congress']): AssetEvent | null {
  const { side, politicianId, politicianName: who } = row;
  const date = row.transactionDate ?? row.filedOn;
  if (date === null || side === null || side === 'EXCHANGE') return null;
  // REST does not say who it is; a filer whom no directory knows goes by the name.
  const key = politicianId === undefined ? null : (politicianId ?? who);
  return {
    id: row.id,
    at: instant(date),
    kind: 'congress',
    tone: side === 'BUY' ? 'up' : 'down',
    what: side === 'BUY' ? 'Bought' : 'Sold',
    who,
    amount: typeof row.amountLow === 'number' ? bracket(row.amountLow, row.amountHigh ?? null) : null,
    gain: null,
    more: null,
    leads: key === null ? [] : [{ kind: 'Member', text: who, href: entityPath('politician', key) }],
    document: documentLink(row.documentUrl),
  };
}

function whaleEvent(row: RowOf['whales']): AssetEvent {
  const { source, address, whaleName, value } = row;
  const text = address !== null && whaleName !== null ? `${whaleName}, ${address}` : (address ?? '');
  return {
    id: row.id,
    at: instant(row.createdAt),
    kind: 'whale',
    tone: toneOfMove(row) ?? 'flat',
    what: moveOf(row),
    who: whaleName ?? (address === null ? 'A whale' : shortAddress(address)),
    amount: value === null ? null : money(value),
    gain: null,
    more: null,
    leads:
      address === null ? [] : [{ kind: 'Whale', text, href: entityPath('whale', whaleKey(source, address)) }],
    document: null,
  };
}
