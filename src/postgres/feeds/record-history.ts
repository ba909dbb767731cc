import { type RawBuilder, sql } from 'kysely';
import { type View, watermarkOf } from '../../core/access/view.ts';
import type { HistoryStore, StoredVersion, VersionPlace, VersionSpan } from '../../core/history-ports.ts';
import { type AnyRecord, type Feed, publicLeaves } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { column, instant, recordReader, textArray, typed, wholeNumber } from '../schema/column.ts';
import { hasVersions, historyOf } from '../schema/history-table.ts';
import { readHistorySize } from './history-sizes.ts';
import { thinHistory } from './thin-history.ts';
import { allConditions } from './where.ts';

type Fragment = RawBuilder<unknown>;

/** A version as statements give it, beside the fields of its record. */
interface Facts {
  readonly $parent: bigint;
  readonly $since: Date;
  readonly $until: Date | null;
  readonly $seq: bigint;
  readonly $stands: boolean;
  readonly $followed: boolean;
  readonly $ends: boolean | null;
  readonly $next: Date | null;
  readonly $replaced: Date | null;
}

/** Reads versions from the table of a feed and that of its history, one statement a call. */
export function createHistoryStore(db: Database): HistoryStore {
  async function read(
    feed: Feed,
    parents: { readonly count: number; readonly from: Fragment },
    versions: Fragment,
  ): Promise<readonly StoredVersion[][]> {
    const found = Array.from({ length: parents.count }, (): StoredVersion[] => []);
    if (found.length === 0) return found;
    const rows = await db.run(sql<AnyRecord & Facts>`
      SELECT parent.ord AS "$parent", version.* FROM ${parents.from} CROSS JOIN LATERAL (${versions}) AS version`);
    const recordOf = recordReader(feed);
    for (const { $parent, $since, $until, $seq, $stands, $followed, $ends, $next, $replaced, ...row } of rows)
      found[Number($parent) - 1]?.push({
        record: recordOf(row),
        place: { until: $until, seq: $seq },
        knownFrom: $since,
        stands: $stands,
        isFollowed: $followed,
        isReplaced: $ends ?? false,
        nextAvailableAt: $next,
        replacedAt: $replaced,
      });
    return found;
  }

  return {
    async versions(feed, keys, span, view) {
      const { limit, fromEnd = false } = span;
      const parents = { count: keys.length, from: parentsOf(keys) };
      const all = await read(feed, parents, told(feed, view, spanOf(feed, span)));
      return all.map((versions) => {
        const kept = versions.slice(0, limit);
        return { versions: fromEnd ? kept.reverse() : kept, more: versions.length > limit };
      });
    },
    async single(feed, asked, view) {
      const keys = textArray(
        asked.map(({ key }) => key),
        'text',
      );
      const seqs = textArray(
        asked.map(({ seq }) => String(seq)),
        'bigint',
      );
      const from = sql`unnest(${keys}, ${seqs}) WITH ORDINALITY AS parent(key, seq, ord)`;
      const ofSeq = { only: sql`recorded_since = parent.seq` };
      const found = await read(feed, { count: asked.length, from }, told(feed, view, ofSeq));
      return found.map(([version]) => version ?? null);
    },
    async counts(feed, keys, view) {
      const rows = await db.aggregate(sql<{ n: bigint }>`
        SELECT (SELECT count(*) FROM (${versionsOf(feed, view, {})}) AS one) AS n FROM ${parentsOf(keys)} ORDER BY parent.ord`);
      return rows.map(({ n }) => Number(n));
    },
    thin: (feed, thinning) => thinHistory(db, feed, thinning),
    sizes: (feeds) => Promise.all(feeds.map((feed) => readHistorySize(db, feed))),
  };
}

const parentsOf = (keys: readonly string[]): Fragment =>
  sql`unnest(${textArray(keys, 'text')}) WITH ORDINALITY AS parent(key, ord)`;

/** Which of the versions of a key are read. */
interface Range {
  /** A condition on `known_until` and `recorded_since`. */
  readonly only?: Fragment | undefined;
  readonly order?: Fragment;
  readonly limit?: Fragment;
}

