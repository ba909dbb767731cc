import { sql } from 'kysely';
import type {
  CaptureRow,
  MemberEntry,
  OutdatedCapture,
  ParserVersion,
  RereadStore,
} from '../../core/capture/reread-store.ts';
import type { Clock } from '../../core/ports.ts';
import type { Feed } from '../../feed/feed.ts';
import { type Database, lockFor } from '../connection/database.ts';
import { textArray, wholeNumber } from '../schema/column.ts';
import { dueTargets, lookAt, settleDue } from './due-targets.ts';
import { unpackBlock } from './entry-content.ts';
import { replaceReadAgain } from './put-read-again.ts';
import { turnOf } from './turns.ts';
import { countWithoutEntry } from './without-entry.ts';

/** Stored captures, as they are read again; `shared` as for the capture store. */
export function createRereadStore(
  db: Database,
  options: { readonly clock: Clock; readonly shared: ReadonlySet<string>; readonly feeds: readonly Feed[] },
): RereadStore {
  const { clock, feeds } = options;
  return {
    async mark(parsers) {
      await db.run(sql`
        UPDATE entry SET is_marked = true FROM capture_context AS c
        WHERE c.id = entry.context AND c.parser = ANY(${names(parsers)}) AND NOT entry.is_marked`);
    },
    async unmark(capture) {
      await db.run(sql`
        UPDATE entry SET is_marked = false FROM capture_part AS p
        WHERE p.capture = ${wholeNumber(capture)} AND entry.id = ANY(p.entries) AND entry.is_marked`);
    },
    async isUnfinished(parsers) {
      const rows = await db.run(sql<{ found: boolean }>`
        SELECT EXISTS (
          SELECT FROM entry_stale AS s JOIN capture ON capture.id = s.capture
          JOIN capture_context AS c ON c.id = capture.context WHERE c.parser = ANY(${names(parsers)})) OR EXISTS (
          SELECT FROM entry AS e JOIN capture_context AS c ON c.id = e.context
          WHERE e.is_marked AND c.parser = ANY(${names(parsers)})) AS found`);
      return rows[0]?.found === true;
    },
    async hasDue() {
      const rows = await db.run(sql<{ found: boolean }>`SELECT EXISTS (SELECT FROM entry_stale) AS found`);
      return rows[0]?.found === true;
    },
    async outdated(parsers) {
      return db.run(sql<OutdatedCapture>`
        SELECT c.id, context.parser, c.outcomes ? 'reference' AS "hasReferences" FROM capture AS c JOIN capture_context AS context ON context.id = c.context
        JOIN ${versions(parsers)} AS known(parser, version) USING (parser)
        WHERE EXISTS (${anyOutdated(sql`c.id`, sql`known.version`)}) ORDER BY c.id DESC`);
    },
    async isOutdated(capture, version) {
      const rows = await db.run(sql<{ found: boolean }>`
        SELECT EXISTS (${anyOutdated(wholeNumber(capture), wholeNumber(version))}) AS found`);
      return rows[0]?.found === true;
    },
    async capture(id) {
      const rows = await db.run(sql<CaptureRow>`
        SELECT c.id, c.source, c.place, context.parser, context.context, c.first_seen AS "firstSeen"
        FROM capture AS c JOIN capture_context AS context ON context.id = c.context WHERE c.id = ${wholeNumber(id)}`);
      return rows[0] ?? null;
    },
    async *entries(capture) {
      const parts = await db.run(sql<{ part: number }>`
        SELECT part FROM capture_part WHERE capture = ${wholeNumber(capture)} ORDER BY part`);
      for (const { part } of parts) yield membersOf(db, capture, part);
    },
    became: ({ capture, module, version }, entries) =>
      db.transaction(async (tx) => {
        await lockFor(tx, turnOf(module));
        return replaceReadAgain(tx, { capture, version, entries, shared: options.shared, at: clock.now() });
      }),
    async count(capture, outcomes) {
      await db.run(sql`
        UPDATE capture SET outcomes = ${JSON.stringify(outcomes)}::jsonb WHERE id = ${wholeNumber(capture)}`);
    },
    due: (kind, limit) => dueTargets(db, kind, limit),
    look: (targets) => lookAt(db, targets),
    settle: (due) => settleDue(db, due),
    withLock: (modules, body) => db.withLock(modules.map(turnOf), body),
    withoutEntry: (parsers) => countWithoutEntry(db, feeds, parsers),
  };
}

interface MemberRow extends Omit<MemberEntry, 'content'> {
  readonly block: bigint;
  readonly item: number;
  /** Of the block, with one of its entries. */
  readonly contents: Buffer | null;
}

/** One statement: what is pruned meanwhile is there, whole, or is not. */
async function membersOf(
  db: Pick<Database, 'run'>,
  capture: bigint,
  part: number,
): Promise<readonly MemberEntry[]> {
  const rows = await db.run(sql<MemberRow>`
    SELECT e.id, m.at, e.block, e.item, e.first_seen AS "firstSeen",
      CASE WHEN row_number() OVER (PARTITION BY e.block) = 1 THEN (
        SELECT contents FROM entry_block WHERE id = e.block) END AS contents
    FROM capture_part AS p CROSS JOIN LATERAL unnest(p.entries, p.places) WITH ORDINALITY AS m(id, at, ord)
    JOIN entry AS e ON e.id = m.id WHERE p.capture = ${wholeNumber(capture)} AND p.part = ${wholeNumber(part)}
    ORDER BY m.ord`);
  const blocks = new Map(
    rows.flatMap(({ block, contents }) =>
      contents === null ? [] : [[block, unpackBlock(contents)] as const],
    ),
  );
  return rows.map(({ block, item, contents: _, ...row }) => ({
    ...row,
    content: blocks.get(block)?.[item] ?? '',
  }));
}

const names = (parsers: readonly string[]) => textArray(parsers, 'text');

const versions = (parsers: readonly ParserVersion[]) => sql`unnest(
  ${names(parsers.map(({ name }) => name))}, ${textArray(
    parsers.map(({ version }) => String(version)),
    'integer',
  )})`;

const anyOutdated = (capture: unknown, version: unknown) => sql`
  SELECT FROM capture_part AS p CROSS JOIN LATERAL unnest(p.entries) AS member(id) JOIN entry AS e ON e.id = member.id
  WHERE p.capture = ${capture} AND (e.is_marked OR e.version <> ${version})`;
