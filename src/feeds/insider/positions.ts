import { positionParts, type StatedHolding } from './stated-holding.ts';
import { comparePlaces } from './trade-line.ts';

/**
 * What an insider holds by the forms that say so: the last statement of each issuer, security and form of ownership counts, by the
 * day as of which it is made, then by when it became known. What was last stated as 0 is not held, nor is a derivative that has
 * expired.
 *
 * @param today `YYYY-MM-DD`
 */
export function positionsOf(lines: readonly StatedHolding[], today: string): readonly StatedHolding[] {
  const forms = [...Map.groupBy(lines, ({ form_key }) => form_key).values()].sort(compareForms);
  const standing = new Map<string, readonly StatedHolding[]>();
  for (const form of forms) {
    for (const [key, own] of Map.groupBy(form, positionOf)) {
      const before = standing.get(key) ?? [];
      const stated = heldIn(own);
      standing.set(key, isAmendment(form) ? amended(before, stated) : stated);
      if (isAmendment(form) && before.length === 0) dropCorrected(standing, key, stated);
    }
  }
  return [...standing.values()].flat().filter((line) => isHeld(line, today));
}

const positionOf = (line: StatedHolding): string => JSON.stringify(positionParts(line));
const isAmendment = ([line]: readonly StatedHolding[]): boolean => line?.form?.endsWith('/A') ?? false;
/** A form 3 has no column for the number of derivative securities, only for that of the underlying ones. */
const amountOf = ({ shares, value, underlying_shares }: StatedHolding): number | null =>
  shares ?? value ?? underlying_shares;

const isHeld = (line: StatedHolding, today: string): boolean =>
  (line.shares ?? line.value) !== 0 && (line.expiration_date === null || line.expiration_date >= today);

function compareForms([one]: readonly StatedHolding[], [other]: readonly StatedHolding[]): number {
  if (!one || !other) return 0; // groups have members
  return (
    compare(one.stated_on, other.stated_on) ||
    one.known_from.getTime() - other.known_from.getTime() ||
    compare(one.form_key, other.form_key)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * What the lines of one form say is held of one position. The form has the total of a class behind each of its transactions
 * (Form 4, general instruction 4(a)(i)), filers also what is left after each: of lines that lead from one to the next the last
 * counts, and of those that state the same total one. What is left of two grants of one title leads nowhere: both are held.
 */
function heldIn(lines: readonly StatedHolding[]): readonly StatedHolding[] {
  const traded = lines.filter(({ filing }) => filing !== null).sort(compareTrades);
  const last = traded.filter((line, at) => !traded.slice(at + 1).some((next) => leadsTo(line, next)));
  const stated = last.filter(
    (line, at) => !last.slice(at + 1).some((other) => isNear(amountOf(line), amountOf(other))),
  );
  return [...lines.filter(({ filing }) => filing === null), ...stated];
}

function compareTrades(one: StatedHolding, other: StatedHolding): number {
  const [a, b] = [one.filing, other.filing];
  if (!a || !b) return 0; // see above
  return (a.trade_date?.getTime() ?? 0) - (b.trade_date?.getTime() ?? 0) || comparePlaces(a, b);
}

/** Whether what is held before the next transaction is what is held after this one. */
function leadsTo(line: StatedHolding, { filing, ...next }: StatedHolding): boolean {
  if (line.shares === null || line.shares === 0 || next.shares === null || !filing?.shares) return false;
  const before = next.shares + (filing.acquired_disposed === 'disposed' ? filing.shares : -filing.shares);
  return isNear(line.shares, before);
}

/** Filers round parts of shares. */
const isNear = (one: number | null, other: number | null): boolean =>
  one === other || (one !== null && other !== null && Math.abs(one - other) < Math.min(1, one / 100));

/**
 * What stands of a position behind an amendment, which gives the lines that it adds or amends and repeats no others: each of its
 * lines takes the place of one of the form it amends, of several the one of the same amount, else the first. What a later
 * transaction of that form left stands.
 */
function amended(
  before: readonly StatedHolding[],
  lines: readonly StatedHolding[],
): readonly StatedHolding[] {
  const standing = before.filter((old) => lines.some((line) => isOfOneForm(old, line)));
  const added: StatedHolding[] = [];
  for (const line of lines) {
    const may = standing.filter((old) => !isLater(old, line));
    if (may.length === 0 && standing.some((old) => isLater(old, line))) continue;
    const was = may.find((old) => isNear(amountOf(old), amountOf(line))) ?? may[0];
    if (was) standing.splice(standing.indexOf(was), 1);
    added.push(line);
  }
  return [...standing, ...added];
}

const baseOf = ({ form }: StatedHolding): string => form?.replace('/A', '') ?? '';

const isOfOneForm = (old: StatedHolding, line: StatedHolding): boolean =>
  baseOf(old) === baseOf(line) && old.stated_on === line.stated_on && old.issuer_cik === line.issuer_cik;

const isLater = (old: StatedHolding, line: StatedHolding): boolean =>
  (old.filing?.trade_date?.getTime() ?? 0) > (line.filing?.trade_date?.getTime() ?? Number.POSITIVE_INFINITY);

/**
 * Of an amendment that corrects what a position is (its title, in whose name it is held), the only line of the form it amends that
 * differs in that alone and states the same amount goes. Of transactions that is done already: replaced lines are not read.
 */
function dropCorrected(
  standing: Map<string, readonly StatedHolding[]>,
  key: string,
  lines: readonly StatedHolding[],
): void {
  for (const line of lines) {
    if (line.filing !== null || !amountOf(line)) continue;
    const fits = [...standing].flatMap(([other, all]) =>
      other === key ? [] : all.filter((old) => isCorrected(old, line)).map((old) => ({ other, all, old })),
    );
    const [only] = fits;
    if (!only || fits.length > 1) continue;
    standing.set(
      only.other,
      only.all.filter((one) => one !== only.old),
    );
  }
}

function isCorrected(old: StatedHolding, line: StatedHolding): boolean {
  if (old.filing !== null || old.form_key === line.form_key || !isOfOneForm(old, line)) return false;
  const parts = positionParts(old);
  const differing = positionParts(line).filter((part, at) => part !== parts[at]).length;
  return differing === 1 && amountOf(old) === amountOf(line);
}
