import fc from 'fast-check';
import { expect } from 'vitest';
import { streamViewOf, viewOf } from '../../src/core/access/access.ts';
import type { View } from '../../src/core/access/view.ts';
import { isForgotten } from '../../src/core/live/event-log.ts';
import { type Change, follow, isBeyond, positionOf } from '../../src/core/live/follow.ts';
import type { LivePosition } from '../../src/core/live/live-cursors.ts';
import { type AnyRecord, publicLeaves, valueAt } from '../../src/feed/feed.ts';
import { matches } from '../../src/feed/match.ts';
import { compare } from '../../src/feed/query.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import type { FollowedWorld } from './followed-world.ts';
import { liveCursors } from './live-cursors.ts';

const TIERS = [
  { historyDays: 7, insiderLagHours: 0 },
  { historyDays: 7, insiderLagHours: 24 },
  { historyDays: 7, insiderLagHours: 1 },
] as const;
const FILTER = compare(insiderFilings.leaf('value'), 'lt', 3);
const HOUR_MS = 3_600_000;

const key = fc.constantFrom('a', 'b', 'c', 'd');
const filing = fc.record({
  key,
  value: fc.integer({ min: 0, max: 4 }),
  knownHours: fc.constantFrom(0, -1, -24, -25, -7 * 24, -7 * 24 + 2, 1, 2, 30),
});
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('write' as const), filing }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('amend' as const), filing }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retell' as const), filing }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), key, amendment: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(
        1,
        59_999,
        60_000,
        HOUR_MS,
        2 * HOUR_MS,
        23 * HOUR_MS,
        24 * HOUR_MS,
        -30_000,
        -2 * HOUR_MS,
      ),
    }),
  },
  // Whoever reads goes on from any cursor it ever got, under the tier the key has by now.
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      back: fc.nat({ max: 6 }),
      limit: fc.integer({ min: 1, max: 4 }),
      tier: fc.constantFrom(0, 1, 1, 1, 2),
      filtered: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('prune' as const), count: fc.nat({ max: 6 }) }) },
);
export const steps = fc.array(step, { minLength: 5, maxLength: 40 });
export type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** Rows as a client got them, with the last of what it learned of them: ISO 8601. */
type Table = ReadonlyMap<string, Known>;
interface Known {
  readonly row: AnyRecord;
  readonly revisedAt: string | null;
}

/** What a client holds behind an event it got. */
interface Standing {
  readonly cursor: string;
  readonly table: Table;
  readonly filtered: boolean;
}

const looks = (row: AnyRecord) =>
  JSON.stringify(publicLeaves(insiderFilings).map((leaf) => valueAt(row, leaf)));
const shown = (rows: Iterable<AnyRecord>) =>
  [...rows]
    .map((row) => [row.id, looks(row)])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));

/** What other forms add to a row as far as a view knows of the last of it. */
function known(row: AnyRecord, until: Date | null): Known {
  const revisedAt = (row.revised_at as Date | null | undefined) ?? null; // an instant of the feed
  return { row, revisedAt: revisedAt && (!until || revisedAt <= until) ? revisedAt.toISOString() : null };
}

