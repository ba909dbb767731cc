import type { AnyRecord } from '../../feed/feed.ts';
import type { InsiderFiling } from './feed.ts';
import { insiderSlug } from './insider-slug.ts';

/**
 * Internal fields of a filing. A record without acceptance time counts as available when it was filed. The family is
 * known only where issuer, insider and form are: without them it is not known what an amendment amends.
 */
export function deriveFiling(record: AnyRecord): AnyRecord {
  const filing = record as InsiderFiling; // records are checked against the declaration when they enter
  const availableAt = filing.available_at ?? filing.filing_date;
  const slug = insiderSlug({ cik: filing.owner_cik, name: filing.insider_name });
  return {
    ...filing,
    available_at: availableAt,
    insider_slug: slug,
    family: familyOf(filing, slug, availableAt),
  };
}

function familyOf(filing: InsiderFiling, slug: string | null, availableAt: Date): string | null {
  if (!filing.issuer_cik || !slug || !filing.form) return null;
  const original = filing.form.replace('/A', '');
  const day =
    original === filing.form ? filingDay(filing, availableAt) : filing.amends_filed_on?.slice(0, 10);
  return day === undefined ? null : [filing.issuer_cik, slug, original, day].join('|');
}

/** A form accepted after 22:00 New York is dated the next business day; where no source says so, the day it came. */
function filingDay(filing: InsiderFiling, availableAt: Date): string {
  return filing.filed_on?.slice(0, 10) ?? dayInNewYork(availableAt);
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
