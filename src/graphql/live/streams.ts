import { streamViewOf } from '../../core/access/access.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { KeyWatch } from '../../core/keys/key-watch.ts';
import { type Charged, createDayCharges } from '../../core/live/day-charges.ts';
import type { EventLog } from '../../core/live/event-log.ts';
import type { Followed } from '../../core/live/follow.ts';
import { type Positions, positionsOf } from '../../core/live/follow-all.ts';
import type { StreamSlots } from '../../core/live/stream-slots.ts';
import type { Quota, Spender } from '../../core/quota/quota.ts';
import type { Snapshots } from '../../core/read/snapshots.ts';
import { AppError, invalidCursor } from '../../errors.ts';
import { createGroups, type GroupsDeps } from './groups.ts';
import { decodeAll, encodeAll } from './stream-cursor.ts';
import { createSubscriber, type Sink, type SubscriberOptions } from './subscriber.ts';
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
  /** Number of streams that were behind at the last event or heartbeat of their group. */
  readonly behind: number;
  close(): Promise<void>;
}

export interface Stream {
  /** The client has left. */
  close(): void;
}

export interface StreamsDeps extends GroupsDeps {
  readonly bounds: EventLog['bounds'];
  readonly snapshots: Pick<Snapshots, 'find'>;
  readonly slots: StreamSlots;
  readonly quota: Quota;
  /** Hears what each stream was charged. */
  readonly charged?: Charged;
  /** A key that is revoked, expired or of another tier ends its streams. */
  readonly keyWatch: KeyWatch;
  readonly toClientError: SubscriberOptions['toClientError'];
  readonly heartbeatMs?: number;
}

const HEARTBEAT_MS = 15_000;

interface Opened {
  /** Ends without a word, so that the client connects again. */
  disconnect(): void;
}

export function createStreams(deps: StreamsDeps): Streams {
  const {
    cursors,
    bounds,
    snapshots,
    slots,
    quota,
    keyWatch,
    clock,
    toClientError,
    report,
    heartbeatMs = HEARTBEAT_MS,
  } = deps;
  const spendDay = createDayCharges({ spendDay: quota.spendDay, charged: deps.charged });
  const groups = createGroups(deps);
  const open = new Set<Opened>();
  /** Throws INVALID_CURSOR, and MOMENT_OUTSIDE_WINDOW for a snapshot of before the window. */
  const positionsIn = (caller: Caller, followed: readonly Followed[], after: string) => {
    const then = snapshots.find(caller, after, 'after');
    if (then === null) return decodeAll(cursors, followed, after);
    return positionsOf(
      followed,
      then,
      followed.map(({ feed }) => then.heads.get(feed.module) ?? 0n),
    );
  };
  let isClosed = false;

  const beating = setInterval(() => groups.beat(), heartbeatMs).unref();

  return {
    get size() {
      return open.size;
    },
    get groups() {
      return groups.size;
    },
    get behind() {
      return groups.behind;
    },
    async open(subscription, caller, sink) {
      const { followed, after } = subscription.source;
      const wanted = after === null ? [] : positionsIn(caller, followed, after);
      const release = await slots.reserve(caller);
      const entered = groups.enter(subscription, caller);
      const done = () => {
        entered.leave();
        release();
      };
      const group = await entered.group.catch((error: unknown) => {
        done();
        throw error;
      });
      if (isClosed) {
        done();
        throw new AppError('UNAVAILABLE', 'this process is shutting down', { retryAfterSeconds: 1 });
      }
      const close = () => {
        if (!open.delete(opened)) return;
        unwatch();
        subscriber.end();
        group.leave(subscriber);
        done();
      };
      const subscriber = createSubscriber({
        sink,
        lost: group.lost,
        spend: (units) => spendDay(caller, units),
        onEnd: close,
        toClientError,
        report,
      });
      const disconnect = () => {
        close();
        sink.close();
      };
      const opened: Opened = { disconnect };
      open.add(opened);
      const { token } = sink;
      const unwatch = keyWatch.watch({
        token,
        keyId: caller.key.id,
        found({ tier }) {
          if (tier !== caller.key.tier) subscriber.fail(tierChanged());
        },
        // Behind a WebSocket there is no token: the socket itself is closed.
        ...(token === null ? {} : { refused: subscriber.fail }),
      });
      try {
        const from = await start();
        subscriber.begin({ cursor: encodeAll(cursors, followed, from), positions: from });
        // Not waited for: a replay takes as long as its reader does.
        group.join(subscriber, from).catch(subscriber.fail);
      } catch (error) {
        close();
        throw error;
      }
      return { close };

      /** Where it begins. Throws INVALID_CURSOR. */
      async function start(): Promise<Positions> {
        const all = await Promise.all(followed.map(({ feed }) => bounds(feed)));
        const heads = all.map(({ head }) => head);
        return positionsOf(followed, streamViewOf(caller.tier, clock.now()), heads).map((now, index) => {
          const from = wanted[index] ?? now;
          if (from.seq > now.seq) throw invalidCursor('after', 'it lies ahead of the feed');
          return from;
        });
      }
    },
    async close() {
      isClosed = true;
      clearInterval(beating);
      for (const stream of [...open]) stream.disconnect();
      await slots.close();
    },
  };
}

const tierChanged = () =>
  new AppError('CONFLICT', 'the tier of the key has changed; continue from the last cursor');
