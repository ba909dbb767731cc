import { AppError } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import type { View } from '../access/view.ts';
import type { FeedStore } from '../ports.ts';

/** Refuses to answer by a snapshot what is not kept as it was. Throws SNAPSHOT_NOT_SUPPORTED. */
export function refuseSnapshot({ heads }: View, what: string): void {
  if (heads === undefined) return;
  throw new AppError('SNAPSHOT_NOT_SUPPORTED', `${what} cannot be asked for by a snapshot: leave it out`);
}

/**
 * Throws SNAPSHOT_EXPIRED where rows of the feed that the view saw are kept no more. To be asked behind a reading: what is kept
 * now was kept then.
 */
export async function checkKept(
  store: Pick<FeedStore, 'keepsBehind'>,
  { module }: Pick<Feed, 'module'>,
  { heads }: View,
): Promise<void> {
  if (heads === undefined || (await store.keepsBehind({ module }, heads.get(module) ?? 0n))) return;
  const message = `of ${module} the answers of then are kept no more: the event log has passed this snapshot`;
  throw new AppError('SNAPSHOT_EXPIRED', message);
}

type Method = (...request: never[]) => unknown;
/** What reads, its view being the last that it is given. */
type Reads = object;

const viewIn = (request: readonly unknown[]): View => request.at(-1) as View; // by the contract of `Reads`

/** The same reads with something done around each. */
function around<T extends Reads>(reads: T, call: (method: Method, request: never[]) => unknown): T {
  const members = reads as Readonly<Record<string, unknown>>; // by the names they have
  const entries = Object.entries(members).map(([name, one]) => [
    name,
    typeof one === 'function' ? (...request: never[]) => call(members[name] as Method, request) : one,
  ]);
  return Object.fromEntries(entries) as T; // the same members
}

/** Reads that refuse snapshots. */
export const refusingSnapshots = <T extends Reads>(reads: T, what: string): T =>
  around(reads, async (method, request) => {
    refuseSnapshot(viewIn(request), what);
    return method(...request);
  });

/** Reads of what is made of these feeds, which refuse snapshots that those have passed. */
export const keptReads = <T extends Reads>(
  store: Pick<FeedStore, 'keepsBehind'>,
  feeds: readonly Feed[],
  reads: T,
): T =>
  around(reads, async (method, request) => {
    const result = await method(...request);
    for (const feed of feeds) await checkKept(store, feed, viewIn(request));
    return result;
  });
