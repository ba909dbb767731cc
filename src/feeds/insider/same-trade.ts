import { plainWords } from '../../feed/plain-words.ts';
import {
  dayOf,
  haveSame,
  isSameOwner,
  type Owner,
  ownersOf,
  type TradeLine,
  tableOf,
  titleOf,
} from './trade-line.ts';

/** What lines of one trade have in common at least, as text; null for one that says too little to be recognised. */
export function tradeKey(line: TradeLine): string | null {
  const { issuer_cik, transaction_code, shares, total_value } = line;
  const [day, title, amount, after] = [
    dayOf(line),
    titleOf(line),
    rounded(shares ?? total_value),
    afterOf(line),
  ];
  if ([issuer_cik, transaction_code, day, title, amount, after].includes(null)) return null;
  return [issuer_cik, day, transaction_code, amount, after].join('|');
}

/** Numbers in columns of their own, so that a number of shares never equals a value. */
const afterOf = ({ shares_owned_after, value_owned_after }: TradeLine): string | null =>
  shares_owned_after === null && value_owned_after === null
    ? null
    : `${rounded(shares_owned_after) ?? ''}/${rounded(value_owned_after) ?? ''}`;

/** As the SEC's tables have it. */
const rounded = (amount: number | null): string | null => amount?.toFixed(2) ?? null;

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
    AMOUNTS.every((name) => haveSame(name, one, other)) &&
    one.acquired_disposed === other.acquired_disposed &&
    one.expiration_date === other.expiration_date &&
    mayBeOneHolder(one, other)
  );
}

const AMOUNTS = [
  'shares',
  'total_value',
  'price_per_share',
  'exercise_price',
  'shares_owned_after',
  'value_owned_after',
] as const;

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
 * report beside the fund that they sit for hold what they are granted each. Owners count by their numbers: attorneys sign for
 * many (two insiders of LMAT, whose forms 0001437749-24-028309 and -028310 say the same).
 */
export function areReportedTogether(
  [one, form]: readonly [TradeLine, readonly TradeLine[]],
  [other, otherForm]: readonly [TradeLine, readonly TradeLine[]],
): boolean {
  const [owners, others] = [numberedOwners(one), numberedOwners(other)];
  const areDirect = one.ownership_form === 'direct' && other.ownership_form === 'direct';
  if (areDirect ? haveOneFirst(owners, others) : owners.some((owner) => isAmong(owner, others))) return true;
  const holders = (all: readonly Owner[]) => (areDirect ? all.slice(0, 1) : all);
  return namesOneOf(holders(others), form) || namesOneOf(holders(owners), otherForm);
}

const numberedOwners = (line: TradeLine): readonly Owner[] =>
  ownersOf(line).filter(({ cik }) => cik !== null);

const isAmong = (owner: Owner, others: readonly Owner[]): boolean =>
  others.some((other) => isSameOwner(owner, other));

/** The SEC's tables have no order of owners, so that all owners in common will do. */
function haveOneFirst(owners: readonly Owner[], others: readonly Owner[]): boolean {
  const [first] = owners;
  if (first === undefined || others.length === 0) return false;
  if (isAmong(first, others.slice(0, 1))) return true;
  return owners.length === others.length && owners.every((owner) => isAmong(owner, others));
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