function spanOf(feed: Feed, { limit, after, before, fromEnd }: VersionSpan): Range {
  const direction = sql.raw(fromEnd ? 'ASC' : 'DESC');
  const place = sql`(known_until, recorded_since)`;
  const at = ({ until, seq }: VersionPlace) =>
    sql`(${until && hasVersions(feed) ? instant(until) : END_OF_TIME}, ${wholeNumber(seq)})`;
  return {
    only: allConditions([after && sql`${place} < ${at(after)}`, before && sql`${place} > ${at(before)}`]),
    order: sql` ORDER BY known_until ${direction}, recorded_since ${direction}`,
    limit: sql` LIMIT ${wholeNumber(limit + 1)}`,
  };
}

const END_OF_TIME = sql`'infinity'::timestamptz`;

/** Versions of the record `parent.key`: their fields, when they were known, and what replaced them. */
function told(feed: Feed, view: View, range: Range): Fragment {
  const names = sql.join(feed.leaves.map((leaf) => column(leaf, 'v')));
  return sql`
    SELECT ${names}, v.known_since AS "$since", NULLIF(v.known_until, 'infinity') AS "$until",
      v.recorded_since AS "$seq", v.recorded_until IS NULL AS "$stands", next.available AS "$next",
      coalesce(next.followed, CASE WHEN v.known_until > v.known_since THEN FALSE ELSE replaced.removed IS FALSE END) AS "$followed",
      next.ends AS "$ends", replaced.at AS "$replaced"
    FROM (${versionsOf(feed, view, range)}) AS v
    LEFT JOIN LATERAL (${hasVersions(feed) ? nextKnown(feed) : sql`SELECT v.followed, v.next_available AS available, FALSE AS ends`}) AS next ON TRUE
    LEFT JOIN LATERAL (${replacement(feed)}) AS replaced ON TRUE${range.order ?? sql``}`;
}

/** The event that took a version back, where the log still has it. */
const replacement = (feed: Feed): Fragment => sql`
  SELECT e.at, e.after IS NULL AS removed FROM feed_event AS e
  WHERE e.feed = ${feed.module} AND e.key = parent.key AND e.seq >= v.recorded_until
    AND v.recorded_until > (SELECT pruned FROM feed_head WHERE feed = ${feed.module})
  ORDER BY e.seq LIMIT 1`;

/**
 * What was known behind a version: whether from its end on. Of one that was never known, the event tells whether it was removed.
 */
function nextKnown(feed: Feed): Fragment {
  const available = availableAt(feed);
  const ends = wasOver(feed) ?? sql`FALSE`;
  return sql`
    SELECT CASE WHEN v.known_until > v.known_since THEN n.known_since = v.known_until END AS followed, n.available, n.ends FROM (
      (SELECT known_since, known_until, ${available} AS available, ${ends} AS ends FROM ${sql.table(historyOf(feed))}
        WHERE ${column(feed.key)} = parent.key AND known_until > v.known_until AND known_until > known_since
        ORDER BY known_until LIMIT 1)
      UNION ALL (SELECT known_since, ${END_OF_TIME}, ${available}, ${ends} FROM ${sql.table(feed.table)}
        WHERE ${column(feed.key)} = parent.key)) AS n
    WHERE v.recorded_until IS NOT NULL ORDER BY n.known_until LIMIT 1`;
}

/** From when on a lagged key knows of a version: when its record was available, and had ended where it says so. */
function availableAt({ availability }: Feed): Fragment {
  if (!availability?.hasLag) return sql`NULL::timestamptz`;
  const { from, until } = availability;
  return until ? sql`greatest(${column(from)}, ${column(until)})` : column(from);
}

/** Versions of `parent.key` in view. */
const versionsOf = (feed: Feed, view: View, range: Range): Fragment =>
  hasVersions(feed) ? knownVersions(feed, view, range) : correctedVersions(feed, view, range);

