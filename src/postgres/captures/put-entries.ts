import { sql } from 'kysely';
import type { Transaction } from '../connection/database.ts';
import { instant, textArray } from '../schema/column.ts';
import type { OutcomeRow } from './capture-rows.ts';
import { blocksOf, packBlock } from './entry-content.ts';
import type { MadeOutcome } from './put-outcomes.ts';

/** What a batch has of one content under one context. */
export interface GivenEntry {
  readonly hash: string;
  readonly content: string;
  /** The last of the captures that hold it. */
  readonly capture: { readonly id: bigint; readonly context: number };
  readonly parser: string;
  /** Of the parser. */
  readonly version: number;
  /** Each once. */
  readonly outcomes: readonly OutcomeRow[];
}

export interface PutEntries {
  /** Id of each entry, in their order. */
  readonly ids: readonly bigint[];
  /** Outcomes that stand beside those that are stored. */
  readonly added: readonly MadeOutcome[];
  /** All outcomes of entries that other rules had made something of. */
  readonly replaced: readonly MadeOutcome[];
}

interface StoredEntry extends BlockPlace {
  readonly hash: string;
  readonly context: number;
  readonly parser: string;
  readonly version: number;
  readonly outcomes: readonly StoredOutcome[];
}

/** The n-th outcome of an entry. */
export type StoredOutcome = OutcomeRow & { readonly n: number };

interface BlockPlace {
  readonly block: bigint;
  readonly item: number;
}

/**
 * Stores entries that are new, and contents that are; the others are of these captures from now on. A content that became
 * the same under another context is that entry: a market that stands still is not another one every ten minutes.
 */
export async function putEntries(
  tx: Transaction,
  given: readonly GivenEntry[],
  at: Date,
): Promise<PutEntries> {
  const stored = await storedEntries(tx, new Set(given.map(({ hash }) => hash)));
  const places = new Map<string, BlockPlace>(stored.map((entry) => [entry.hash, entry]));
  await putContents(tx, given, places);
  const byHash = Map.groupBy(stored, ({ hash }) => hash);
  const settled = given.map((entry) => {
    const known = sameEntry(entry, byHash.get(entry.hash) ?? []);
    return { ...entry, known, context: known?.context ?? entry.capture.context };
  });
  const distinct = [...new Map(settled.map((entry) => [identityOf(entry), entry])).values()];
  const column = (type: string, pick: (entry: (typeof settled)[number]) => unknown) =>
    textArray(
      distinct.map((entry) => String(pick(entry))),
      type,
    );
  const rows = await tx.run(sql<{ id: bigint; hash: string; context: number }>`
    INSERT INTO entry AS e (hash, context, version, capture, block, item, first_seen)
    SELECT hash, context, version, capture, block, item, ${instant(at)}
    FROM unnest(${column('uuid', ({ hash }) => hash)}, ${column('integer', ({ context }) => context)},
      ${column('smallint', ({ version }) => version)}, ${column('bigint', ({ capture }) => capture.id)},
      ${column('bigint', ({ hash }) => places.get(hash)?.block)}, ${column('smallint', ({ hash }) => places.get(hash)?.item)})
      WITH ORDINALITY AS g(hash, context, version, capture, block, item, ord) ORDER BY ord
    ON CONFLICT (hash, context) DO UPDATE SET capture = excluded.capture, version = excluded.version
    RETURNING id, hash, context`);
  const ids = new Map(rows.map((row) => [identityOf(row), row.id]));
  const idOf = (entry: { readonly hash: string; readonly context: number }): bigint => {
    const id = ids.get(identityOf(entry));
    if (id === undefined) throw new Error('the entry was not stored');
    return id;
  };
  const added = distinct.filter(({ known, version }) => !known || known.version === version);
  const replaced = distinct.filter((entry) => !added.includes(entry));
  return {
    ids: settled.map(idOf),
    added: added.flatMap((entry) => newOutcomes(entry.outcomes, entry.known, idOf(entry))),
    replaced: replaced.flatMap((entry) => newOutcomes(entry.outcomes, undefined, idOf(entry))),
  };
}

const identityOf = ({ hash, context }: { readonly hash: string; readonly context: number }): string =>
  `${hash} ${context}`;

const storedEntries = (tx: Transaction, hashes: ReadonlySet<string>): Promise<readonly StoredEntry[]> =>
  tx.run(sql<StoredEntry>`
    SELECT e.hash, e.context, c.parser, e.version, e.block, e.item, coalesce((
      SELECT jsonb_agg(jsonb_build_object('n', n, 'kind', kind, 'subject', subject, 'series', series, 'key', key) ORDER BY n)
      FROM entry_outcome AS o WHERE o.entry = e.id), '[]') AS outcomes
    FROM entry AS e JOIN capture_context AS c ON c.id = e.context
    WHERE e.hash = ANY(${textArray([...hashes], 'uuid')}) ORDER BY e.id DESC`);

function sameEntry(entry: GivenEntry, stored: readonly StoredEntry[]): StoredEntry | undefined {
  const own = stored.find(({ context }) => context === entry.capture.context);
  if (own) return own;
  const made = new Set(entry.outcomes.map(nameOf));
  return stored.find(
    ({ parser, version, outcomes }) =>
      parser === entry.parser &&
      version === entry.version &&
      made.symmetricDifference(new Set(outcomes.map(nameOf))).size === 0,
  );
}

export const nameOf = ({ kind, subject, series, key }: OutcomeRow): string =>
  JSON.stringify([kind, subject, series, key]);

/** Those that are not stored, numbered behind those that are. */
export function newOutcomes(
  made: readonly OutcomeRow[],
  known: { readonly outcomes: readonly StoredOutcome[] } = { outcomes: [] },
  entry: bigint,
): readonly MadeOutcome[] {
  const names = new Set(known.outcomes.map(nameOf));
  const first = Math.max(-1, ...known.outcomes.map(({ n }) => n)) + 1;
  return made
    .filter((outcome) => !names.has(nameOf(outcome)))
    .map((outcome, index) => ({ ...outcome, entry, n: first + index }));
}

/** Stores the contents that have no place yet, and adds their places. */
async function putContents(
  tx: Transaction,
  given: readonly GivenEntry[],
  places: Map<string, BlockPlace>,
): Promise<void> {
  const fresh = new Map(given.map((entry) => [entry.hash, entry]));
  for (const hash of places.keys()) fresh.delete(hash);
  if (fresh.size === 0) return;
  const blocks = blocksOf([...fresh.values()]);
  const packed = blocks.map((block) => packBlock(block.map(({ content }) => content)));
  const rows = await tx.run(sql<{ id: bigint }>`
    WITH g AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('entry_block', 'id')) AS id, contents, ord
      FROM unnest(${packed}::bytea[]) WITH ORDINALITY AS g(contents, ord) ORDER BY ord),
    made AS (INSERT INTO entry_block (id, contents) OVERRIDING SYSTEM VALUE SELECT id, contents FROM g)
    SELECT id FROM g ORDER BY ord`);
  for (const [index, block] of blocks.entries()) {
    for (const [item, { hash }] of block.entries()) places.set(hash, { block: rows[index]?.id ?? 0n, item });
  }
}
