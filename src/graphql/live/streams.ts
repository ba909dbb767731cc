import { streamViewOf } from '../../core/access.ts';
import type { Caller } from '../../core/caller.ts';
import type { Keys } from '../../core/keys.ts';
import { createDayCharges } from '../../core/live/day-charges.ts';
import type { EventLog } from '../../core/live/event-log.ts';
import { positionOf } from '../../core/live/follow.ts';
import type { StreamSlots } from '../../core/live/stream-slots.ts';
import type { Tail, Watch } from '../../core/live/tail.ts';
import type { Clock } from '../../core/ports.ts';
import type { Quota, Spender } from '../../core/quota.ts';
import { AppError } from '../../errors.ts';
import { decodeLiveCursor, type LivePosition } from '../../feed/live-cursor.ts';
import { createGroup, type Group } from './group.ts';
import type { LiveEvent } from './live-source.ts';
import { createSubscriber, type Sink } from './subscriber.ts';
import type { Subscription } from './subscription.ts';

/** The live streams of a process. */
export interface Streams {
  /**
   * Opens a stream for a subscription that is paid for. Throws INVALID_CURSOR, and RATE_LIMITED when the key has as
   * many streams as its tier allows.
   */
  open(subscription: Subscription, caller: Caller & Spender, sink: Sink): Promise<Stream>;
  /** Number of streams open. */
  readonly size: number;
  /** Number of groups that share what is executed for them. */
  readonly groups: number;
  close(): Promise<void>;
}

export interface Stream {
  /** The client has left. */
  close(): void;
}

export interface StreamsDeps {
  readonly tail: Tail;
  readonly bounds: EventLog['bounds'];
  readonly slots: StreamSlots;
  readonly quota: Quota;
  readonly keys: Pick<Keys, 'check'>;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
  readonly heartbeatMs?: number;
}

const HEARTBEAT_MS = 15_000;
/** A key that is revoked, expired or of another tier ends its streams within 5 s. */
const KEY_CHECK_MS = 2_000;

/** A stream with the key it belongs to. */
interface Opened {
  readonly caller: Spender;
  fail(error: unknown): void;
  /** Ends without a word, so that the client connects again. */
  hangUp(): void;
}

/** A group with the watch that moves it. */
interface Running {
  readonly group: Group;
  readonly watch: Watch;
}

interface Entry {
  readonly running: Promise<Running>;
  /** Streams that are in the group or on their way. */
  streams: number;
}

export function createStreams(deps: StreamsDeps): Streams {
  const { tail, bounds, slots, quota, keys, clock, report, heartbeatMs = HEARTBEAT_MS } = deps;
  const spendDay = createDayCharges(quota);
  const groups = new Map<string, Entry>();
  const open = new Set<Opened>();

  const start = async (subscription: Subscription, caller: Caller): Promise<Running> => {
    const { source, render } = subscription;
    const { feed } = source;
    const view = () => streamViewOf(caller.tier, clock.now());
    let group: Group | undefined;
    const watch = await tail.watch(feed, () => group?.advance());
    group = createGroup({
      log: tail.log,
      followed: source,
      view,
      position: positionOf(feed, view(), watch.head),
      refresh: watch.refresh,
      // Of no key: what a group gets, all its members get.
      render: (event) => render(event, { key: null, tier: caller.tier, view: view() }),
      report,
      now: () => clock.now(),
    });
    return { group, watch };
  };

  /** The group of a subscription, to be left again whatever comes of it. */
  const enter = (subscription: Subscription, caller: Caller) => {
    const { historyDays, insiderLagHours } = caller.tier;
    const key = JSON.stringify([subscription.shared, historyDays, insiderLagHours]);
    const entry = groups.get(key) ?? { running: start(subscription, caller), streams: 0 };
    groups.set(key, entry);
    entry.streams += 1;
    const leave = () => {
      entry.streams -= 1;
      if (entry.streams > 0) return;
      groups.delete(key);
      entry.running.then(
        ({ watch }) => watch.stop(),
        () => undefined,
      ); // one that never started has nothing to stop
    };
    return { running: entry.running, leave };
  };

  const beating = setInterval(() => {
    for (const { running } of groups.values()) running.then(({ group }) => group.beat(), report);
  }, heartbeatMs).unref();

  const checkKey = async (id: string, streams: readonly Opened[]): Promise<void> => {
    try {
      const { tier } = await keys.check(id);
      const changed = new AppError('CONFLICT', 'the tier of the key has changed; go on from the last cursor');
      for (const stream of streams) if (stream.caller.key.tier !== tier) stream.fail(changed);
    } catch (error) {
      if (error instanceof AppError) for (const stream of streams) stream.fail(error);
      else report(error); // a store that is away ends nothing
    }
  };
  const checking = setInterval(() => {
    for (const [id, streams] of Map.groupBy(open, ({ caller }) => caller.key.id)) void checkKey(id, streams);
  }, KEY_CHECK_MS).unref();

  return {
    get size() {
      return open.size;
    },
    get groups() {
      return groups.size;
    },
    async open(subscription, caller, sink) {
      const { feed, after } = subscription.source;
      const wanted = after === null ? null : positionIn(feed, after);
      const release = await slots.take(caller);
      const { running, leave } = enter(subscription, caller);
      const done = () => {
        leave();
        release();
      };
      const { group } = await running.catch((error: unknown) => {
        done();
        throw error;
      });
      const close = () => {
        if (!open.delete(opened)) return;
        subscriber.end();
        group.leave(subscriber);
        done();
      };
      const view = () => streamViewOf(caller.tier, clock.now());
      const render = (event: LiveEvent) => subscription.render(event, { ...caller, view: view() });
      const subscriber = createSubscriber({
        feed,
        sink,
        render,
        spend: (units) => spendDay(caller, units),
        head: async () => positionOf(feed, view(), (await bounds(feed)).head),
        clock,
        onEnd: close,
        report,
      });
      const hangUp = () => {
        close();
        sink.close();
      };
      const opened: Opened = { caller, fail: subscriber.fail, hangUp };
      open.add(opened);
      try {
        const from = wanted && (await resume(wanted));
        // Not waited for: a replay takes as long as its reader does.
        group.join(subscriber, from).catch(subscriber.fail);
      } catch (error) {
        close();
        throw error;
      }
      return { close };

      /** Where to go on from. Throws INVALID_CURSOR. */
      async function resume(position: LivePosition): Promise<LivePosition> {
        const { head } = await bounds(feed);
        if (position.seq <= head) return position;
        throw new AppError('INVALID_CURSOR', 'after cannot be used here: it lies ahead of the feed', {
          param: 'after',
        });
      }
    },
    async close() {
      clearInterval(beating);
      clearInterval(checking);
      for (const stream of [...open]) stream.hangUp();
      await slots.close();
    },
  };
}

/** Throws INVALID_CURSOR for what is no live cursor of the feed. */
function positionIn(feed: Subscription['source']['feed'], cursor: string): LivePosition {
  const result = decodeLiveCursor(feed, cursor);
  if (result.ok) return result.position;
  throw new AppError('INVALID_CURSOR', `after cannot be used here: ${result.reason}`, { param: 'after' });
}
