import type { AnyRecord } from '../../feed/feed.ts';
import { type Known, knownByDay, knownExactly, statedKnown } from '../../feed/known.ts';
import type { InsiderFiling } from './feed.ts';
import { insiderSlug } from './insider-slug.ts';

/**
 * What follows from the other fields of a filing. A record that says no known-from is known from its filing date. The
 * family is known only where issuer, insider and form are: without them it is not known what an amendment amends.
 */
export function deriveFiling(record: AnyRecord): AnyRecord {
  const filing = record as InsiderFiling; // records are checked against the declaration when they enter
  const known = statedKnown(filing) ?? knownWhenFiled(filing.filing_date);
  const slug = insiderSlug({ cik: filing.owner_cik, name: filing.insider_name });
  return {
    ...filing,
    ...known,
    insider_slug: slug,
    family: familyOf(filing, slug, known.known_from),
  };
}

/** Midnight UTC is what a day becomes, so it is taken as one. */
const knownWhenFiled = (filedAt: Date): Known =>
  filedAt.getTime() % DAY_MS === 0 ? knownByDay(filedAt) : knownExactly(filedAt);

const DAY_MS = 86_400_000;

function familyOf(filing: InsiderFiling, slug: string | null, knownFrom: Date): string | null {
  if (!filing.issuer_cik || !slug || !filing.form) return null;
  const original = filing.form.replace('/A', '');
  const day = original === filing.form ? filingDay(filing, knownFrom) : filing.amends_filed_on?.slice(0, 10);
  return day === undefined ? null : [filing.issuer_cik, slug, original, day].join('|');
}

/** A form accepted after 22:00 New York is dated the next business day; where no source says so, the day it came. */
function filingDay(filing: InsiderFiling, knownFrom: Date): string {
  return filing.filed_on?.slice(0, 10) ?? dayInNewYork(knownFrom);
}

const NEW_YORK_DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** `YYYY-MM-DD`. */
function dayInNewYork(at: Date): string {
  return NEW_YORK_DAY.format(at);
}
