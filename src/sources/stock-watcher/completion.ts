import { assetOf } from '../../feed/asset.ts';
import { type CongressTrade, congress } from '../../feeds/congress/feed.ts';
import type { Completion, References } from '../format.ts';
import { HOUSE_PTR, type HousePtr } from '../house-clerk/house-clerk-fd.ts';
import { LEGISLATORS, type Legislator } from '../legislators/legislators.ts';
import { findFiler, termOn } from '../legislators/match.ts';
import { SECTORS } from '../sector-lookup/sectors.ts';
import { HOUSE, SENATE } from './chamber.ts';
import { faultOfDisclosure } from './disclosure.ts';

/**
 * Fills what no disclosure says. Everything is worked out anew from the native fields of the record, so a corrected
 * reference corrects the record, and one that went away leaves null. Records of other origin are left as they are.
 */
export const congressCompletion: Completion = {
  feed: congress,
  references: [HOUSE_PTR, LEGISLATORS, SECTORS],
  complete(record, references) {
    const trade = record as CongressTrade; // records of a completion's feed are that feed's
    if (trade.origin !== HOUSE.origin && trade.origin !== SENATE.origin) return record;
    const filedOn = filingDate(trade, references);
    const term = termOfFiler(trade, filedOn, references);
    return {
      ...trade,
      party: PARTIES[term?.party ?? ''] ?? null,
      // The House gives the district itself.
      state: trade.chamber === 'house' ? trade.state : (term?.state ?? null),
      sector: sectorOf(trade, references),
      filing_date: filedOn,
    };
  },
};

const PARTIES: Readonly<Record<string, string>> = { Democrat: 'D', Republican: 'R', Independent: 'I' };

/**
 * The day the Clerk received the document where that is known, for a House file's own date is at times the day the
 * member was notified of the trade, which lies before; else the disclosed day; null where neither can be.
 */
function filingDate(trade: CongressTrade, references: References): string | null {
  const { disclosed_on, transaction_date } = trade;
  const days = [receivedByClerk(trade, references), disclosed_on];
  return days.find((day) => day !== null && faultOfDisclosure(day, transaction_date) === null) ?? null;
}

function receivedByClerk({ chamber, document, state }: CongressTrade, references: References): string | null {
  if (chamber !== 'house' || document === null) return null;
  const ptr = references.get(HOUSE_PTR)?.get(document) as HousePtr | undefined; // as the format of that kind made it
  return ptr !== undefined && ptr.state_dst.slice(0, 2) === state ? ptr.filing_date : null;
}

/** The term in which the filer traded, else the latest one; undefined when the filer is not known for sure. */
function termOfFiler(trade: CongressTrade, filedOn: string | null, references: References) {
  const directory = references.get(LEGISLATORS)?.values() as Iterable<Legislator> | undefined; // likewise
  const { filer, district, transaction_date: tradedOn } = trade;
  if (directory === undefined || filer === null || tradedOn === null) return undefined;
  const chamber = trade.chamber === 'house' ? 'house' : 'senate';
  const member = findFiler({ filer, chamber, district, tradedOn, filedOn }, directory);
  return member === null ? undefined : (termOn(member, tradedOn) ?? member.terms.at(-1));
}

function sectorOf(trade: CongressTrade, references: References): string | null {
  const asset = assetOf(trade.ticker);
  const sector = asset === null ? undefined : references.get(SECTORS)?.get(asset);
  return typeof sector === 'string' ? sector : null;
}
