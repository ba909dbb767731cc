import { type RawBuilder, sql } from 'kysely';
import type { View } from '../../core/access/view.ts';
import type { HoldingReader } from '../../core/holding-ports.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import type { FiledHolding } from '../../feed/filed-holding.ts';
import type { Database } from '../connection/database.ts';
import { rowsOf } from '../feeds/revisions-in-view.ts';
import { column, instant, recordReader, textArray } from '../schema/column.ts';
import { visibleFilings } from './insider-flow.ts';

type Fragment = RawBuilder<unknown>;

/** Written out, so that the planner sees that the index of holdings serves. */
const IS_HOLDING = sql`kind = 'holding'`;
const KNOWN = sql`(data->>'known_from')::timestamptz`;
const SLUG = sql`data->>'insider_slug'`;

/**
 * The day as of which a form states what is held, as `statedOn` in feeds/insider/stated-holding.ts has it: of a form 5 the end of
 * the fiscal year; an amendment states it as of the day of the form that it amends.
 */
const FILED_ON = sql`coalesce(filed_on::date, (known_from AT TIME ZONE 'America/New_York')::date)`;
const STATED_ON = sql`CASE
  WHEN form LIKE '5%' AND period_of_report IS NOT NULL THEN least(period_of_report, ${FILED_ON})
  WHEN form LIKE '%/A' AND amends_filed_on IS NOT NULL THEN amends_filed_on::date ELSE ${FILED_ON} END`;

/** Of holdings at least what one security is: a form spells it alike from line to line. */
const SECURITY = sql`insider_slug, issuer_cik, company_name, security_table, security_title, ownership_form, ownership_nature,
  exercise_price, expiration_date`;

/** Lines without a transaction out of the raw inputs, and what transactions leave out of the filings. */
export function createInsiderHoldings(db: Database, feed: Feed): HoldingReader {
  const recordOf = recordReader(feed);
  const columns = sql.join(feed.leaves.map((leaf) => column(leaf)));

  const holdingsOf = (only: Fragment, view: View) =>
    db.run(sql<{ readonly data: FiledHolding }>`
      SELECT data FROM input WHERE ${IS_HOLDING} AND ${only} AND ${knownIn(view)}
      ORDER BY series, left(key, 1) DESC, length(key), key`);

  const transactionsOf = (slugs: readonly string[], view: View) =>
    db.run(sql<AnyRecord>`
      WITH stating AS (
        SELECT ${columns}, ${STATED_ON} AS "$on" FROM ${rowsOf(feed, view)}
        WHERE insider_slug = ANY(${textArray(slugs, 'text')}) AND security_table IS NOT NULL
          AND (shares_owned_after IS NOT NULL OR value_owned_after IS NOT NULL) AND ${visibleFilings(view)}),
      dated AS (SELECT *, max("$on") OVER (PARTITION BY ${SECURITY}) AS "$newest" FROM stating)
      SELECT ${columns} FROM dated WHERE "$on" = "$newest"`);

  return {
    async ofForms(forms, view) {
      const rows = await holdingsOf(sql`series = ANY(${textArray(forms, 'text')})`, view);
      const byForm = Map.groupBy(rows, ({ data }) => data.form_key);
      return forms.map((form) => (byForm.get(form) ?? []).map(({ data }) => data));
    },

    async ofInsiders(slugs, view) {
      const [rows, filings] = await Promise.all([
        holdingsOf(sql`${SLUG} = ANY(${textArray(slugs, 'text')})`, view),
        transactionsOf(slugs, view),
      ]);
      const holdings = Map.groupBy(rows, ({ data }) => data.insider_slug);
      const transactions = Map.groupBy(filings.map(recordOf), (record) => record.insider_slug);
      return slugs.map((slug) => ({
        holdings: (holdings.get(slug) ?? []).map(({ data }) => data),
        transactions: transactions.get(slug) ?? [],
      }));
    },

    async names(slugs, view) {
      const rows = await db.run(sql<{ readonly slug: string; readonly name: string }>`
        SELECT DISTINCT ON (${SLUG}) ${SLUG} AS slug, data->>'insider_name' AS name FROM input
        WHERE ${IS_HOLDING} AND ${SLUG} = ANY(${textArray(slugs, 'text')}) AND ${knownIn(view)}
          AND data->>'insider_name' IS NOT NULL
        ORDER BY ${SLUG}, ${KNOWN} DESC, series DESC`);
      const names = new Map(rows.map(({ slug, name }) => [slug, name]));
      return slugs.map((slug) => names.get(slug) ?? null);
    },
  };
}

/** The window of filings: a line is known when its form is. Forms of days to come are slips, of which no filing is taken. */
const knownIn = ({ from, until, now }: View): Fragment => {
  const known = sql`${KNOWN} <= ${instant(until ?? now)}`;
  return from ? sql`${KNOWN} >= ${instant(from)} AND ${known}` : known;
};
