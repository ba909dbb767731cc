import {
  type EventLog,
  type EventRetention,
  type FeedEvent,
  HistoryGone,
  isForgotten,
  type VisibilityChange,
} from '../../src/core/live/event-log.ts';
import { type AnyRecord, type Feed, valueAt } from '../../src/feed/feed.ts';

/** The log of one feed in an array, and the rows it leads to: the obvious model of what the store does. */
export interface MemoryEventLog extends EventLog, EventRetention {
  /** A row that is written (null: removed); what changes nothing is no event. */
  commit(key: string, row: AnyRecord | null, at: Date): void;
  rows(): readonly AnyRecord[];
}

export function createMemoryEventLog(feed: Feed): MemoryEventLog {
  const rows = new Map<string, AnyRecord>();
  let events: FeedEvent[] = [];
  let head = 0n;
  let pruned = 0n;
  let forgottenUntil: Date | null = null;

  const timesOf = ({ after }: FeedEvent): Date[] =>
    [feed.availability?.from, feed.availability?.until, feed.availability?.revised].flatMap((leaf) => {
      const time = leaf && after && valueAt(after, leaf);
      return time instanceof Date ? [time] : [];
    });
  const isOvertaken = (event: FeedEvent, seq: bigint) =>
    events.some((later) => later.key === event.key && later.seq > event.seq && later.seq <= seq);
  const isLess = (one: VisibilityChange, other: VisibilityChange) =>
    one.on.getTime() - other.on.getTime() || Number(one.event.seq - other.event.seq);
  const bounds = () => ({ first: pruned + 1n, head, forgottenUntil });

  return {
    commit(key, row, at) {
      const before = rows.get(key) ?? null;
      if (JSON.stringify(before) === JSON.stringify(row)) return;
      if (row) rows.set(key, row);
      else rows.delete(key);
      head += 1n;
      events.push({ seq: head, key, at, before, after: row });
    },
    rows: () => [...rows.values()],
    read: async (_, after, limit) => events.filter(({ seq }) => seq > after).slice(0, limit),
    async visibilityChanges(_, { seq, after, until }, limit) {
      if (isForgotten({ seq, held: after }, bounds())) throw new HistoryGone('turns are gone');
      const isBehind = (turn: VisibilityChange) =>
        turn.on > after.until ||
        (turn.on.getTime() === after.until.getTime() && after.seq !== null && turn.event.seq > after.seq);
      return events
        .filter((event) => event.seq <= seq && !isOvertaken(event, seq))
        .flatMap((event) => timesOf(event).map((on) => ({ on, event })))
        .filter((turn) => isBehind(turn) && turn.on <= until)
        .sort(isLess)
        .slice(0, limit);
    },
    bounds: async () => bounds(),
    async prune(_, { count, olderThan, heldUntil }) {
      const young = events.find(({ seq, at }) => seq > pruned && at >= olderThan);
      const cut = [pruned, head - BigInt(count), young ? young.seq - 1n : head].reduce((a, b) =>
        a > b ? a : b,
      );
      const isHeld = (event: FeedEvent) =>
        timesOf(event).some((time) => time > heldUntil) && !isOvertaken(event, cut);
      const gone = events.filter((event) => event.seq <= cut && !isHeld(event));
      for (const time of gone.flatMap(timesOf))
        if (time <= heldUntil && (forgottenUntil === null || time > forgottenUntil)) forgottenUntil = time;
      events = events.filter((event) => !gone.includes(event));
      pruned = cut;
      return gone.length;
    },
  };
}
