import { plainWords } from '../../feed/plain-words.ts';

/** What a record of the feed says of its transaction, its form and those who report it. */
export interface TradeLine {
  readonly id: string;
  readonly issuer_cik: string | null;
  readonly accession: string | null;
  /** 4, 4/A, 5 or 5/A. */
  readonly form: string | null;
  readonly known_from: Date;
  readonly filed_on: string | null;
  readonly amends_filed_on: string | null;
  readonly period_of_report: string | null;
  readonly owner_cik: string | null;
  readonly insider_name: string | null;
  readonly reporting_owners: readonly Owner[] | null;
  /** Signatures of the form as written. */
  readonly signed_by: readonly string[] | null;
  readonly security_table: 'I' | 'II' | null;
  readonly security_title: string | null;
  readonly transaction_code: string | null;
  readonly acquired_disposed: string | null;
  readonly trade_date: Date | null;
  readonly shares: number | null;
  readonly price_per_share: number | null;
  readonly total_value: number | null;
  readonly shares_owned_after: number | null;
  readonly value_owned_after: number | null;
  readonly exercise_price: number | null;
  readonly expiration_date: string | null;
  readonly ownership_form: string | null;
  readonly ownership_nature: string | null;
  readonly footnotes: readonly { readonly text: string | null }[] | null;
  readonly remarks: string | null;
  readonly origin: string | null;
}

export interface Owner {
  readonly cik: string | null;
  readonly name: string | null;
}

/** Name of the form among all others: its accession number, else what the ids of its lines have in common. */
export const formKey = ({ accession, id }: Pick<TradeLine, 'accession' | 'id'>): string =>
  accession ?? id.replace(LINE, '');

/** Place of a line in its form: Table I before Table II, each from the top. */
export function comparePlaces(one: Pick<TradeLine, 'id'>, other: Pick<TradeLine, 'id'>): number {
  const [a, b] = [LINE.exec(one.id), LINE.exec(other.id)];
  const byTable = (b?.[1] ?? '').localeCompare(a?.[1] ?? ''); // nd, then d
  return byTable || Number(a?.[2] ?? 0) - Number(b?.[2] ?? 0) || (one.id < other.id ? -1 : 1);
}

/** End of the id of a line: its table and its number there. */
const LINE = /-(nd|d)(\d+)$/;

/** The table of a line; of records from before it was kept the one that their id names. */
export function tableOf({ security_table, id }: TradeLine): 'I' | 'II' | null {
  if (security_table !== null) return security_table;
  const table = LINE.exec(id)?.[1];
  return table === undefined ? null : table === 'nd' ? 'I' : 'II';
}

/** Titles of one security differ in case, punctuation and spaces: `Class A common stock, $0.01 par`. */
export const titleOf = ({ security_title }: TradeLine): string | null => plainWords(security_title);

export const dayOf = ({ trade_date }: TradeLine): string | null =>
  trade_date?.toISOString().slice(0, 10) ?? null;

type Amount =
  | 'shares'
  | 'price_per_share'
  | 'total_value'
  | 'shares_owned_after'
  | 'value_owned_after'
  | 'exercise_price';

/** Whether a number of both is the same; the SEC's tables round all of them to two decimals, the documents do not. */
export function haveSame(name: Amount, one: TradeLine, other: TradeLine): boolean {
  const [a, b] = [one[name], other[name]];
  if (a === null || b === null) return a === b;
  const isRounded = (one.origin === TABLES) !== (other.origin === TABLES);
  return a === b || (isRounded && Math.abs(a - b) <= HALF_A_HUNDREDTH);
}

const TABLES = 'sec-tsv';
/** And the error of a double. */
const HALF_A_HUNDREDTH = 0.005 + 1e-9;

/** Those who report on the form: all of them where the source has them, else the one it names. */
export function ownersOf(line: TradeLine): readonly Owner[] {
  const { reporting_owners: all, owner_cik: cik, insider_name: name } = line;
  return (all && all.length > 0 ? all : [{ cik, name }]).filter(
    (owner) => owner.cik ?? plainWords(owner.name),
  );
}

/** Whether some owner reports on both: the same SEC number, or where one has none the same name. */
function haveOwnerInCommon(one: TradeLine, other: TradeLine): boolean {
  const others = ownersOf(other);
  return ownersOf(one).some((a) => others.some((b) => isSameOwner(a, b)));
}

/** By SEC number; where one has none, by name. */
export const isSameOwner = (a: Owner, b: Owner): boolean =>
  a.cik !== null && b.cik !== null ? a.cik === b.cik : plainWords(a.name) === plainWords(b.name);

/**
 * Whether two forms are of the same filer, as far as an amendment and what it amends are concerned. The SEC's tables of some
 * quarters come without owners, and most forms are signed by attorneys: there, forms that were signed alike are of one.
 */
export function areOfOneFiler(one: TradeLine, other: TradeLine): boolean {
  if (haveOwnerInCommon(one, other)) return true;
  const areKnown = [one, other].every((line) => ownersOf(line).some(({ cik }) => cik !== null));
  const signatures = signaturesOf(one);
  return !areKnown && signatures !== '' && signatures === signaturesOf(other);
}

/** In any order. */
const signaturesOf = ({ signed_by }: TradeLine): string =>
  (signed_by ?? [])
    .map((signature) => plainWords(signature) ?? '')
    .sort()
    .join('|');
