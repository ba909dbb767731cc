import { AppError } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import type { View } from '../access/view.ts';
import type { FeedStore } from '../ports.ts';

/** Refuses to answer by a snapshot what is not kept as it was. Throws SNAPSHOT_NOT_SUPPORTED. */
export function refuseSnapshot({ heads }: View, what: string): void {
  if (heads === undefined) return;
  throw new AppError('SNAPSHOT_NOT_SUPPORTED', `${what} cannot be read from a snapshot: leave it out`);
}

/** Whether what views of snapshots saw is kept. Checks throw SNAPSHOT_EXPIRED where rows of the feed that the view saw are not. */
export interface KeptChecks {
  /** Before anything is read: an expired snapshot is refused without a reading, and known to be expired from then on. */
  before(feed: Pick<Feed, 'module'>, view: View): Promise<void>;
  /** Behind a reading, since the log is shortened meanwhile: what is kept now was kept then. */
  behind(feed: Pick<Feed, 'module'>, view: View): Promise<void>;
}

export function createKeptChecks(store: Pick<FeedStore, 'keepsBehind'>): KeptChecks {
  /** By module the latest event behind which nothing is kept any more, and the earliest behind which all was, when last asked. */
  const lost = new Map<string, bigint>();
  const kept = new Map<string, bigint>();
  const refuse = (module: string): never => {
    const message = `the answers of ${module} at this snapshot are no longer kept: the event log no longer reaches back that far`;
    throw new AppError('SNAPSHOT_EXPIRED', message);
  };
  const ask = async (module: string, seq: bigint): Promise<void> => {
    const isKept = await store.keepsBehind({ module }, seq);
    const known = isKept ? kept : lost;
    const last = known.get(module);
    if (last === undefined || (isKept ? seq < last : seq > last)) known.set(module, seq);
    if (isKept) return;
    if ((kept.get(module) ?? seq + 1n) <= seq) kept.delete(module);
    refuse(module);
  };
  return {
    async before({ module }, { heads }) {
      if (heads === undefined) return;
      const seq = heads.get(module) ?? 0n;
      if (seq <= (lost.get(module) ?? -1n)) refuse(module);
      if (seq < (kept.get(module) ?? seq + 1n)) await ask(module, seq);
    },
    async behind({ module }, { heads }) {
      if (heads !== undefined) await ask(module, heads.get(module) ?? 0n);
    },
  };
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
export const keptReads = <T extends Reads>(kept: KeptChecks, feeds: readonly Feed[], reads: T): T =>
  around(reads, async (method, request) => {
    for (const feed of feeds) await kept.before(feed, viewIn(request));
    const result = await method(...request);
    for (const feed of feeds) await kept.behind(feed, viewIn(request));
    return result;
  });
