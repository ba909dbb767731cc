import {
  dayOf,
  haveOwnerInCommon,
  isSameOwner,
  type Owner,
  ownersOf,
  plainWords,
  type TradeLine,
  tableOf,
  titleOf,
} from './trade-line.ts';

/** What lines of one trade have in common at least, as text; null for one that says too little to be recognised. */
export function tradeKey(line: TradeLine): string | null {
  const { issuer_cik, transaction_code, shares, total_value } = line;
  const [day, title, amount, after] = [dayOf(line), titleOf(line), shares ?? total_value, afterOf(line)];
  if ([issuer_cik, transaction_code, day, title, amount, after].includes(null)) return null;
  return [issuer_cik, day, transaction_code, amount, after].join('|');
}

/** Numbers in columns of their own, so that a number of shares never equals a value. */
const afterOf = ({ shares_owned_after, value_owned_after }: TradeLine): string | null =>
  shares_owned_after === null && value_owned_after === null
    ? null
    : `${shares_owned_after ?? ''}/${value_owned_after ?? ''}`;

/**
 * Whether two lines say the same of a trade, in all that the form has columns for. That numbers are equal is no evidence of
 * one trade: directors are granted equal lots, and buy them at one price; see `areReportedTogether`.
 */
export function saysTheSame(one: TradeLine, other: TradeLine): boolean {
  const key = tradeKey(one);
  return (
    key !== null &&
    key === tradeKey(other) &&
    [titleOf, tableOf].every((part) => part(one) === part(other)) &&
    (['shares', 'total_value', 'acquired_disposed', 'exercise_price', 'expiration_date'] as const).every(
      (name) => one[name] === other[name],
    ) &&
    isSamePrice(one, other) &&
    mayBeOneHolder(one, other)
  );
}

/** The SEC's tables round prices to cents: 24.57 there is 24.5686 in the document (0001104659-25-030072). */
function isSamePrice(one: TradeLine, other: TradeLine): boolean {
  const [a, b] = [one.price_per_share, other.price_per_share];
  if (a === null || b === null) return a === b;
  const isRounded = (one.origin === TABLES) !== (other.origin === TABLES);
  return a === b || (isRounded && Math.abs(a - b) <= HALF_A_CENT);
}

const TABLES = 'sec-tsv';
/** And the error of a double. */
const HALF_A_CENT = 0.005 + 1e-9;

/**
 * False when the lines name two holders through whom the securities are owned. Funds of one manager sell equal lots: "By:
 * Beach Point Securitized Credit Fund LP" and "By: Beach Point TX SCF LP" are two sales (0001415889-23-000081 and -000083).
 */
function mayBeOneHolder(one: TradeLine, other: TradeLine): boolean {
  if (one.ownership_form !== 'indirect' || other.ownership_form !== 'indirect') return true;
  const [a, b] = [plainWords(one.ownership_nature), plainWords(other.ownership_nature)];
  return a === null || b === null || a === b;
}

/**
 * Whether something shows that lines of two forms are of one trade. EDGAR takes ten owners a form: more of them file the
 * same lines again; each owner may also report alone (rule 16a-3(j); Form 4, general instruction 4(b)(v)), and some forms
 * are filed twice. What shows it is an owner in common, or an owner of one form whom the other names as holder, in a
 * footnote or in its remarks. Where both lines are held directly it has to be the first owner: two directors who
 * report beside the fund that they sit for hold what they are granted each.
 */
export function areReportedTogether(
  [one, form]: readonly [TradeLine, readonly TradeLine[]],
  [other, otherForm]: readonly [TradeLine, readonly TradeLine[]],
): boolean {
  const areDirect = one.ownership_form === 'direct' && other.ownership_form === 'direct';
  if (areDirect ? haveOneFirstOwner(one, other) : haveOwnerInCommon(one, other)) return true;
  const holders = (line: TradeLine) => (areDirect ? ownersOf(line).slice(0, 1) : ownersOf(line));
  return namesOneOf(holders(other), form) || namesOneOf(holders(one), otherForm);
}

/** The SEC's tables have no order of owners, so that all owners in common will do. */
function haveOneFirstOwner(one: TradeLine, other: TradeLine): boolean {
  const [owners, others] = [ownersOf(one), ownersOf(other)];
  const [first] = owners;
  const [otherFirst] = others;
  if (first && otherFirst && isSameOwner(first, otherFirst)) return true;
  return (
    owners.length > 0 &&
    owners.length === others.length &&
    owners.every((owner) => others.some((candidate) => isSameOwner(owner, candidate)))
  );
}

function namesOneOf(owners: readonly Owner[], form: readonly TradeLine[]): boolean {
  const texts = form.flatMap(({ ownership_nature, remarks, footnotes }) => [
    ownership_nature,
    remarks,
    ...(footnotes ?? []).map(({ text }) => text),
  ]);
  const words = [...new Set(texts)].map((text) => ` ${plainWords(text) ?? ''} `);
  return owners.some(({ name }) => {
    const owner = plainWords(name);
    return (
      owner !== null && owner.length >= SHORTEST_NAME && words.some((some) => some.includes(` ${owner} `))
    );
  });
}

/** Shorter names are words of their own. */
const SHORTEST_NAME = 6;
