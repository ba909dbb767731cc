import { dayOf, haveSame, type TradeLine, tableOf, titleOf } from './trade-line.ts';

/** What the lines of an amendment do to those that stand. */
export interface AmendedLines<L extends TradeLine> {
  /** The line that each changed line replaces. */
  readonly replaced: ReadonlyMap<L, L>;
  /** Lines that may replace each of several. */
  readonly undecided: ReadonlyMap<L, readonly L[]>;
}

/**
 * Finds the line that each line of an amendment replaces; one without is added. An amendment gives "each line being added"
 * and "the complete line or lines being amended, as amended", and repeats no others (Form 4, general instruction 9), so
 * a line it leaves out stands. It says in a footnote at most which line it changes: a line of the same security,
 * date, code and table counts as changed, and of several the one with the same shares, else the same price, else
 * the next in order. A line that matches none has changed in one of these itself when one line differs from it in that
 * alone and agrees in a number; where several do, it is undecided. Both lists are of one filer.
 *
 * @param lines of the amendment, in its order
 * @param standing in the order of the form
 */
export function matchAmendedLines<L extends TradeLine>(
  lines: readonly L[],
  standing: readonly L[],
): AmendedLines<L> {
  const replaced = new Map<L, L>();
  const undecided = new Map<L, readonly L[]>();
  const open = () => ({
    lines: lines.filter((line) => !replaced.has(line) && !undecided.has(line)),
    standing: standing.filter((line) => ![...replaced.values()].includes(line)),
  });
  for (const { line, stands } of pairsBy(open(), 0)) {
    if (!replaced.has(line) && ![...replaced.values()].includes(stands)) replaced.set(line, stands);
  }
  for (;;) {
    const pairs = pairsBy(open(), 1).filter((pair) => agree(pair.line, pair.stands));
    const [best] = pairs;
    if (!best) return { replaced, undecided };
    const rivals = pairs.filter(({ line, likeness }) => line === best.line && likeness === best.likeness);
    const [one, ...others] = rivals.map(({ stands }) => stands);
    if (one && others.every((other) => differences(one, other) === 0 && likeness(one, other) === ALIKE)) {
      replaced.set(best.line, one);
    } else {
      undecided.set(
        best.line,
        rivals.map(({ stands }) => stands),
      );
    }
  }
}

interface Pair<L> {
  readonly line: L;
  readonly stands: L;
  readonly likeness: number;
}

/** Pairs that differ in so many parts of the key, those most alike first, then in order. */
function pairsBy<L extends TradeLine>(
  { lines, standing }: { readonly lines: readonly L[]; readonly standing: readonly L[] },
  parts: number,
): Pair<L>[] {
  return lines
    .flatMap((line) =>
      standing
        .filter((stands) => differences(line, stands) === parts)
        .map((stands) => ({ line, stands, likeness: likeness(line, stands) })),
    )
    .sort((a, b) => b.likeness - a.likeness);
}

/** Of security, date, code and table, the number of those in which two lines differ. What one does not say may be as in the other. */
export function differences(one: TradeLine, other: TradeLine): number {
  return [titleOf, dayOf, codeOf, tableOf].filter((part) => {
    const [a, b] = [part(one), part(other)];
    return a !== null && b !== null && a !== b;
  }).length;
}

const codeOf = ({ transaction_code }: TradeLine): string | null => transaction_code?.toUpperCase() ?? null;

/** Shares count more than the price, and that more than all the rest. */
const WEIGHTS = {
  shares: 32,
  total_value: 32,
  price_per_share: 16,
  exercise_price: 8,
  shares_owned_after: 4,
  value_owned_after: 4,
  expiration_date: 2,
  acquired_disposed: 1,
} as const;
const WEIGHED = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]; // its own keys

/** Of two lines of one key that do not differ in anything. */
const ALIKE = WEIGHED.reduce((sum, name) => sum + WEIGHTS[name], 0);

/** Greater the more two lines say the same. */
function likeness(one: TradeLine, other: TradeLine): number {
  return WEIGHED.filter((name) => saySame(name, one, other)).reduce((sum, name) => sum + WEIGHTS[name], 0);
}

function saySame(name: keyof typeof WEIGHTS, one: TradeLine, other: TradeLine): boolean {
  return name === 'expiration_date' || name === 'acquired_disposed'
    ? one[name] === other[name]
    : haveSame(name, one, other);
}

/** Whether they share a number that tells something: grants are priced 0, and what is used up leaves 0. */
function agree(one: TradeLine, other: TradeLine): boolean {
  return NUMBERS.some((name) => one[name] !== null && one[name] !== 0 && haveSame(name, one, other));
}

const NUMBERS = [
  'shares',
  'total_value',
  'price_per_share',
  'shares_owned_after',
  'value_owned_after',
] as const;
