import { type RawBuilder, sql } from 'kysely';
import type {
  PriceSeries,
  PriceStore,
  SeriesStretch,
  StoredBar,
  Stretch,
} from '../../core/prices/price-ports.ts';
import { STOCK_BAR } from '../../feed/stock-series.ts';
import { firstDayFrom } from '../../feed/trading-day.ts';
import type { Database } from '../connection/database.ts';
import { textArray, wholeNumber } from '../schema/column.ts';

/** Bars out of the raw inputs, by the table `price_series` that says of what they are. */
export function createPriceStore(db: Database): PriceStore {
  return {
    async newest(subjects, { interval, provider, ...stretch }, count) {
      if (subjects.length === 0) return [];
      const [days, moments] = [boundsOf(STOCK_BAR, stretch), boundsOf('', stretch)];
      const bound = (end: 'from' | 'to') =>
        sql`CASE WHEN s.kind = ${STOCK_BAR} THEN ${days[end]}::text ELSE ${moments[end]}::text END`;
      const rows = await db.run(sql<PriceSeries & { readonly bars: readonly StoredBar[] }>`
        SELECT s.kind, s.series, s.subject, s.interval, s.provider, s.market, s.currency,
          s.is_perpetual AS "isPerpetual", last.bars
        FROM price_series AS s CROSS JOIN LATERAL (
          SELECT jsonb_agg(jsonb_build_object('key', key, 'data', data) ORDER BY key DESC) AS bars FROM (
            SELECT key, data FROM input
            WHERE kind = s.kind AND series = s.series AND key >= ${bound('from')} AND key < ${bound('to')}
            ORDER BY key DESC LIMIT ${wholeNumber(count)}) AS bar) AS last
        WHERE s.subject = ANY(${textArray(subjects, 'text')}) AND last.bars IS NOT NULL
          AND ${interval === undefined ? sql`TRUE` : sql`s.interval = ${interval}`}
          AND ${provider === undefined ? sql`TRUE` : sql`s.provider = ${provider}`}`);
      return rows.map(({ bars, ...series }) => ({ series, bars }));
    },

    bars: (stretches, limit) =>
      listsOf<StoredBar>(
        stretches,
        sql`
        SELECT key, data FROM input AS i WHERE ${inStretch} ORDER BY key DESC LIMIT ${wholeNumber(limit)}`,
      ),

    async count(stretches) {
      const counts = await listsOf<{ n: bigint }>(
        stretches,
        sql`SELECT count(*) AS n FROM input AS i WHERE ${inStretch}`,
      );
      return counts.map(([row]) => Number(row?.n ?? 0n));
    },

    events: (stretches) =>
      listsOf<StoredBar>(
        stretches,
        sql`SELECT key, data FROM input AS i WHERE ${inStretch} AND data ?| ARRAY['s', 'd'] ORDER BY key DESC`,
      ),
  };

  /** The rows that a select below `wanted` gives of each stretch. */
  async function listsOf<Row extends object>(
    stretches: readonly SeriesStretch[],
    select: RawBuilder<unknown>,
  ): Promise<readonly (readonly Row[])[]> {
    if (stretches.length === 0) return [];
    const bounds = stretches.map((stretch) => boundsOf(stretch.kind, stretch));
    const column = (values: readonly string[]) => textArray(values, 'text');
    const rows = await db.run(sql<Row & { readonly $ord: bigint }>`
      SELECT wanted."$ord", found.* FROM unnest(
        ${column(stretches.map(({ kind }) => kind))}, ${column(stretches.map(({ series }) => series))},
        ${column(bounds.map(({ from }) => from))}, ${column(bounds.map(({ to }) => to))})
        WITH ORDINALITY AS wanted(kind, series, key_from, key_to, "$ord")
      CROSS JOIN LATERAL (${select}) AS found`);
    const lists = stretches.map((): Row[] => []);
    for (const row of rows) lists[Number(row.$ord) - 1]?.push(row);
    return lists;
  }
}

const inStretch = sql`i.kind = wanted.kind AND i.series = wanted.series AND i.key >= wanted.key_from AND i.key < wanted.key_to`;

/** A stretch as keys of a kind: of days for stocks, of open times for all else. */
function boundsOf(kind: string, { from, to, before }: Stretch & Pick<SeriesStretch, 'before'>) {
  const keyOf = (at: Date) => (kind === STOCK_BAR ? firstDayFrom(at) : at.toISOString());
  const end = keyOf(to);
  return { from: from === null ? '' : keyOf(from), to: before !== undefined && before < end ? before : end };
}
