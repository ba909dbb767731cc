import { type AnyRecord, type Feed, type Leaf, publicLeaves, valueAt } from '../../feed/feed.ts';
import { type LeadingNames, matches } from '../../feed/match.ts';
import type { Filter } from '../../feed/query.ts';
import { type View, viewAt, watermarkOf } from '../access/view.ts';
import { isVisible } from '../access/visible.ts';
import { MINUTE_MS } from '../time.ts';
import { type EventLog, type FeedEvent, HistoryGone } from './event-log.ts';
import type { HeldPosition, LivePosition } from './live-cursors.ts';

/** What a subscriber gets of an event. */
export interface Change {
  readonly kind: 'CREATED' | 'UPDATED' | 'REMOVED';
  /** The row as it is now; of REMOVED as it last was. */
  readonly row: AnyRecord;
  /** When it was committed. */
  readonly at: Date;
  /** Where the stream stands behind it. */
  readonly position: LivePosition;
}

/** What is followed: the rows of a feed that pass a filter. */
export interface Followed {
  readonly feed: Feed;
  readonly filter: Filter | undefined;
  /** Rows whose shelf life is over are followed as well. */
  readonly stale?: boolean;
}

export interface Followup {
  readonly changes: readonly Change[];
  readonly position: LivePosition;
  /** Whether there may already be more events. */
  readonly more: boolean;
}

/** Behind all times there are. */
const END_OF_TIME = new Date('9999-12-31T23:59:59.999Z');
/** Clocks of processes differ, and are set; a position so far ahead of its view is of another view. */
const CLOCK_DIFFERENCE_MS = MINUTE_MS;

/** Where a page that a view read at `head` leaves off. */
export function positionOf(feed: Feed, view: View, head: bigint): LivePosition {
  const until = watermarkOf(feed, view);
  return { seq: head, held: until && { until, seq: null } };
}

/**
 * Whether what was seen at a position is what this view sees and more: that of a view with less of a lag, or of a clock
 * that was set back since. What is too much cannot be taken back; going on would show rows too early, or twice. Of a feed with
 * a shelf life: whether the position is of a list with stale rows and the view is without them, or the other way round.
 */
export function isBeyond(feed: Feed, view: View, { held }: LivePosition): boolean {
  const until = watermarkOf(feed, view);
  if (until === null) return feed.shelfLife !== null && held !== null;
  // The now of a list is the end of its minute.
  const ahead = CLOCK_DIFFERENCE_MS + (feed.shelfLife === null ? 0 : MINUTE_MS);
  return held === null || held.until.getTime() > until.getTime() + ahead;
}

export interface FollowRange {
  /** Not beyond the view. */
  readonly from: LivePosition;
  /** Not beyond this position, which the same view has reached; none: as far as the log and the view go. */
  readonly to?: LivePosition | undefined;
  /** Most events read in a step. */
  readonly limit: number;
}

/**
 * Reads on from a position, at most `limit` events. A view with a lag, or of a feed with a shelf life, moves in two ways: first its watermark rises over
 * the rows as the position knows them, in the order in which they turn; then come the events committed since, each seen
 * under that watermark. So at every position the changes add up to what the view's list showed there, nothing comes twice
 * and nothing is skipped, whatever was committed in between. While the clock is behind the position, the watermark stays, and
 * events go on. Throws HistoryGone.
 */
export async function follow(
  log: EventLog,
  followed: Followed,
  view: View,
  range: FollowRange,
): Promise<Followup> {
  const { feed } = followed;
  const { from, to, limit } = range;
  const until = watermarkOf(feed, view);
  const reached = until && later(to?.held?.until ?? until, from.held?.until);
  const risen = await rise(log, followed, view, range, reached);
  if (risen.more) return risen;

  const { held } = risen.position;
  const seen = held ? viewAt(feed, view, held.until) : view;
  const events = await log.read(feed, from.seq, limit);
  const changes = [...risen.changes];
  let { seq } = from;
  for (const event of events) {
    if (to && event.seq > to.seq) break;
    if (event.seq !== seq + 1n) throw new HistoryGone(`events ${seq + 1n} to ${event.seq - 1n} are gone`);
    seq = event.seq;
    const change = changeSeen(followed, event, seen);
    if (change) changes.push({ ...change, at: event.at, position: { seq, held } });
  }
  if (to && events.length === 0 && seq < to.seq)
    throw new HistoryGone(`events ${seq + 1n} to ${to.seq} are gone`);
  const more = to ? seq < to.seq : events.length === limit;
  return { changes, position: { seq, held }, more };
}

