import type { View } from '../../core/access/view.ts';
import { type EventLog, HistoryGone } from '../../core/live/event-log.ts';
import type { Followed } from '../../core/live/follow.ts';
import {
  type ChangeOfFeed,
  eventsBetween,
  type FollowupOfAll,
  followAll,
  isAnyBeyond,
  type Positions,
  positionsOf,
  type RangeOfAll,
} from '../../core/live/follow-all.ts';
import type { LiveCursors } from '../../core/live/live-cursors.ts';
import type { Frame } from './batch.ts';
import type { LiveEvent } from './live-source.ts';
import { encodeAll } from './stream-cursor.ts';

/** Makes what follows in the logs into frames, for whoever follows them. */
export interface Frames {
  /** The next step; null when it cannot be made without passing something over. */
  stepFrom(range: RangeOfAll): Promise<FollowupOfAll | null>;
  of(change: ChangeOfFeed): Promise<Frame>;
  /** Says that events are passed over; `known`: the cursor that a reader knows for `from`. */
  gap(from: Positions, to: Positions, known?: string): Promise<Frame>;
  /** Says where a stream stands. */
  heartbeat(at: Positions): Promise<Frame>;
  /** Where the logs end by now. */
  end(): Promise<Positions>;
}

export interface FramesOptions {
  readonly log: EventLog;
  readonly cursors: LiveCursors;
  readonly followed: readonly Followed[];
  readonly view: () => View;
  /** Makes the log show everything that is committed by now. */
  readonly refresh: () => Promise<void>;
  /** Executes the operation for one event. */
  readonly render: (event: LiveEvent) => Promise<Pick<Frame, 'payload' | 'objects'>>;
  readonly now: () => Date;
}

export function createFrames(options: FramesOptions): Frames {
  const { log, cursors, followed, view, refresh, render, now } = options;
  const cursorOf = (at: Positions): string => encodeAll(cursors, followed, at);
  const frameOf = async (event: LiveEvent, at: Positions): Promise<Frame> => ({
    ...(await render(event)),
    cursor: event.cursor,
    positions: at,
  });
  return {
    async stepFrom(range) {
      if (isAnyBeyond(followed, view(), range.from)) return null;
      try {
        return await followAll(log, followed, view(), range);
      } catch (error) {
        if (error instanceof HistoryGone) return null;
        throw error;
      }
    },
    of: ({ kind, feed, row, at, positions }) =>
      frameOf({ kind, feed, cursor: cursorOf(positions), at, node: row, gap: null }, positions),
    gap(from, to, known) {
      const cursor = cursorOf(to);
      const gap = { from: known ?? cursorOf(from), to: cursor, dropped: eventsBetween(followed, from, to) };
      return frameOf({ kind: 'RESYNC', feed: null, cursor, at: now(), node: null, gap }, to);
    },
    heartbeat: (at) =>
      frameOf({ kind: 'HEARTBEAT', feed: null, cursor: cursorOf(at), at: now(), node: null, gap: null }, at),
    async end() {
      const bounds = await Promise.all(followed.map(({ feed }) => log.bounds(feed)));
      await refresh();
      return positionsOf(
        followed,
        view(),
        bounds.map(({ head }) => head),
      );
    },
  };
}
