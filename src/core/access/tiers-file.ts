import { isObject } from '../../feed/json.ts';
import { FREE_TIER_ID, type Tier } from './tiers.ts';

/**
 * Reads a tier matrix: a JSON list of tiers with the members of `Tier`, in camelCase or snake_case, or an object with
 * that list as `tiers`. `price`, the limits of streams and alerts and `inferred` may be missing.
 * @throws Error with one line that says which tier and member is wrong and what it wants.
 */
export function parseTiers(text: string): readonly Tier[] {
  const json = parseJson(text);
  const list = isObject(json) ? json.tiers : json;
  if (!Array.isArray(list) || list.length === 0) throw new Error('must hold a JSON list of tiers');
  const tiers = list.map((item: unknown, index) => parseTier(item, `tier ${index + 1}`));
  const ids = tiers.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`there are two tiers "${twice}"`);
  if (!ids.includes(FREE_TIER_ID))
    throw new Error(`there must be a tier "${FREE_TIER_ID}": it is what callers without a key see`);
  return tiers;
}

type Reader = (value: unknown) => boolean;

const isText: Reader = (value) => typeof value === 'string' && value.trim() !== '';
/** More than any caller could send; the store counts in 32 bits. */
const MAX_COUNT = 1_000_000_000;
const isCount: Reader = (value) =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_COUNT;
/** A hundred years. */
const MAX_DAYS = 36_500;
const MAX_HOURS = MAX_DAYS * 24;
const isDelay: Reader = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_HOURS;

interface Member {
  readonly wants: string;
  readonly accepts: Reader;
  /** What a missing member means; none: it is required. */
  readonly fallback?: unknown;
}

const MEMBERS: Readonly<Record<keyof Tier, Member>> = {
  id: {
    wants: 'lower-case letters, digits and _',
    accepts: (value) => typeof value === 'string' && /^[a-z][a-z0-9_]*$/.test(value),
  },
  name: { wants: 'a text', accepts: isText },
  price: { wants: 'a text or null', accepts: (value) => value === null || isText(value), fallback: null },
  requestsPerDay: { wants: `a whole number from 1 to ${MAX_COUNT}`, accepts: isCount },
  requestsPerMinute: { wants: `a whole number from 1 to ${MAX_COUNT}`, accepts: isCount },
  historyDays: {
    wants: `a whole number from 1 to ${MAX_DAYS}, or null for unlimited`,
    accepts: (value) => value === null || (isCount(value) && Number(value) <= MAX_DAYS),
  },
  insiderLagHours: { wants: `a whole number from 0 to ${MAX_HOURS}`, accepts: isDelay },
  streamsPerKey: { wants: `a whole number from 1 to ${MAX_COUNT}`, accepts: isCount, fallback: 5 },
  streamsPerSocket: { wants: `a whole number from 1 to ${MAX_COUNT}`, accepts: isCount, fallback: 5 },
  alertsPerKey: { wants: `a whole number from 1 to ${MAX_COUNT}`, accepts: isCount, fallback: 5 },
  inferred: {
    wants: 'a list of member names',
    accepts: (value) => Array.isArray(value) && value.every(isText),
    fallback: [],
  },
};

function parseTier(item: unknown, where: string): Tier {
  if (!isObject(item)) throw new Error(`${where} must be an object`);
  const given = new Map(Object.entries(item).map(([name, value]) => [camel(name), value]));
  const names = Object.keys(MEMBERS);
  const unknown = [...given.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(`${where} has an unknown member "${unknown}"; members are ${names.join(', ')}`);
  const entries = Object.entries(MEMBERS).map(([name, { wants, accepts, fallback }]) => {
    const value = given.has(name) ? given.get(name) : fallback;
    if (value === undefined || !accepts(value)) throw new Error(`${where}: ${name} must be ${wants}`);
    return [name, value];
  });
  return Object.fromEntries(entries) as Tier; // every member was checked against MEMBERS
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
}

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