const later = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one);

/** Takes the watermark up to where it is now, over the rows as event `from.seq` left them. */
async function rise(
  log: EventLog,
  followed: Followed,
  view: View,
  { from: { seq, held: after }, limit }: FollowRange,
  watermark: Date | null,
): Promise<Followup> {
  if (after === null) return { changes: [], position: { seq, held: null }, more: false };
  const isThere = after.until.getTime() === watermark?.getTime() && after.seq === null;
  const range = { seq, after, until: watermark ?? END_OF_TIME };
  const visibilityChanges = isThere ? [] : await log.visibilityChanges(followed.feed, range, limit);
  const changes: Change[] = [];
  let held: HeldPosition | null = after;
  for (const { on, event } of visibilityChanges) {
    held = { until: on, seq: event.seq };
    const change = changeAt(event, followed, view, on);
    if (change) changes.push({ ...change, at: event.at, position: { seq, held } });
  }
  const more = visibilityChanges.length === limit;
  const top = watermark && { until: watermark, seq: null };
  return { changes, position: { seq, held: more ? held : top }, more };
}

/** A millisecond is the grain of all times. */
const changeAt = ({ after }: FeedEvent, followed: Followed, view: View, on: Date) =>
  changeOf(
    followedRow(followed, after, viewAt(followed.feed, view, new Date(on.getTime() - 1))),
    followedRow(followed, after, viewAt(followed.feed, view, on)),
    (row) => revisedAt(followed.feed, row) === on.getTime(),
  );

/** The row if a view sees it and it passes the filter. */
const followedRow = ({ feed, filter }: Followed, row: AnyRecord | null, view: View): AnyRecord | null =>
  row !== null &&
  isVisible(feed, row, view) &&
  (filter === undefined || matches(filter, row, leadingNames(feed, row, view)))
    ? row
    : null;

/** Its own names, and those of rows that are part of it as far as the view knows them; none where a feed has no such rows. */
function leadingNames(feed: Feed, row: AnyRecord, view: View): LeadingNames | undefined {
  if (feed.told === null) return undefined;
  const told = (valueAt(row, feed.told) ?? []) as readonly Readonly<Record<string, string | undefined>>[]; // declared so
  const until = watermarkOf(feed, view);
  const known = told.filter(({ known_from: at }) => !until || !at || new Date(at) <= until);
  const namesBy = (leaf: Leaf, member: string) =>
    [valueAt(row, leaf), ...known.map((one) => one[member])].filter((name) => name != null).map(String);
  return new Map([
    [feed.key, namesBy(feed.key, 'id')],
    ...feed.toldIn.map((leaf) => [leaf, namesBy(leaf, leaf.name)] as const),
  ]);
}

/** What a view sees of an event; null: nothing. */
export const changeSeen = (
  followed: Followed,
  { before, after }: Pick<FeedEvent, 'before' | 'after'>,
  view: View,
): Pick<Change, 'kind' | 'row'> | null =>
  changeOf(
    followedRow(followed, before, view),
    followedRow(followed, after, view),
    (was, is) =>
      looksOf(followed.feed, was) !== looksOf(followed.feed, is) || isRevised(followed.feed, was, is, view),
  );

/**
 * A row that leaves what is followed is removed, one that joins it created. Nothing happened to one that looks the same:
 * a later amendment ends it only for callers who see that amendment.
 */
function changeOf(
  before: AnyRecord | null,
  after: AnyRecord | null,
  isOther: (before: AnyRecord, after: AnyRecord) => boolean,
): Pick<Change, 'kind' | 'row'> | null {
  if (after === null) return before && { kind: 'REMOVED', row: before };
  if (before === null) return { kind: 'CREATED', row: after };
  return isOther(before, after) ? { kind: 'UPDATED', row: after } : null;
}

/** Whether the view sees what became known of a row, or no longer is. */
function isRevised(feed: Feed, before: AnyRecord, after: AnyRecord, { until }: View): boolean {
  const [was, is] = [revisedAt(feed, before), revisedAt(feed, after)];
  return was !== is && (until === null || Math.max(was ?? 0, is ?? 0) <= until.getTime());
}

function revisedAt(feed: Feed, row: AnyRecord): number | null {
  const revised = feed.availability?.revised;
  const at = revised ? valueAt(row, revised) : null;
  return at instanceof Date ? at.getTime() : null;
}

const looksOf = (feed: Feed, row: AnyRecord): string =>
  JSON.stringify(publicLeaves(feed).map((leaf) => valueAt(row, leaf)));
