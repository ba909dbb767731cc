import type { FeedEvent } from '../../src/core/live/event-log.ts';
import type { HeldPosition, LivePosition } from '../../src/core/live/live-cursors.ts';
import { type AnyRecord, publicLeaves, valueAt } from '../../src/feed/feed.ts';
import { matches } from '../../src/feed/match.ts';
import { compare } from '../../src/feed/query.ts';
import { insiderFilings as feed } from '../../src/feeds/insider/feed.ts';
import { createMemoryWorld, type FollowedWorld } from '../support/followed-world.ts';

export const FILTER = compare(feed.leaf('value'), 'lt', 3);

/** What a client holds: rows by their ids, as they look. */
export type Table = ReadonlyMap<string, string>;

/** Rows that are written, and what a list of them showed at any place of their log, however long ago. */
export interface WrittenFeed extends Pick<FollowedWorld, 'log'> {
  /** What is written is there at once. */
  write(change: (world: FollowedWorld) => void): Promise<void>;
  readonly head: bigint;
  tableAt(position: LivePosition, filtered: boolean): Table;
}

export function createWrittenFeed(): WrittenFeed {
  const world = createMemoryWorld();
  const { log } = world;
  const history: FeedEvent[] = [];
  const head = () => history.at(-1)?.seq ?? 0n;
  return {
    log,
    async write(change) {
      change(world);
      history.push(...(await log.read(feed, head(), Number.MAX_SAFE_INTEGER)));
    },
    get head() {
      return head();
    },
    tableAt({ seq, held }, filtered) {
      const latest = new Map<string, FeedEvent>();
      for (const event of history) if (event.seq <= seq) latest.set(event.key, event);
      const rows = [...latest.values()].flatMap(({ after, seq: number }) =>
        after && isSeen(after, number, held) && (!filtered || matches(FILTER, after)) ? [after] : [],
      );
      return sorted(rows.map((row) => [String(row.id), looksOf(row)]));
    },
  };
}

function isSeen(row: AnyRecord, seq: bigint, held: HeldPosition | null): boolean {
  if (held === null) return row.superseded_at === null;
  const isOver = (time: unknown) => {
    if (!(time instanceof Date)) return false;
    const ahead = time.getTime() - held.until.getTime();
    return ahead < 0 || (ahead === 0 && (held.seq === null || seq <= held.seq));
  };
  return isOver(row.known_from) && !isOver(row.superseded_at);
}

export const looksOf = (row: AnyRecord) =>
  JSON.stringify(publicLeaves(feed).map((leaf) => valueAt(row, leaf)));
export const sorted = (rows: Iterable<readonly [string, string]>): Table =>
  new Map([...rows].sort(([one], [other]) => (one < other ? -1 : 1)));
