import type { Followed } from '../../core/live/follow.ts';
import type { Positions } from '../../core/live/follow-all.ts';
import type { LiveCursors, LivePosition } from '../../core/live/live-cursors.ts';
import { invalidCursor } from '../../errors.ts';

/** Between the cursors of feeds; none of their characters. */
const SEPARATOR = ',';

/**
 * The cursor of a stream: that of each of its feeds. So a stream of one feed has the cursors of that feed, and the
 * `liveCursor`s of several lists make the cursor that a stream of their feeds goes on from.
 */
export const encodeAll = (
  cursors: LiveCursors,
  followed: readonly Followed[],
  positions: Positions,
): string =>
  positions
    .map((position, index) => cursors.encode((followed[index] as Followed).feed, position)) // as many as feeds
    .join(SEPARATOR);

/**
 * The place in each of the feeds, null where the cursor says none. Throws INVALID_CURSOR for what is none of these feeds, or
 * says two places in one.
 */
export function decodeAll(
  cursors: LiveCursors,
  followed: readonly Followed[],
  cursor: string,
): readonly (LivePosition | null)[] {
  const feeds = followed.map(({ feed }) => feed);
  const found = new Map<string, LivePosition>();
  // One more than there are feeds is refused already; what comes behind it is not looked at.
  for (const part of cursor.split(SEPARATOR, feeds.length + 1)) {
    const decoded = cursors.decode(feeds, part);
    if (!decoded.ok) throw invalidCursor('after', decoded.reason);
    const { module, type } = decoded.feed;
    if (found.has(module)) throw invalidCursor('after', `it says two places in the list of ${type}`);
    found.set(module, decoded.position);
  }
  return feeds.map(({ module }) => found.get(module) ?? null);
}
