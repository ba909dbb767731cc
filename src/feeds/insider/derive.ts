import type { AnyRecord } from '../../feed/feed.ts';
import { type Known, knownByDay, knownExactly, statedKnown } from '../../feed/known.ts';
import type { InsiderFiling } from './feed.ts';
import { filedOn } from './form-lines.ts';
import { insiderSlug } from './insider-slug.ts';
import { tradeKey } from './same-trade.ts';

/**
 * What follows from the other fields of a filing. A record that says no known-from is known from its filing date. The
 * family is known only where issuer and form are: without them it is not known what an amendment amends.
 */
export function deriveFiling(record: AnyRecord): AnyRecord {
  const given = record as InsiderFiling; // records are checked against the declaration when they enter
  const filing = { ...given, ...knownOf(given) };
  const isAmendment = filing.form?.endsWith('/A') === true;
  const filed = familyOf(filing, filedOn(filing));
  return {
    ...filing,
    insider_slug: insiderSlug({ cik: filing.owner_cik, name: filing.insider_name }),
    family: isAmendment ? familyOf(filing, filing.amends_filed_on?.slice(0, 10)) : filed,
    own_family: isAmendment ? filed : null,
    trade_key: tradeKey(filing),
  };
}

/** No filing is known before it is filed: what says so is known from when it was. */
function knownOf(filing: InsiderFiling): Known {
  const stated = statedKnown(filing);
  const whenFiled = knownWhenFiled(filing.filing_date);
  return stated && stated.known_from >= whenFiled.known_from ? stated : whenFiled;
}

/** Midnight UTC is what a day becomes, so it is taken as one. */
const knownWhenFiled = (filedAt: Date): Known =>
  filedAt.getTime() % DAY_MS === 0 ? knownByDay(filedAt) : knownExactly(filedAt);

const DAY_MS = 86_400_000;

/** @param day of a form, `YYYY-MM-DD`. */
function familyOf({ issuer_cik, form }: InsiderFiling, day: string | undefined): string | null {
  if (!issuer_cik || !form || day === undefined) return null;
  return [issuer_cik, form.replace('/A', ''), day].join('|');
}
