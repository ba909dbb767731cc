import { sql } from 'kysely';
import type { CapturePruning, CaptureSize, Pruned } from '../../core/capture/capture-pruning.ts';
import { type Database, lockFor, type Transaction } from '../connection/database.ts';
import { instant, wholeNumber } from '../schema/column.ts';
import { entryStands } from './entry-stands.ts';
import { removeEntries, trimCaptures } from './prune-entries.ts';
import { turnOf } from './turns.ts';

/** Outcomes looked at, and entries removed at most, in one transaction. */
const AT_ONCE = 5_000;
const CAPTURES_AT_ONCE = 200;

/**
 * An entry falls when the last thing goes that stood on it. So it is enough to look at entries once for each of their outcomes
 * that is superseded, and once for each capture that is replaced, in the order in which that happened: `modules` are those of
 * which entries are kept.
 */
export function createCapturePruning(
  db: Database,
  { modules }: { readonly modules: readonly string[] },
): CapturePruning {
  // A process that starts looks at all of them again.
  let seen: Seen = {
    outcome: { at: new Date(0), entry: -1n, n: -1 },
    replaced: { at: new Date(0), id: -1n },
  };

  const pruneOutcomes = async (tx: Transaction, before: Date): Promise<Turn | null> => {
    const { outcome } = seen;
    const rows = await tx.run(sql<Seen['outcome']>`
      SELECT superseded_at AS at, entry, n FROM entry_outcome
      WHERE superseded_at < ${instant(before)} AND superseded_at >= ${instant(outcome.at)}
        AND (superseded_at, entry, n) > (${instant(outcome.at)}, ${wholeNumber(outcome.entry)}, ${wholeNumber(outcome.n)})
      ORDER BY superseded_at, entry, n LIMIT ${wholeNumber(AT_ONCE)}`);
    const last = rows.at(-1);
    if (last === undefined) return null;
    const ids = [...new Set(rows.map(({ entry }) => entry))];
    const removed = await removeEntries(tx, { ids }, before, ids.length);
    const captures = await trimCaptures(tx, removed.captures, before);
    return { entries: removed.entries, captures, seen: { ...seen, outcome: last } };
  };

  const pruneReplaced = async (tx: Transaction, before: Date): Promise<Turn | null> => {
    const { replaced } = seen;
    const rows = await tx.run(sql<Seen['replaced']>`
      SELECT replaced_at AS at, id FROM capture
      WHERE replaced_at < ${instant(before)}
        AND (replaced_at, id) > (${instant(replaced.at)}, ${wholeNumber(replaced.id)})
      ORDER BY replaced_at, id LIMIT ${wholeNumber(CAPTURES_AT_ONCE)}`);
    const last = rows.at(-1);
    if (last === undefined) return null;
    const ids = rows.map(({ id }) => id);
    const { entries } = await removeEntries(tx, { captures: ids }, before, AT_ONCE);
    const captures = await trimCaptures(tx, ids, before);
    // With as many as that there may be more of them, which are next.
    return { entries, captures, seen: entries < AT_ONCE ? { ...seen, replaced: last } : seen };
  };

  return {
    async prune(before) {
      const turn = await db.transaction(async (tx) => {
        // Contents are shared by the entries of all modules.
        for (const module of modules.toSorted()) await lockFor(tx, turnOf(module));
        return (await pruneOutcomes(tx, before)) ?? (await pruneReplaced(tx, before));
      });
      if (turn === null) return null;
      ({ seen } = turn);
      return { entries: turn.entries, captures: turn.captures };
    },
    sizes: () => readSizes(db),
    async bytes() {
      const rows = await db.run(sql<{ bytes: bigint }>`
        SELECT sum(pg_total_relation_size(name::regclass))::bigint AS bytes FROM unnest(${TABLES}::text[]) AS t(name)`);
      return Number(rows[0]?.bytes ?? 0n);
    },
  };
}

/** How far it has looked. */
interface Seen {
  readonly outcome: { readonly at: Date; readonly entry: bigint; readonly n: number };
  readonly replaced: { readonly at: Date; readonly id: bigint };
}

interface Turn extends Pruned {
  readonly seen: Seen;
}

const TABLES = [
  'capture',
  'capture_context',
  'capture_part',
  'entry',
  'entry_block',
  'entry_outcome',
  'entry_stale',
];

async function readSizes(db: Database): Promise<readonly CaptureSize[]> {
  const rows = await db.run(sql<
    Record<keyof CaptureSize, bigint> & Pick<CaptureSize, 'source' | 'firstSeen'>
  >`
    WITH part AS MATERIALIZED (
      SELECT b.id, pg_column_size(b.contents)::float8 / count(*) AS bytes
      FROM entry_block AS b JOIN entry AS e ON e.block = b.id GROUP BY b.id)
    SELECT c.source, count(DISTINCT c.id) AS captures, count(*) AS entries,
      count(*) FILTER (WHERE NOT ${entryStands(sql`'infinity'::timestamptz`)}) AS superseded,
      sum(part.bytes)::bigint AS bytes, min(e.first_seen) AS "firstSeen"
    FROM entry AS e JOIN capture AS c ON c.id = e.capture JOIN part ON part.id = e.block
    GROUP BY c.source ORDER BY c.source`);
  return rows.map(({ source, firstSeen, captures, entries, superseded, bytes }) => ({
    source,
    captures: Number(captures),
    entries: Number(entries),
    superseded: Number(superseded),
    bytes: Number(bytes),
    firstSeen,
  }));
}
