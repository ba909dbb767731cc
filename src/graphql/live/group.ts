import { setImmediate } from 'node:timers/promises';
import {
  type ChangeOfFeed,
  isAnyBefore,
  isAnyForgotten,
  isWithinMoment,
  type Positions,
} from '../../core/live/follow-all.ts';
import { type Batch, batchOf, type Place } from './batch.ts';
import { type DeliveredOffset, nothingDelivered } from './delivered-offset.ts';
import { createFrames, type FramesOptions } from './frames.ts';

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
  join(member: Member, from: Positions): Promise<void>;
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

export interface GroupOptions extends FramesOptions {
  /** In each of the feeds. */
  readonly positions: Positions;
  /** Told when the group cannot go on; it tries again with the next `advance`. */
  readonly report: (error: unknown) => void;
}

/** Events read in a step: few enough that what they make of a burst fits every queue. */
const STEP = 64;
/** Members looked at ahead of their writes: 8 and 48 measured no better. */
const AHEAD = 16;

export function createGroup(options: GroupOptions): Group {
  const { log, followed, refresh, report } = options;
  const frames = createFrames(options);
  const members = new Set<Member>();
  /** The log shows all up to here: what is looked up past it waits for it to come, or the next member would miss that. */
  let { positions } = options;
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

  const batchFrom = async (changes: readonly ChangeOfFeed[]): Promise<Batch | null> =>
    batchOf(await Promise.all(changes.map(frames.of)));

  /** Sends the frame that says that events are skipped; `known`: the cursor that a member knows for `from`. */
  const gapBatch = async (from: Positions, to: Positions, known?: string): Promise<Batch | null> =>
    batchOf([await frames.gap(from, to, known)]);
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

  /** Tells the members what comes next, up to a place that another one has reached; whether there may be more. */
  const stepOn = async (to?: Positions): Promise<boolean> => {
    if (members.size === 0) return false;
    const step = await frames.stepFrom({ from: positions, to, limit: STEP });
    const end = step?.positions ?? (await frames.end());
    const batch = step ? await batchFrom(step.changes) : await gapBatch(positions, end);
    positions = end;
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
  const replayTo = async (member: Member, from: Positions): Promise<Positions> => {
    let at = from;
    for (let more = true; more && member.isOpen(); )
      await member.replay(async () => {
        const behind = at;
        const step = await frames.stepFrom({ from: behind, limit: STEP });
        // Looked up behind the reading: while a reader takes its time, what it has yet to read may be dropped.
        if (step === null || (await isAnyForgotten(log, followed, behind))) {
          at = await frames.end();
          more = false;
          return gapBatch(behind, at);
        }
        ({ positions: at, more } = step);
        return batchFrom(step.changes);
      });
    return at;
  };

  /** The little that came in since, up to where the group stands. False: it is too much for the others to wait for. */
  const catchUp = async (member: Member, from: Positions): Promise<boolean> => {
    // The group has passed over something, and was set back to what its clock shows.
    const step = isAnyBefore(positions, from)
      ? null
      : await frames.stepFrom({ from, to: positions, limit: STEP });
    if (step?.more) return false;
    deliver(member, step ? await batchFrom(step.changes) : await gapBatch(from, positions));
    return true;
  };

  /** Whether the group is at `near`, where a member got by itself, and has it. */
  const admit = async (member: Member, near: Positions): Promise<boolean> => {
    if (!member.isOpen()) return true;
    // It was read where more was known, or by a clock that is ahead; or the group is in the middle of one moment.
    if (isAnyBefore(positions, near) || isWithinMoment(positions)) {
      await refresh();
      if (await stepOn(near)) return false;
    }
    if (members.size === 0) positions = near;
    else if (!(await catchUp(member, near))) return false;
    if (!member.isOpen()) return true;
    members.add(member);
    member.hearFrom(delivered);
    return true;
  };
  const heartbeat = async (): Promise<void> => deliverAll(batchOf([await frames.heartbeat(positions)]));

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
    lost: async (last) => gapBatch(last.positions, await frames.end(), last.cursor),
  };
}
