import { setImmediate } from 'node:timers/promises';
import type { View } from '../../core/access/view.ts';
import { type EventLog, HistoryGone, isForgotten } from '../../core/live/event-log.ts';
import {
  type Change,
  type Followed,
  type FollowRange,
  type Followup,
  follow,
  isBeyond,
  positionOf,
} from '../../core/live/follow.ts';
import type { LiveCursors, LivePosition } from '../../core/live/live-cursors.ts';
import { type Batch, batchOf, type Frame, type Place } from './batch.ts';
import { type DeliveredOffset, nothingDelivered } from './delivered-offset.ts';
import type { LiveEvent } from './live-source.ts';

/** A subscriber. Takes frames in their order; never throws. */
export interface Member {
  /** Whether its reader has yet to take what it was sent. Frames are taken in any case. */
  isBackpressured(): boolean;
  /** Takes what is for it alone. */
  take(batch: Batch): void;
  /** From here on it hears what all members do. */
  hearFrom(delivered: DeliveredOffset): void;
  /** Takes what all members get. */
  hear(batch: Batch): void;
  /** Charges for what it heard, as far as that makes whole units. */
  charge(): void;
  /** Asks for something of the past when its reader takes more, and takes it: a replay keeps the reader's pace. */
  replay(next: () => Promise<Batch | null>): Promise<void>;
  /** False when no member takes any more. */
  isOpen(): boolean;
}

/** Subscribers with the same operation and the same view. */
export interface Group {
  /** Makes a member one, after it got what came behind `from`. Resolves when it is. */
  join(member: Member, from: LivePosition): Promise<void>;
  leave(member: Member): void;
  /** Brings the members up to date. */
  advance(): void;
  /** Tells the members where the stream stands, if that can be known. */
  beat(): void;
  /** Sends the frame that says what a member does not get whose delivery ends at `last`. */
  lost(last: Place): Promise<Batch | null>;
  readonly size: number;
  /** Members who were behind at the last event or heartbeat, as far as they are left. */
  readonly behind: number;
}

export interface GroupOptions {
  readonly log: EventLog;
  readonly cursors: LiveCursors;
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
/** Members looked at ahead of their writes: 8 and 48 measured no better. */
const AHEAD = 16;

export function createGroup(options: GroupOptions): Group {
  const { log, cursors, followed, view, refresh, render, report, now } = options;
  const { feed } = followed;
  const members = new Set<Member>();
  /** The log shows all up to here: what is looked up past it waits for it to come, or the next member would miss that. */
  let { position } = options;
  const delivered = nothingDelivered();
  let late = 0;
  let advancing = false;
  // One step after the other: a member joins between two steps, where no delivery is under way.
  let last: Promise<void> = Promise.resolve();

  const withLock = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.then(
      () => undefined,
      () => undefined, // the caller of the work gets its error
    );
    return done;
  };

  const frameOf = async (event: LiveEvent, at: LivePosition): Promise<Frame> => ({
    ...(await render(event)),
    cursor: event.cursor,
    position: at,
  });
  const batchFrom = async (changes: readonly Change[]): Promise<Batch | null> => {
    const frames = changes.map(({ kind, row, at, position: behind }) =>
      frameOf({ kind, cursor: cursors.encode(feed, behind), at, node: row, gap: null }, behind),
    );
    return batchOf(await Promise.all(frames));
  };

