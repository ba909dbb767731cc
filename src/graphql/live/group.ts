import { setImmediate } from 'node:timers/promises';
import type { EventLog } from '../../core/live/event-log.ts';
import {
  type Change,
  type Followed,
  type FollowRange,
  type Followup,
  follow,
  HistoryGone,
  isBeyond,
  isForgotten,
  positionOf,
} from '../../core/live/follow.ts';
import type { View } from '../../core/view.ts';
import { encodeLiveCursor, type LivePosition } from '../../feed/live-cursor.ts';
import { type Batch, batchOf, type Frame } from './batch.ts';
import type { LiveEvent } from './live-source.ts';

/** A subscriber. Takes frames in their order; never throws. */
export interface Member {
  take(batch: Batch): void;
  /** As `take`, of the past: resolves when its reader takes more, so that a replay keeps the reader's pace. */
  replay(batch: Batch): Promise<void>;
  /** Is told that events are passed over. */
  resync(from: LivePosition, to: LivePosition): Promise<void>;
  /** False when nobody takes any more. */
  isOpen(): boolean;
}

/** Subscribers who asked the same and see the same. */
export interface Group {
  /** Makes a member one; with `from`, after it got what it missed since. Resolves when it is up to date. */
  join(member: Member, from: LivePosition | null): Promise<void>;
  leave(member: Member): void;
  /** Brings the members up to date. */
  advance(): void;
  /** Tells the members where the stream stands. */
  beat(): void;
  readonly size: number;
}

export interface GroupOptions {
  readonly log: EventLog;
  readonly followed: Followed;
  readonly view: () => View;
  readonly position: LivePosition;
  /** Makes the log show everything that is committed by now. */
  readonly refresh: () => Promise<void>;
  /** Executes the operation for one event. */
  readonly render: (event: LiveEvent) => Promise<Pick<Frame, 'payload' | 'objects'>>;
  /** Told when the group cannot go on; it tries again with the next `advance`. */
  readonly report: (error: unknown) => void;
  readonly now: () => Date;
}

/** Events read in a step: few enough that what they make of a burst fits every queue. */
const STEP = 64;

export function createGroup(options: GroupOptions): Group {
  const { log, followed, view, refresh, render, report, now } = options;
  const { feed } = followed;
  const members = new Set<Member>();
  let { position } = options;
  let advancing = false;
  // One thing after the other: whoever joins does so between two steps, where nothing is under way.
  let turn: Promise<void> = Promise.resolve();

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined); // whoever asked for the work gets its error
    return done;
  };

  const frameOf = async (event: LiveEvent, at: LivePosition): Promise<Frame> => ({
    ...(await render(event)),
    cursor: event.cursor,
    position: at,
  });
  const batchFrom = async (changes: readonly Change[]): Promise<Batch | null> => {
    const frames = changes.map(({ kind, row, at, position: behind }) =>
      frameOf({ kind, cursor: encodeLiveCursor(feed, behind), at, node: row, gap: null }, behind),
    );
    return batchOf(await Promise.all(frames));
  };

  /** The next step; null when it cannot be made without passing something over. */
  const stepFrom = async (range: FollowRange): Promise<Followup | null> => {
    if (isBeyond(feed, view(), range.from)) return null;
    try {
      return await follow(log, followed, view(), range);
    } catch (error) {
      if (error instanceof HistoryGone) return null;
      throw error;
    }
  };
  const theEnd = async (): Promise<LivePosition> => positionOf(feed, view(), (await log.bounds(feed)).head);

  const toTheEnd = async (): Promise<void> => {
    for (let more = true; more && members.size > 0; ) {
      const from = position;
      const step = await stepFrom({ from, limit: STEP });
      if (step === null) {
        position = await theEnd();
        await Promise.all([...members].map((member) => member.resync(from, position)));
        return;
      }
      const batch = await batchFrom(step.changes);
      ({ position, more } = step);
      if (batch) for (const member of members) member.take(batch);
      if (more) await setImmediate(); // sockets write what waits: a long burst makes no reader slow
    }
  };

  /** What a member missed, as far as the log goes, at its own pace. */
  const replayTo = async (member: Member, from: LivePosition): Promise<LivePosition> => {
    let at = from;
    for (let more = true; more && member.isOpen(); ) {
      const step = await stepFrom({ from: at, limit: STEP });
      // Looked up behind the reading: while a reader takes its time, what it has yet to read may be dropped.
      if (step === null || isForgotten(at, await log.bounds(feed))) {
        const end = await theEnd();
        await member.resync(at, end);
        return end;
      }
      const batch = await batchFrom(step.changes);
      if (batch) await member.replay(batch);
      ({ position: at, more } = step);
    }
    return at;
  };

  /** The little that came in since: up to where the group stands. */
  const catchUp = async (member: Member, from: LivePosition): Promise<void> => {
    // Seen by the clock of another process, or before this one was set back.
    const isAhead = from.held && position.held && from.held.until > position.held.until;
    if (isAhead) return member.resync(from, position);
    for (let at = from, more = true; more; ) {
      const step = await stepFrom({ from: at, to: position, limit: STEP });
      if (step === null) return member.resync(at, position);
      const batch = await batchFrom(step.changes);
      if (batch) member.take(batch);
      ({ position: at, more } = step);
    }
  };

  return {
    get size() {
      return members.size;
    },
    async join(member, from) {
      // The long way alone, at the member's own pace; the rest in turn, so that nothing comes in between.
      const near = from && (await replayTo(member, from));
      await inTurn(async () => {
        if (near && members.size === 0) position = near;
        if (near && near.seq > position.seq) await refresh(); // it was read where more was known
        await toTheEnd();
        if (near) await catchUp(member, near);
        if (member.isOpen()) members.add(member);
      });
    },
    leave: (member) => void members.delete(member),
    advance() {
      if (advancing) return;
      advancing = true;
      inTurn(() => {
        advancing = false; // what comes from here on is not sure to be read
        return toTheEnd();
      }).catch(report);
    },
    beat() {
      inTurn(async () => {
        const at = now();
        const event = {
          kind: 'HEARTBEAT',
          cursor: encodeLiveCursor(feed, position),
          at,
          node: null,
          gap: null,
        } as const;
        const batch = batchOf([await frameOf(event, position)]);
        if (batch) for (const member of members) member.take(batch);
      }).catch(report);
    },
  };
}
