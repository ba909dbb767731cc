import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { streamViewOf } from '../../core/access/access.ts';
import type {
  AlertCaller,
  AlertEvent,
  AlertEventsRead,
  AlertRange,
  AlertStream,
} from '../../core/alerts/alert-events.ts';
import type { EventLog, EventMoments } from '../../core/live/event-log.ts';
import {
  type ChangeOfFeed,
  isAnyBefore,
  isAnyForgotten,
  type Positions,
  positionsOf,
} from '../../core/live/follow-all.ts';
import type { LiveCursors } from '../../core/live/live-cursors.ts';
import type { Tail } from '../../core/live/tail.ts';
import type { Clock } from '../../core/ports.ts';
import { invalidCursor } from '../../errors.ts';
import type { Frame } from './batch.ts';
import { createFrames, type Frames } from './frames.ts';
import { decodeAll, encodeAll } from './stream-cursor.ts';
import type { Subscription } from './subscription.ts';
import { watchAll } from './watch-all.ts';

/** Changes read in a step. */
const STEP = 100;
/** Steps of one reading: one that finds little says so in between. */
const MAX_STEPS = 50;

export interface AlertStreamDeps {
  readonly log: EventLog & EventMoments;
  /** Null: nothing is watched, and all is read from the store. */
  readonly tail: Tail | null;
  readonly cursors: LiveCursors;
  readonly clock: Clock;
  readonly frames: SharedFrames;
}

/** Frames of alerts that have the same subscription and view, by where they stand: each is executed once. */
export type SharedFrames = LRUCache<string, Promise<Frame>>;

/** What many alerts hear of a burst at about the same time. */
const MAX_BYTES = 64 * 1024 * 1024;
/** What a frame takes beside its payload, key included; and before its payload is known. */
const FRAME_BYTES = 1_000;
/** Larger ones are executed for each alert. */
const MAX_SHARED_BYTES = 256 * 1024;
export const createSharedFrames = (): SharedFrames => new LRUCache({ maxSize: MAX_BYTES });

export function createAlertStream(
  { log, tail, cursors, clock, frames: shared }: AlertStreamDeps,
  subscription: Subscription,
  units: number,
): AlertStream {
  const { followed, after } = subscription.source;
  /** Of the subscription and its variables, which may be long. */
  const asked = hash('sha256', subscription.shared);
  /** The last cursor behind which there was nothing: what comes after it, this process has seen come. */
  let known: string | null = null;

  const framesFor = (caller: AlertCaller, from: EventLog): Frames => {
    const view = streamViewOf(caller.tier, clock.now());
    return createFrames({
      log: from,
      cursors,
      followed,
      view: () => view,
      refresh: async () => undefined, // what the log of a process does not show yet, it reads from the store
      render: (event) => subscription.render(event, caller),
      now: () => clock.now(),
    });
  };
  const shareFrame = (frames: Frames, { tier }: AlertCaller, change: ChangeOfFeed): Promise<Frame> => {
    const key = `${tier.historyDays} ${tier.insiderLagHours} ${nameOf(change.positions)} ${asked}`;
    const found = shared.get(key);
    if (found) return found;
    const made = frames.of(change);
    shared.set(key, made, { size: FRAME_BYTES });
    made.then(
      ({ payload }) => {
        if (payload.length > MAX_SHARED_BYTES) shared.delete(key);
        else shared.set(key, made, { size: FRAME_BYTES + payload.length });
      },
      () => shared.delete(key), // who waits for it gets the error; the next one makes it anew
    );
    return made;
  };
  const end = (caller: AlertCaller) => framesFor(caller, log).end();
  const textOf = (positions: Positions) => encodeAll(cursors, followed, positions);
  /** Throws INVALID_CURSOR. */
  const positionsIn = async (caller: AlertCaller, cursor: string): Promise<Positions> => {
    const wanted = decodeAll(cursors, followed, cursor);
    if (wanted.every((one) => one !== null)) return wanted;
    return (await end(caller)).map((now, index) => wanted[index] ?? now);
  };

  return {
    units,
    after,
    now: async (caller) => textOf(await end(caller)),
    async at({ tier }, moment) {
      const heads = await Promise.all(followed.map(({ feed }) => log.headAt(feed, moment)));
      return textOf(positionsOf(followed, streamViewOf(tier, moment), heads));
    },
    async resume(caller, cursor) {
      const positions = await positionsIn(caller, cursor);
      const now = await end(caller);
      if (positions.some(({ seq }, index) => seq > (now[index]?.seq ?? 0n)))
        throw invalidCursor('after', 'it lies ahead of the feed');
      return textOf(positions);
    },
    async read(caller, from, range) {
      const to = range.end ? await positionsIn(caller, range.end) : undefined;
      const source = to || !tail ? log : tail.log;
      const frames = framesFor(caller, source);
      const start = await positionsIn(caller, from);
      const isFollowing = source !== log && from === known;
      if (!isFollowing && (await isAnyForgotten(log, followed, start))) return gapFrom(start);
      const reading = new Reading(start, range);
      for (let step = 0; step < MAX_STEPS; step += 1) {
        const next = await frames.stepFrom({ from: reading.positions, to, limit: STEP });
        if (next === null)
          return reading.events.length > 0 ? answer(reading, true) : gapFrom(reading.positions);
        for (const change of next.changes) {
          if (!reading.take(await shareFrame(frames, caller, change), change)) return answer(reading, true);
          if (to && nameOf(change.positions) === nameOf(to)) return answer(reading, true);
        }
        reading.positions = next.positions;
        if (!next.more) return answer(reading, false);
      }
      return answer(reading, true);

      async function gapFrom(positions: Positions): Promise<AlertEventsRead> {
        const frame = await frames.gap(positions, to ?? (await frames.end()), from);
        const now = clock.now();
        return { events: [eventOf(frame)], cursor: frame.cursor, since: now, at: now, more: true };
      }
      function answer({ events, positions, since, at }: Reading, more: boolean): AlertEventsRead {
        const isThere = !isAnyBefore(start, positions) && events.length === 0;
        const cursor = isThere ? from : textOf(positions);
        if (!more) known = cursor;
        return { events, cursor, since, at, more };
      }
    },
    async watch(moved) {
      if (!tail) throw new Error('nothing is watched here');
      return watchAll(tail, followed, moved);
    },
  };
}

/** What names the cursor and the result of an event in a message. */
const AROUND = 26;

/** Events as they are read, up to what was asked for. */
class Reading {
  readonly events: AlertEvent[] = [];
  positions: Positions;
  since: Date | null = null;
  at: Date | null = null;
  readonly #range: AlertRange;
  #bytes = 0;

  constructor(start: Positions, range: AlertRange) {
    this.positions = start;
    this.#range = range;
  }

  /** False, and nothing is taken, when there is no room for it. */
  take(frame: Frame, { at, positions }: ChangeOfFeed): boolean {
    const { events, bytes } = this.#range;
    const size = frame.payload.length + frame.cursor.length + AROUND;
    const isFull = this.events.length === events || this.#bytes + size > bytes;
    if (isFull && this.events.length > 0) return false;
    this.events.push(eventOf(frame));
    this.#bytes += size;
    this.positions = positions;
    this.since ??= at;
    this.at = at;
    return true;
  }
}

const eventOf = ({ cursor, payload, objects }: Frame): AlertEvent => ({
  cursor,
  json: payload.toString(),
  objects,
});

/** Equal for the same place. */
const nameOf = (positions: Positions): string =>
  positions.map(({ seq, held }) => `${seq}:${held?.until.getTime() ?? ''}:${held?.seq ?? ''}`).join();
