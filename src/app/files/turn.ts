import { mkdir, rm } from 'node:fs/promises';
import { type Day, dayAfter, dayOf, type FeedFile, monthAfter } from '../../core/files/feed-file.ts';
import type { Filing, FilingStore } from '../../core/files/file-ports.ts';
import type { EventLog } from '../../core/live/event-log.ts';
import type { FeedStore } from '../../core/ports.ts';
import { AppError } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../../postgres/connection/database.ts';
import { readEventsUntil } from '../../postgres/feeds/day-events.ts';
import { type FileMaking, makeDay } from './day-files.ts';
import { makeMonth } from './month-file.ts';

export interface TurnDeps extends FileMaking {
  readonly db: Pick<Database, 'cursor' | 'tryLock'>;
  readonly store: FeedStore;
  readonly log: Pick<EventLog, 'bounds'>;
  readonly filings: FilingStore;
  readonly feeds: readonly Feed[];
  /** Hears of each file once it is listed. */
  readonly made: (file: FeedFile) => void;
}

/** What is left behind a turn: nothing; more, for which its time was too short; or what another process is making. */
export type TurnEnd = 'done' | 'more' | 'elsewhere';

/** A name that one process at a time makes files under, over all that share the store. */
const LEASE = 'files of days';

/** Makes what is due before `today`, the earliest day of any feed first, for at most `maxMs`. */
export const takeTurn = async (
  deps: TurnDeps,
  { today, maxMs }: { readonly today: Day; readonly maxMs: number },
): Promise<TurnEnd> =>
  (await deps.db.tryLock(LEASE, async () => {
    const { filings, feeds, folder } = deps;
    // What a process left that was killed: no other makes any now.
    await rm(folder, { recursive: true, force: true });
    // Where nothing can be written, the log waits for no files.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await filings.begin(feeds, today);
    const endMs = performance.now() + maxMs;
    for (;;) {
      const next = earliest(await filings.filings(feeds), feeds, today);
      if (next === null) return 'done';
      if (performance.now() > endMs) return 'more';
      const files = await makeNext(next.feed, next.filing, today, deps);
      if (files === null) return 'elsewhere';
      for (const file of files) deps.made(file);
    }
  })) ?? 'elsewhere';

function earliest(
  filings: ReadonlyMap<string, Filing>,
  feeds: readonly Feed[],
  today: Day,
): { readonly feed: Feed; readonly filing: Filing } | null {
  const due = feeds.flatMap((feed) => {
    const filing = filings.get(feed.module);
    return filing && (isMonthDue(filing) || filing.nextDay < today) ? [{ feed, filing }] : [];
  });
  return due.sort((one, other) => (one.filing.nextDay < other.filing.nextDay ? -1 : 1))[0] ?? null;
}

const isMonthDue = ({ nextDay, nextMonth }: Filing): boolean => monthAfter(nextMonth) <= nextDay;

/** Null: another process has taken over meanwhile. */
async function makeNext(
  feed: Feed,
  filing: Filing,
  today: Day,
  deps: TurnDeps,
): Promise<readonly FeedFile[] | null> {
  const { db, log, filings } = deps;
  if (isMonthDue(filing)) {
    const file = await monthOf(feed, filing, deps);
    const files = file ? [file] : [];
    const moved = { ...filing, nextMonth: monthAfter(filing.nextMonth) };
    return (await filings.add(feed, files, filing, moved)) ? files : null;
  }
  const { first } = await log.bounds(feed);
  if (filing.seq + 1n < first) {
    await filings.skip(feed, today);
    return [];
  }
  const end = new Date(`${dayAfter(filing.nextDay)}T00:00:00.000Z`);
  const { files, seq } = await makeDay(feed, filing, readEventsUntil(db, feed, filing.seq, end), deps);
  const moved = { ...filing, nextDay: dayOf(end), seq };
  return (await filings.add(feed, files, filing, moved)) ? files : null;
}

/** Null where its last day is missing, or the log has passed it: what stood then is not known any more. */
async function monthOf(feed: Feed, { nextMonth }: Filing, deps: TurnDeps): Promise<FeedFile | null> {
  const lastDay = dayAfter(monthAfter(nextMonth), -1);
  const last = await deps.filings.find({ feed: feed.module, kind: 'day', day: lastDay });
  if (last === null) return null;
  try {
    return await makeMonth(deps.store, feed, { month: nextMonth, seq: last.recordedSeq }, deps);
  } catch (error) {
    if (error instanceof AppError && error.code === 'SNAPSHOT_EXPIRED') return null;
    throw error;
  }
}
