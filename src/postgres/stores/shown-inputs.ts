import { sql } from 'kysely';
import type { PriceSeries } from '../../core/prices/price-ports.ts';
import type { Database, Transaction } from '../connection/database.ts';
import { FEED_CHANNEL, writeNotice } from '../connection/feed-channel.ts';
import { textArray } from '../schema/column.ts';

type Named = Pick<PriceSeries, 'kind'> & Partial<Pick<PriceSeries, 'series'>>;

/** Of what the bars of a series are; null for other inputs. */
export type SeriesOf = (kind: string, series: string) => Omit<PriceSeries, 'kind' | 'series'> | null;

/** Keeps the table `price_series` and the data versions of what is shown of raw inputs up with them: of prices, holdings and macro series. */
export interface ShownInputs {
  /**
   * Runs a write of inputs. Where some are among them that are shown, the version moves in the same transaction, and series of
   * bars are entered, so that no reader has the one without the other.
   *
   * @param changed whether the write changed anything
   */
  write<T>(
    inputs: readonly Named[],
    body: (tx: Transaction) => Promise<T>,
    changed: (result: T) => boolean,
  ): Promise<T>;
  /** Enters series that are stored already, of stores from before there was the table. */
  enter(series: readonly Required<Named>[]): Promise<void>;
  /** The same for a write of several statements: in one transaction whatever the inputs are, which it always changes. */
  writeAll(inputs: readonly Named[], body: (tx: Transaction) => Promise<void>): Promise<void>;
}

/** For stores of which no answer shows inputs. */
export const nothingShown = (db: Database): ShownInputs => ({
  enter: async () => undefined,
  write: (_, body) => body(db),
  writeAll: (_, body) => db.transaction(body),
});

/** @param moved called with every version before the write is answered */
export function createShownInputs(
  db: Database,
  options: {
    /** By kind of input the module whose version tells of it. */
    readonly modules: ReadonlyMap<string, string>;
    readonly seriesOf: SeriesOf;
    readonly moved: (module: string, head: bigint) => void;
  },
): ShownInputs {
  const { modules, seriesOf, moved } = options;
  const known = new Set<string>();

  function freshIn(inputs: readonly Named[]): ReadonlyMap<string, PriceSeries> {
    const fresh = new Map<string, PriceSeries>();
    for (const { kind, series } of inputs) {
      const name = `${kind} ${series}`;
      if (series === undefined || !modules.has(kind) || known.has(name) || fresh.has(name)) continue;
      const about = seriesOf(kind, series);
      if (about !== null) fresh.set(name, { kind, series, ...about });
    }
    return fresh;
  }

  /** In one order: of two writers that move both versions each could wait for the other. */
  const shownIn = (inputs: readonly Named[]): readonly string[] =>
    [...new Set(inputs.flatMap(({ kind }) => modules.get(kind) ?? []))].sort();

  const withShown: ShownInputs['write'] = async (inputs, body, changed) => {
    const fresh = freshIn(inputs);
    const { result, heads } = await db.transaction(async (tx) => {
      if (fresh.size > 0) await enter(tx, [...fresh.values()]);
      const done = await body(tx);
      const heads = new Map<string, bigint>();
      // Last, for writers take turns on a version until they commit.
      if (changed(done)) for (const module of shownIn(inputs)) heads.set(module, await move(tx, module));
      return { result: done, heads };
    });
    for (const name of fresh.keys()) known.add(name);
    for (const [module, head] of heads) moved(module, head);
    return result;
  };

  return {
    async enter(series) {
      const fresh = freshIn(series);
      if (fresh.size > 0) await db.transaction((tx) => enter(tx, [...fresh.values()]));
    },
    write: (inputs, body, changed) =>
      shownIn(inputs).length > 0 ? withShown(inputs, body, changed) : body(db),
    writeAll: (inputs, body) =>
      shownIn(inputs).length > 0 ? withShown(inputs, body, () => true) : db.transaction(body),
  };
}

async function move(tx: Transaction, module: string): Promise<bigint> {
  const rows = await tx.run(
    sql<{ seq: bigint }>`UPDATE feed_head SET seq = seq + 1 WHERE feed = ${module} RETURNING seq`,
  );
  const head = rows[0]?.seq;
  if (head === undefined) throw new Error(`${module} has no head: its migration has not run`);
  await tx.run(sql`SELECT pg_notify(${FEED_CHANNEL}, ${writeNotice({ module, head })})`);
  return head;
}

async function enter(tx: Transaction, rows: readonly PriceSeries[]): Promise<void> {
  const column = (pick: (row: PriceSeries) => string | null) => textArray(rows.map(pick), 'text');
  await tx.run(sql`
    INSERT INTO price_series (kind, series, subject, interval, provider, market, currency, is_perpetual)
    SELECT kind, series, subject, interval, provider, market, currency, perpetual::boolean FROM unnest(
      ${column((row) => row.kind)}, ${column((row) => row.series)}, ${column((row) => row.subject)},
      ${column((row) => row.interval)}, ${column((row) => row.provider)}, ${column((row) => row.market)},
      ${column((row) => row.currency)}, ${column((row) => String(row.isPerpetual))})
      AS t(kind, series, subject, interval, provider, market, currency, perpetual)
    ORDER BY kind COLLATE "C", series COLLATE "C" ON CONFLICT DO NOTHING`);
}
