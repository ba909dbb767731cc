/** The least the machinery knows of a row. */
export interface Row {
  readonly id: string;
}

/** How a list is kept in order. */
export interface ListOrder {
  /** What rows are ordered by, largest first. */
  readonly orderOf: (row: never) => string | number | null;
  /** Rows beyond this are let go; null: the list goes on behind them, so a new row there is left out. */
  readonly max: number | null;
}

/** Rows with one more, or with it as it is now, in their order. */
export function upsert(rows: readonly Row[], row: Row, { orderOf, max }: ListOrder): readonly Row[] {
  const order = (one: Row) => orderOf(one as never); // rows of one list are of one feed
  const at = rows.findIndex(({ id }) => id === row.id);
  const known = rows[at];
  if (known && order(known) === order(row)) return rows.with(at, row);
  const others = at < 0 ? rows : rows.toSpliced(at, 1);
  // A new row comes before its equals: it is newer.
  const isEqual = (one: Row) => at < 0 && order(one) === order(row);
  const place = others.findIndex((one) => isEqual(one) || isBehind(order(one), order(row)));
  if (max === null && at < 0 && place < 0) return rows;
  return others.toSpliced(place < 0 ? others.length : place, 0, row).slice(0, max ?? undefined);
}

interface Named {
  readonly outcomes?: readonly { readonly name: string | null }[] | null;
}

/** A row of an open feed, merged with the same row as a query told it: open feeds have fewer fields, and outcomes without names. */
export function mergeKnown(row: Row, known: readonly Row[]): Row {
  const before: (Row & Named) | undefined = known.find(({ id }) => id === row.id);
  const { outcomes }: Named = row as Row & Named; // of a market
  const names = before?.outcomes;
  if (!outcomes || names?.length !== outcomes.length) return { ...before, ...row };
  const named = outcomes.map((outcome, place) => ({
    ...outcome,
    name: outcome.name ?? names[place]?.name ?? null,
  }));
  return { ...before, ...row, outcomes: named } as Row;
}

/** Rows, largest first; equals stay as they are. */
export function sorted<R extends Row>(
  rows: readonly R[],
  { orderOf }: Pick<ListOrder, 'orderOf'>,
): readonly R[] {
  const order = (one: Row) => orderOf(one as never); // rows of one list are of one feed
  return rows.toSorted((one, other) =>
    isBehind(order(one), order(other)) ? 1 : isBehind(order(other), order(one)) ? -1 : 0,
  );
}

/** Rows without a value are last. */
const isBehind = (one: string | number | null, other: string | number | null): boolean =>
  other !== null && (one === null || one < other);

export const remove = (rows: readonly Row[], { id }: Row): readonly Row[] =>
  rows.filter((row) => row.id !== id);

/** A record of REST as GraphQL spells it. `key`: the member that identifies it. */
export function rowOf(record: Readonly<Record<string, unknown>>, type: string, key: string): Row {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) row[camelCase(name)] = value;
  if (typeof row.transactionDirection === 'string')
    row.transactionDirection = row.transactionDirection.toUpperCase();
  if (type === 'CongressTrade') {
    row.side = directionOf(record.transaction_type as string | null); // of the spec
    row.filedOn = row.filingDate;
  }
  if (type === 'ScorecardPoint') {
    row.scorecard = String(record.scorecard).toUpperCase();
    row.value = (record.data as Readonly<Record<string, number>>)[String(record.scorecard)] ?? null; // the spec's object
  }
  if (type === 'PredictionMarket') {
    const prices = record.outcome_prices as readonly number[]; // of the spec, which has neither names nor units
    row.outcomes = prices.map((price) => ({ name: null, price }));
    row.volumeUnit = VOLUME_UNITS[String(record.platform)] ?? null;
    row.volume24hUsd = dollarsOf(record, row.volumeUnit);
  }
  if (type === 'Strategy') {
    row.grade = row.tier;
    row.performance = rowOf(record.performance as Record<string, unknown>, '', 'score'); // the spec's object
  }
  return { ...row, id: globalId(type, String(record[key])) };
}

/** Of platforms whose volumes are all in one unit. Manifold has no markets for cash any more. */
const VOLUME_UNITS: Readonly<Record<string, string>> = {
  kalshi: 'CONTRACTS',
  manifold: 'PLAY_MONEY',
  polymarket: 'USD',
};

/** The field of the graph: dollars as stated, contracts at the price of Yes, nothing of play money. */
function dollarsOf(market: Readonly<Record<string, unknown>>, unit: unknown): number | null {
  const { volume_24h: volume, yes_price: price } = market as Readonly<Record<string, number | null>>; // of the spec
  if (unit === 'USD') return volume ?? null;
  if (unit !== 'CONTRACTS' || volume == null || price == null) return null;
  return Math.floor(volume * price * 100 + 0.5) / 100; // to cents, as the service does
}

/** As the graph says it; REST has the words of the reports alone. */
function directionOf(transactionType: string | null): string | null {
  if (transactionType === null) return null;
  if (transactionType === 'Purchase') return 'BUY';
  return transactionType.startsWith('Sale') ? 'SELL' : 'EXCHANGE';
}

const camelCase = (name: string): string =>
  name.replace(/(?!^)_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** As the graph makes them: base64url of `Type:key`. */
export function globalId(type: string, key: string): string {
  const bytes = new TextEncoder().encode(`${type}:${key}`);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
