import { createHash } from 'node:crypto';
import { AppError, invalidParameter } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import { isoTime } from '../../feed/iso-time.ts';
import { viewOf } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import type { View } from '../access/view.ts';
import type { FeedStore } from '../ports.ts';
import type { Seal } from '../seal.ts';
import { HOUR_MS } from '../time.ts';

/** Positions of the event logs of all feeds, by module. */
export type Heads = ReadonlyMap<string, bigint>;

/** A view of what stood at these positions. */
export type HeldView = View & { readonly heads: Heads };

/** A view that is held still, and the text by which it is asked for again. */
export interface Held {
  readonly view: View;
  readonly snapshot: string;
}

/**
 * Snapshots name a state of all feeds with the time of the answer: the same question by one has the same answer. They are
 * sealed, since positions count what is held back, and belong to no key: a view by one is that of who asks, as it was then.
 */
export interface Snapshots {
  heads(): Promise<Heads>;
  /** The text for answers that were made for a caller at these positions. */
  tell(caller: Caller, heads: Heads): string;
  /** The caller's view as it was then. Throws INVALID_PARAMETER, and MOMENT_OUTSIDE_WINDOW as `viewAsOf`. */
  view(caller: Caller, snapshot: string, param: string): HeldView;
  /** The same; null for what is no snapshot of this service. Throws MOMENT_OUTSIDE_WINDOW. */
  find(caller: Caller, text: string, param: string): HeldView | null;
  /** The caller's view as it is, held still. */
  hold(caller: Caller): Promise<Held>;
}

export function createSnapshots(
  feeds: readonly Pick<Feed, 'module'>[],
  store: Pick<FeedStore, 'heads'>,
  seal: Seal,
): Snapshots {
  const heads = sharedReads(() => store.heads(feeds));
  const layout = feeds.map(({ module }) => ({ module, hash: hashOf(module) }));
  const tell = ({ view, tier }: Caller, at: Heads): string => {
    // Of a key with a lag, the moment its lag was counted from.
    const laggedFrom = view.until
      ? view.until.getTime() + tier.insiderLagHours * HOUR_MS
      : view.now.getTime();
    return seal.seal(bytesOf(layout, { nowMs: view.now.getTime(), laggedFromMs: laggedFrom, heads: at }));
  };
  const find = ({ view, tier }: Caller, text: string, param: string): HeldView | null => {
    const plain = seal.open(text);
    const state = plain && stateIn(layout, plain);
    if (!state) return null;
    const now = new Date(state.nowMs);
    if (view.from !== null && now < view.from) {
      const message = `${param} is from ${isoTime(now)}, before ${isoTime(view.from)}, where the history of this key begins`;
      throw new AppError('MOMENT_OUTSIDE_WINDOW', message, { param });
    }
    const { until } = viewOf(tier, new Date(state.laggedFromMs));
    return heldView(
      { ...view, now, until: until && view.until && view.until < until ? view.until : until },
      state.heads,
      text,
    );
  };
  return {
    heads,
    tell,
    find,
    view(caller, snapshot, param) {
      const found = find(caller, snapshot, param);
      if (found) return found;
      throw invalidParameter(param, snapshot, 'a snapshot of this service: the X-Snapshot of an answer');
    },
    async hold(caller) {
      const at = await heads();
      const snapshot = tell(caller, at);
      return { view: heldView(caller.view, at, snapshot), snapshot };
    },
  };
}

/** Single-flight without stale results: calls during a read share the next read, which begins after all of them. */
function sharedReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  let isIdle = true;
  const begin = (): Promise<T> => {
    isIdle = false;
    next = null;
    const reading = read();
    running = reading
      .catch(() => undefined)
      .then(() => {
        if (next === null) isIdle = true;
      });
    return reading;
  };
  return () => {
    if (isIdle) return begin();
    next ??= running.then(begin);
    return next;
  };
}

/** A view of rows as they stood at these positions. */
export const heldView = (view: View, heads: Heads, snapshot: string): HeldView => ({
  ...view,
  heads,
  heldBy: createHash('sha256').update(snapshot).digest('base64url').slice(0, 12),
});

interface State {
  readonly nowMs: number;
  readonly laggedFromMs: number;
  readonly heads: Heads;
}

interface Named {
  readonly module: string;
  readonly hash: Buffer;
}

/** Behind two times of 8 bytes, of each feed the hash of its name and its position, of 8 bytes each. */
const TIMES_BYTES = 16;
const FEED_BYTES = 16;

function bytesOf(layout: readonly Named[], { nowMs, laggedFromMs, heads }: State): Buffer {
  const plain = Buffer.alloc(TIMES_BYTES + layout.length * FEED_BYTES);
  plain.writeBigInt64BE(BigInt(nowMs), 0);
  plain.writeBigInt64BE(BigInt(laggedFromMs), 8);
  layout.forEach(({ module, hash }, index) => {
    const at = TIMES_BYTES + index * FEED_BYTES;
    hash.copy(plain, at);
    plain.writeBigInt64BE(heads.get(module) ?? 0n, at + 8);
  });
  return plain;
}

/** Null for another text that was sealed. A feed that came later had no rows. */
function stateIn(layout: readonly Named[], plain: Buffer): State | null {
  if (plain.length < TIMES_BYTES || (plain.length - TIMES_BYTES) % FEED_BYTES !== 0) return null;
  const heads = new Map<string, bigint>();
  for (let at = TIMES_BYTES; at < plain.length; at += FEED_BYTES) {
    const hash = plain.subarray(at, at + 8);
    const feed = layout.find((one) => one.hash.equals(hash));
    if (feed) heads.set(feed.module, plain.readBigInt64BE(at + 8));
  }
  return { nowMs: Number(plain.readBigInt64BE(0)), laggedFromMs: Number(plain.readBigInt64BE(8)), heads };
}

const hashOf = (module: string): Buffer => createHash('sha256').update(module).digest().subarray(0, 8);