/** Runs the steps; throws where a client's table is not what the list shows. */
export async function followThrough(world: FollowedWorld, todo: Steps): Promise<void> {
  let now = new Date('2026-03-04T05:06:07.008Z');
  const standings: Standing[] = [];
  let pruned = false;
  let setBack = false;
  // One floor for lists and streams: rows that grow older than the window go without an event, and for good.
  let latest = now;
  const floored = (view: View): View => ({ ...view, from: new Date(latest.getTime() - 7 * 24 * HOUR_MS) });

  const list = async (view: View, filtered: boolean) =>
    (await world.list(view)).filter((row) => !filtered || matches(FILTER, row));

  /** As a client does: reads the page of a list, and keeps its cursor. */
  const readPage = async (tier: (typeof TIERS)[number], filtered: boolean): Promise<Standing> => {
    const view = floored(viewOf(tier, now));
    const rows = await list(view, filtered);
    const { head } = await world.log.bounds(insiderFilings);
    const cursor = liveCursors.encode(insiderFilings, positionOf(insiderFilings, view, head));
    const table = new Map(rows.map((row) => [String(row.id), known(row, view.until)]));
    return { cursor, table, filtered };
  };

  const readOn = async (from: Standing, tier: (typeof TIERS)[number], limit: number) => {
    const view = floored(streamViewOf(tier, now));
    const decoded = liveCursors.decode([insiderFilings], from.cursor);
    if (!decoded.ok) throw new Error(decoded.reason);
    let { position } = decoded;
    if (
      isBeyond(insiderFilings, view, position) ||
      isForgotten(position, await world.log.bounds(insiderFilings))
    ) {
      // Only what was dropped, a shorter lag or a clock set back is a reason to begin anew.
      expect(pruned || setBack || tier.insiderLagHours > 0).toBe(true);
      return;
    }
    const followed = { feed: insiderFilings, filter: from.filtered ? FILTER : undefined };
    const table = new Map(
      [...from.table].filter(([, { row }]) => view.from && (row.known_from as Date) >= view.from),
    ); // written by filingOf
    for (let more = true; more; ) {
      const before = position;
      const part = await follow(world.log, followed, view, { from: position, limit });
      ({ position, more } = part);
      for (const change of part.changes) {
        expectInOrder(before, change.position);
        apply(table, change, view);
        const cursor = liveCursors.encode(insiderFilings, change.position);
        standings.push({ ...from, cursor, table: new Map(table) });
      }
    }
    standings.push({ ...from, cursor: liveCursors.encode(insiderFilings, position), table });
    const isWaiting = position.held && view.until && position.held.until > view.until;
    if (isWaiting) return;
    const rows = await list(view, from.filtered);
    expect(shown([...table.values()].map(({ row }) => row))).toEqual(shown(rows));
    for (const row of rows) {
      const { revisedAt } = known(row, view.until);
      if (revisedAt !== null) expect(table.get(String(row.id))?.revisedAt).toBe(revisedAt);
    }
  };

  for (const one of todo) {
    switch (one.do) {
      case 'write':
      case 'amend':
      case 'retell':
        await world[one.do](one.filing, now);
        break;
      case 'remove':
        await world.remove(one.amendment ? `${one.key}/A` : one.key, now);
        break;
      case 'wait':
        setBack ||= one.ms < 0;
        now = new Date(now.getTime() + one.ms);
        if (now > latest) latest = now;
        break;
      case 'prune': {
        pruned = true;
        const heldUntil = new Date(now.getTime() - 24 * HOUR_MS);
        await world.log.prune([insiderFilings], { count: one.count, olderThan: new Date(0), heldUntil });
        break;
      }
      default: {
        const tier = TIERS[one.tier] as (typeof TIERS)[number];
        const same = standings.filter(({ filtered }) => filtered === one.filtered);
        const from = same[same.length - 1 - one.back] ?? (await readPage(tier, one.filtered));
        await readOn(from, tier, one.limit);
      }
    }
  }
}

function expectInOrder(before: LivePosition, { seq, held }: LivePosition): void {
  const isFurther =
    seq > before.seq ||
    (held !== null &&
      before.held !== null &&
      (held.until > before.held.until ||
        (held.until.getTime() === before.held.until.getTime() &&
          held.seq !== null &&
          before.held.seq !== null &&
          held.seq > before.held.seq)));
  expect(isFurther).toBe(true);
}

function apply(table: Map<string, Known>, { kind, row, position }: Change, view: View): void {
  const id = String(row.id);
  expect(table.has(id), `${kind} ${id}`).toBe(kind !== 'CREATED');
  if (kind === 'REMOVED') {
    table.delete(id);
    return;
  }
  const available = row.known_from as Date; // written by filingOf
  const ceiling = Math.max(
    view.until?.getTime() ?? Number.POSITIVE_INFINITY,
    position.held?.until.getTime() ?? 0,
  );
  expect(available.getTime(), `${id} too early`).toBeLessThanOrEqual(ceiling);
  table.set(id, known(row, new Date(Math.min(ceiling, 8.64e15))));
}
