import { type RawBuilder, sql } from 'kysely';
import type { View } from '../../core/access/view.ts';
import type { Day, FeedFile, FileId, FileKind } from '../../core/files/feed-file.ts';
import type { FileQuestion, Filing, FilingStore } from '../../core/files/file-ports.ts';
import type { Database, Transaction } from '../connection/database.ts';
import { allConditions } from '../feeds/where.ts';
import { instant, textArray, wholeNumber } from '../schema/column.ts';

interface FileRow extends Omit<FeedFile, 'rows' | 'bytes' | 'kind'> {
  readonly rows: bigint;
  readonly bytes: bigint;
  readonly kind: FileKind;
}

const FILE = sql`feed, kind, day::text AS day, rows, bytes, sha256, recorded_until AS "recordedUntil",
  recorded_seq AS "recordedSeq", known_since AS "knownSince", visible_from AS "visibleFrom"`;
const FILING = sql`first_day::text AS "firstDay", next_day::text AS "nextDay", next_month::text AS "nextMonth", seq`;

const fileOf = (row: FileRow): FeedFile => ({ ...row, rows: Number(row.rows), bytes: Number(row.bytes) });
const date = (day: Day): RawBuilder<unknown> => sql`${day}::text::date`;

/** Files in the tables `feed_file`, `feed_filing` and `file_link`. */
export function createFilingStore(db: Database): FilingStore {
  return {
    async find({ feed, kind, day }) {
      const rows = await db.run(sql<FileRow>`
        SELECT ${FILE} FROM feed_file WHERE day = ${date(day)} AND feed = ${feed} AND kind = ${kind}`);
      return rows[0] ? fileOf(rows[0]) : null;
    },
    async list(question, view) {
      const { limit } = question;
      const rows = await db.run(sql<FileRow>`
        SELECT ${FILE} FROM feed_file WHERE ${allConditions([...asked(question), ...inView(view)])}
        ORDER BY feed_file.day DESC, feed, kind LIMIT ${wholeNumber(limit + 1)}`);
      return { files: rows.slice(0, limit).map(fileOf), more: rows.length > limit };
    },
    async filing({ module }) {
      const rows = await db.run(sql<Filing>`SELECT ${FILING} FROM feed_filing WHERE feed = ${module}`);
      return rows[0] ?? null;
    },
    async hasLink(account, on, { feed, kind, day }) {
      const rows = await db.run(sql`
        SELECT FROM file_link WHERE charged_on = ${date(on)} AND account = ${account}
          AND feed = ${feed} AND kind = ${kind} AND day = ${date(day)}`);
      return rows.length > 0;
    },
    async addLink(account, on, { feed, kind, day }) {
      const rows = await db.run(sql`
        INSERT INTO file_link (charged_on, account, feed, kind, day)
        VALUES (${date(on)}, ${account}, ${feed}, ${kind}, ${date(day)}) ON CONFLICT DO NOTHING RETURNING feed`);
      return rows.length > 0;
    },

    async begin(feeds, today) {
      const modules = textArray(
        feeds.map(({ module }) => module),
        'text',
      );
      await db.run(sql`
        INSERT INTO feed_filing (feed, first_day, next_day, next_month, seq)
        SELECT feed, day, day, date_trunc('month', day)::date, seq FROM (${wholeDays(modules, today)}) AS whole
        WHERE NOT EXISTS (SELECT FROM feed_filing AS known WHERE known.feed = whole.feed) ON CONFLICT DO NOTHING`);
      // A day that has just ended may still be charged by a process whose clock is behind.
      await db.run(sql`DELETE FROM file_link WHERE charged_on < ${date(today)} - 1`);
    },
    async filings(feeds) {
      const modules = textArray(
        feeds.map(({ module }) => module),
        'text',
      );
      const rows = await db.run(sql<Filing & { readonly feed: string }>`
        SELECT feed, ${FILING} FROM feed_filing WHERE feed = ANY(${modules})`);
      return new Map(rows.map(({ feed, ...filing }) => [feed, filing]));
    },
    async skip({ module }, today) {
      await db.run(sql`
        UPDATE feed_filing AS f SET next_day = greatest(next_day, whole.day), seq = greatest(f.seq, whole.seq)
        FROM (${wholeDays(textArray([module], 'text'), today)}) AS whole WHERE f.feed = whole.feed`);
    },
    add: ({ module }, files, was, is) =>
      db.transaction(async (tx) => {
        const moved = await tx.run(sql`
          UPDATE feed_filing SET next_day = ${date(is.nextDay)}, next_month = ${date(is.nextMonth)}, seq = ${wholeNumber(is.seq)}
          WHERE feed = ${module} AND next_day = ${date(was.nextDay)} AND next_month = ${date(was.nextMonth)} RETURNING feed`);
        if (moved.length === 0) return false;
        for (const file of files) await insert(tx, file);
        return true;
      }),
  };
}

