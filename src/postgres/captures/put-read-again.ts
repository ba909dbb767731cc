import { sql } from 'kysely';
import type { Outcome } from '../../core/capture/capture-store.ts';
import type { ReadAgain } from '../../core/capture/reread-store.ts';
import type { Transaction } from '../connection/database.ts';
import { textArray, wholeNumber } from '../schema/column.ts';
import { type OutcomeRow, outcomeOf, rowOf } from './capture-rows.ts';
import { nameOf, newOutcomes, type StoredOutcome } from './put-entries.ts';
import {
  addOutcomes,
  type MadeOutcome,
  markDue,
  replaceOutcomes,
  supersedeByCapture,
} from './put-outcomes.ts';

interface KnownEntry {
  readonly id: bigint;
  readonly isOutdated: boolean;
  readonly outcomes: readonly StoredOutcome[];
}

type Rejected = Extract<Outcome, { readonly kind: 'rejected' }>;

/**
 * Stores what entries of a capture became when they were read again. What the same version made of an entry elsewhere stands
 * beside it; what another version made of it goes.
 */
export async function replaceReadAgain(
  tx: Transaction,
  given: {
    readonly capture: bigint;
    readonly version: number;
    readonly entries: readonly ReadAgain[];
    readonly shared: ReadonlySet<string>;
    readonly at: Date;
  },
): Promise<readonly Rejected[]> {
  const rows = rowsById(given.entries);
  const known = await knownEntries(tx, [...rows.keys()], given.version);
  const made = (entry: KnownEntry) => rows.get(entry.id) ?? [];
  const rowsOf = (pick: (entry: KnownEntry) => readonly OutcomeRow[]) =>
    known.flatMap((entry) => pick(entry).map((row) => ({ ...row, entry: entry.id })));
  const all = rowsOf((entry) => [...entry.outcomes, ...made(entry)]);
  await markDue(tx, all, given.capture);
  const [outdated, current] = [known.filter((one) => one.isOutdated), known.filter((one) => !one.isOutdated)];
  await addOutcomes(
    tx,
    current.flatMap((entry) => newOutcomes(made(entry), entry, entry.id)),
  );
  await replaceOutcomes(
    tx,
    outdated.flatMap((entry): MadeOutcome[] => made(entry).map((row, n) => ({ ...row, entry: entry.id, n }))),
  );
  await tx.run(sql`
    UPDATE entry SET version = ${wholeNumber(given.version)}, is_marked = false
    WHERE id = ANY(${ids(outdated)})`);
  await supersedeByCapture(
    tx,
    all.filter(({ subject }) => !given.shared.has(subject)),
    given.at,
  );
  return outdated.flatMap((entry) => rejectedAnew(entry, made(entry)));
}

/** An entry that stands twice in a capture is one. */
function rowsById(entries: readonly ReadAgain[]): ReadonlyMap<bigint, readonly OutcomeRow[]> {
  const rows = new Map<bigint, Map<string, OutcomeRow>>();
  for (const { id, outcomes } of entries) {
    const own = rows.get(id) ?? new Map<string, OutcomeRow>();
    for (const row of outcomes.map(rowOf)) if (!own.has(nameOf(row))) own.set(nameOf(row), row);
    rows.set(id, own);
  }
  return new Map([...rows].map(([id, own]) => [id, [...own.values()]]));
}

const knownEntries = (tx: Transaction, entries: readonly bigint[], version: number) =>
  tx.run(sql<KnownEntry>`
    SELECT e.id, (e.is_marked OR e.version <> ${wholeNumber(version)}) AS "isOutdated", coalesce((
      SELECT jsonb_agg(jsonb_build_object('n', n, 'kind', kind, 'subject', subject, 'series', series, 'key', key) ORDER BY n)
      FROM entry_outcome AS o WHERE o.entry = e.id), '[]') AS outcomes
    FROM entry AS e WHERE e.id = ANY(${textArray(entries.map(String), 'bigint')}) ORDER BY e.id`);

const ids = (entries: readonly KnownEntry[]) =>
  textArray(
    entries.map(({ id }) => String(id)),
    'bigint',
  );

function rejectedAnew(entry: KnownEntry, made: readonly OutcomeRow[]): readonly Rejected[] {
  const before = new Set(entry.outcomes.map(nameOf));
  return made
    .filter((row) => row.kind === 'rejected' && !before.has(nameOf(row)))
    .map((row) => outcomeOf(row) as Rejected); // as filtered
}