  /** Sends the frame that says that events are skipped; `delivered`: the cursor that a member knows for `from`. */
  const gapBatch = async (
    from: LivePosition,
    to: LivePosition,
    delivered?: string,
  ): Promise<Batch | null> => {
    const [fromCursor, toCursor] = [delivered ?? cursors.encode(feed, from), cursors.encode(feed, to)];
    // Under a lag the number would count events that are held back.
    const dropped = to.held === null ? Number(to.seq - from.seq) : null;
    const gap = { from: fromCursor, to: toCursor, dropped };
    return batchOf([await frameOf({ kind: 'RESYNC', cursor: toCursor, at: now(), node: null, gap }, to)]);
  };
  const deliver = (member: Member, batch: Batch | null): void => {
    if (batch) member.take(batch);
  };
  /**
   * Thousands of members lie all over the memory. Those that are looked at together are fetched together; each write by
   * itself would wait for one piece after the other.
   */
  const deliverAll = (batch: Batch | null): void => {
    if (!batch) return;
    late = 0;
    let chunk: Member[] = [];
    const deliverChunk = () => {
      for (const member of chunk) if (member.isBackpressured()) late += 1;
      for (const member of chunk) member.hear(batch);
      chunk = [];
    };
    for (const member of members) if (chunk.push(member) === AHEAD) deliverChunk();
    deliverChunk();
    delivered.last = batch.end;
    delivered.objects += batch.objects;
    if (delivered.objects < delivered.dueAt) return;
    delivered.dueAt = Number.POSITIVE_INFINITY;
    for (const member of members) member.charge();
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
  const theEnd = async (): Promise<LivePosition> => {
    const { head } = await log.bounds(feed);
    await refresh();
    return positionOf(feed, view(), head);
  };

  /** Tells the members what comes next, up to a place that another one has reached; whether there may be more. */
  const stepOn = async (to?: LivePosition): Promise<boolean> => {
    if (members.size === 0) return false;
    const step = await stepFrom({ from: position, to, limit: STEP });
    const end = step?.position ?? (await theEnd());
    const batch = step ? await batchFrom(step.changes) : await gapBatch(position, end);
    position = end;
    deliverAll(batch);
    return step?.more ?? false;
  };
  const advance = (): void => {
    if (advancing) return;
    advancing = true;
    const stepAndGoOn = async () => {
      const more = await withLock(() => {
        advancing = false; // what comes from here on is not sure to be read
        return stepOn();
      });
      // Who joins or beats comes in between, and sockets write what waits: a long burst makes no reader slow.
      if (more) await setImmediate().then(advance);
    };
    stepAndGoOn().catch(report);
  };

  /** What a member missed, as far as the log goes, at its own pace. */
  const replayTo = async (member: Member, from: LivePosition): Promise<LivePosition> => {
    let at = from;
    for (let more = true; more && member.isOpen(); )
      await member.replay(async () => {
        const behind = at;
        const step = await stepFrom({ from: behind, limit: STEP });
        // Looked up behind the reading: while a reader takes its time, what it has yet to read may be dropped.
        if (step === null || isForgotten(behind, await log.bounds(feed))) {
          at = await theEnd();
          more = false;
          return gapBatch(behind, at);
        }
        ({ position: at, more } = step);
        return batchFrom(step.changes);
      });
    return at;
  };

  /** The little that came in since, up to where the group stands. False: it is too much for the others to wait for. */
  const catchUp = async (member: Member, from: LivePosition): Promise<boolean> => {
    // The group has passed over something, and was set back to what its clock shows.
    const step = isBefore(position, from) ? null : await stepFrom({ from, to: position, limit: STEP });
    if (step?.more) return false;
    deliver(member, step ? await batchFrom(step.changes) : await gapBatch(from, position));
    return true;
  };

  /** Whether the group is at `near`, where a member got by itself, and has it. */
  const admit = async (member: Member, near: LivePosition): Promise<boolean> => {
    if (!member.isOpen()) return true;
    // It was read where more was known, or by a clock that is ahead; or the group is in the middle of one moment.
    if (isBefore(position, near) || position.held?.seq != null) {
      await refresh();
      if (await stepOn(near)) return false;
    }
    if (members.size === 0) position = near;
    else if (!(await catchUp(member, near))) return false;
    if (!member.isOpen()) return true;
    members.add(member);
    member.hearFrom(delivered);
    return true;
  };
  const heartbeat = async (): Promise<void> => {
    const event = {
      kind: 'HEARTBEAT',
      cursor: cursors.encode(feed, position),
      at: now(),
      node: null,
      gap: null,
    } as const;
    deliverAll(batchOf([await frameOf(event, position)]));
  };

  return {
    get size() {
      return members.size;
    },
    get behind() {
      return Math.min(late, members.size);
    },
    async join(member, from) {
      // The long way alone, at the member's own pace; the rest between two steps, so that nothing comes in between.
      let near = await replayTo(member, from);
      while (!(await withLock(() => admit(member, near)))) {
        await setImmediate();
        near = await replayTo(member, near);
      }
      advance();
    },
    leave: (member) => void members.delete(member),
    advance,
    beat() {
      // A process that cannot read the log does not know what it would have to deliver: clients take silence for that.
      refresh()
        .then(() => withLock(() => stepOn().then(heartbeat)))
        .catch(report);
    },
    lost: async (last) => gapBatch(last.position, await theEnd(), last.cursor),
  };
}

const isBefore = (one: LivePosition, other: LivePosition): boolean =>
  one.seq < other.seq || (one.held !== null && other.held !== null && one.held.until < other.held.until);