const insert = (tx: Transaction, file: FeedFile) =>
  tx.run(sql`
    INSERT INTO feed_file (feed, kind, day, rows, bytes, sha256, recorded_until, recorded_seq, known_since, visible_from)
    VALUES (${file.feed}, ${file.kind}, ${date(file.day)}, ${wholeNumber(file.rows)}, ${wholeNumber(file.bytes)}, ${file.sha256},
      ${instant(file.recordedUntil)}, ${wholeNumber(file.recordedSeq)}, ${instant(file.knownSince)}, ${instant(file.visibleFrom)})`);

const asked = ({
  feeds,
  kinds,
  from,
  until,
  after,
}: FileQuestion): readonly (RawBuilder<unknown> | undefined)[] => [
  sql`feed = ANY(${textArray(feeds, 'text')})`,
  sql`kind = ANY(${textArray(kinds, 'text')})`,
  from === undefined ? undefined : sql`day >= ${date(from)}`,
  until === undefined ? undefined : sql`day <= ${date(until)}`,
  after && behind(after),
];

const behind = ({ day, feed, kind }: FileId): RawBuilder<unknown> =>
  sql`(day < ${date(day)} OR (day = ${date(day)} AND (feed, kind) > (${feed}, ${kind})))`;

/** The rule of `checkInView` in core/files/file-access.ts. */
const inView = ({ from, until }: View): readonly (RawBuilder<unknown> | undefined)[] => [
  from === null
    ? undefined
    : sql`CASE kind WHEN 'month' THEN recorded_until ELSE day::timestamp AT TIME ZONE 'UTC' END >= ${instant(from)}
        AND coalesce(known_since >= ${instant(from)}, TRUE)`,
  until === null ? undefined : sql`coalesce(visible_from <= ${instant(until)}, TRUE)`,
];

/**
 * Where filing can begin in the log of each feed: the first day that it still tells as a whole, and the event before it. That is the
 * day of its first event where it was never cut off, the day behind it otherwise, and today where there is none.
 */
const wholeDays = (modules: RawBuilder<unknown>, today: Day): RawBuilder<unknown> => sql`
  SELECT head.feed, first.day, coalesce((
    SELECT min(seq) - 1 FROM feed_event WHERE feed = head.feed AND seq > head.pruned
      AND at >= first.day::timestamp AT TIME ZONE 'UTC'), head.seq) AS seq
  FROM feed_head AS head CROSS JOIN LATERAL (
    SELECT coalesce((
      SELECT (at AT TIME ZONE 'UTC')::date + CASE WHEN head.pruned = 0 AND head.recorded_from IS NULL THEN 0 ELSE 1 END
      FROM feed_event WHERE feed = head.feed AND seq > head.pruned ORDER BY seq LIMIT 1), ${date(today)}) AS day) AS first
  WHERE head.feed = ANY(${modules})`;