function knownVersions(feed: Feed, view: View, { only, order = sql``, limit = sql`` }: Range): Fragment {
  const names = sql.join(feed.leaves.map((leaf) => column(leaf)));
  const { asOf, from } = view;
  const ofKey = sql`${column(feed.key)} = parent.key AND ${visible(feed, view)} AND NOT (${isEndHeldBack(feed, view)})`;
  const known = allConditions([
    only,
    asOf && sql`known_since <= ${instant(asOf)} AND known_until > known_since`,
    from ? sql`known_until > ${instant(from)}` : undefined,
  ]);
  const standing = sql`SELECT ${names}, known_since, ${END_OF_TIME} AS known_until, recorded_since,
    NULL::bigint AS recorded_until FROM ${sql.table(feed.table)} WHERE ${ofKey}`;
  return sql`
    SELECT * FROM (
      (SELECT * FROM (${standing}) AS one WHERE ${known})
      UNION ALL (SELECT ${names}, known_since, known_until, recorded_since, recorded_until
        FROM ${sql.table(historyOf(feed))} WHERE ${ofKey} AND ${known}${order}${limit})) AS one${order}${limit}`;
}

/** Whether a version tells nothing but an end that the lag holds back, and another one came before it. */
function isEndHeldBack(feed: Feed, view: View): Fragment {
  const until = feed.availability?.until;
  const watermark = feed.availability?.hasLag ? watermarkOf(feed, view) : null;
  if (!until || !watermark) return sql`FALSE`;
  return sql`coalesce(${column(until)} > ${typed(until, watermark)}, FALSE) AND EXISTS (
    SELECT FROM ${sql.table(historyOf(feed))} AS earlier
    WHERE earlier.${column(feed.key)} = parent.key AND earlier.${column(until)} IS NULL)`;
}

/** Revisions that say the same to everybody are one version. */
function correctedVersions(feed: Feed, view: View, { only, order = sql``, limit = sql`` }: Range): Fragment {
  const names = sql.join(feed.leaves.map((leaf) => column(leaf)));
  const said = sql`ROW(${sql.join(publicLeaves(feed).map((leaf) => column(leaf)))})::text`;
  const ofKey = sql`${column(feed.key)} = parent.key`;
  const isFollowed = sql`coalesce(next_since = recorded_until, FALSE)`;
  return sql`
    SELECT *, ${isFollowed} AS followed FROM (
      SELECT *, ${column(feed.leaf('known_from'))} AS known_since, ${END_OF_TIME} AS known_until, ${said} AS said,
        lead(recorded_since) OVER later AS next_since, lead(${availableAt(feed)}) OVER later AS next_available,
        lead(${said}) OVER later AS next_said
      FROM (
        SELECT ${names}, recorded_since, NULL::bigint AS recorded_until FROM ${sql.table(feed.table)} WHERE ${ofKey}
        UNION ALL SELECT ${names}, recorded_since, recorded_until FROM ${sql.table(historyOf(feed))} WHERE ${ofKey}) AS one
      WINDOW later AS (ORDER BY recorded_since)) AS one
    WHERE ${allConditions([
      sql`NOT (${isFollowed} AND said = next_said)`,
      visible(feed, view),
      // What was corrected since was never so, by the knowledge of today.
      view.asOf && sql`recorded_until IS NULL`,
      only,
    ])}${order}${limit}`;
}

/** Whether another record had its place before it came to be known: then no reader without a delay ever saw it. */
function wasOver({ availability }: Feed): Fragment | undefined {
  const { from, until } = availability ?? {};
  return from && until ? sql`${column(until)} <= greatest(known_since, ${column(from)})` : undefined;
}

/** Versions that a view may see, ended ones included: but not those that are part of another record. */
function visible(feed: Feed, view: View): Fragment {
  const { clock, availability } = feed;
  const { from: floor, asOf } = view;
  const watermark = availability?.hasLag ? watermarkOf(feed, view) : null;
  const known = feed.leaf('known_from');
  const { from, until } = availability ?? {};
  const over = wasOver(feed);
  return allConditions([
    asOf && sql`${column(known)} <= ${typed(known, asOf)}`,
    clock && floor ? sql`${column(clock)} >= ${typed(clock, floor)}` : undefined,
    from && watermark
      ? sql`(${column(from)} <= ${typed(from, watermark)} OR ${column(from)} IS NULL)`
      : undefined,
    from && until ? sql`(${column(until)} = ${column(from)}) IS NOT TRUE` : undefined,
    over &&
      sql`(${over}${until && watermark ? sql` AND ${column(until)} <= ${typed(until, watermark)}` : sql``}) IS NOT TRUE`,
    until && floor ? sql`(${column(until)} > ${typed(until, floor)} OR ${column(until)} IS NULL)` : undefined,
  ]);
}
