import { type CongressTrade, congress } from '../../feeds/congress/feed.ts';
import type { Completion, References } from '../format.ts';
import { HOUSE_PTR, type HousePtr } from '../house-clerk/house-clerk-fd.ts';
import { createDirectory, DIRECTORY_KINDS, type Directory, type Member } from '../legislators/directory.ts';
import { partyOf, termNear } from '../legislators/match.ts';
import { SECTORS } from '../sector-lookup/sectors.ts';
import { HOUSE, SENATE } from './chamber.ts';
import { faultOfDisclosure } from './disclosure.ts';
import { stateOfDistrict } from './district.ts';
import { memberName } from './member-name.ts';

/**
 * Fills what no disclosure says. Everything is worked out anew from the native fields of the record, so a corrected
 * reference corrects the record, and one that went away leaves null. Records of other origin are left as they are.
 */
export const congressCompletion: Completion = {
  feed: congress,
  references: [HOUSE_PTR, ...DIRECTORY_KINDS, SECTORS],
  completer(references) {
    const directory = createDirectory(references);
    return (record) => {
      const trade = record as CongressTrade; // records of a completion's feed are that feed's
      if (trade.origin !== HOUSE.origin && trade.origin !== SENATE.origin) return record;
      const filedOn = filingDate(trade, references);
      return {
        ...trade,
        ...personOf(trade, filerOf(trade, filedOn, directory)),
        sector: sectorOf(trade, references),
        filing_date: filedOn,
      };
    };
  },
};

/** Who traded, and party and state at the time of the trade. The House names the state itself. */
function personOf(trade: CongressTrade, member: Member | null) {
  const term = member && trade.transaction_date ? termNear(member, trade.transaction_date) : null;
  return {
    politician_id: member?.id ?? null,
    politician_name:
      member?.official ?? (trade.filer === null ? trade.politician_name : memberName(trade.filer)),
    party: term === null ? null : partyOf(term),
    state: stateOfDistrict(trade.district) ?? term?.state ?? null,
  };
}

function filerOf(trade: CongressTrade, filedOn: string | null, directory: Directory): Member | null {
  const { filer, district, transaction_date: tradedOn } = trade;
  if (filer === null || tradedOn === null) return null;
  const chamber = trade.chamber === 'house' ? 'house' : 'senate';
  return directory.find({ filer, chamber, district, tradedOn, filedOn });
}

/**
 * The day the Clerk received the document where that is known, for a House file's own date is at times the day the
 * member was notified of the trade, which lies before; else the disclosed day; null where neither can be.
 */
function filingDate(trade: CongressTrade, references: References): string | null {
  const { disclosed_on, transaction_date } = trade;
  const days = [receivedByClerk(trade, references), disclosed_on];
  return days.find((day) => day !== null && faultOfDisclosure(day, transaction_date) === null) ?? null;
}

function receivedByClerk(
  { chamber, document, district }: CongressTrade,
  references: References,
): string | null {
  if (chamber !== 'house' || document === null) return null;
  const ptr = references.get(HOUSE_PTR)?.get(document) as HousePtr | undefined; // as the format of that kind made it
  return ptr !== undefined && ptr.state_dst.slice(0, 2) === stateOfDistrict(district)
    ? ptr.filing_date
    : null;
}

function sectorOf(trade: CongressTrade, references: References): string | null {
  const asset = congress.asset?.of(trade);
  const sector = asset?.kind === 'stock' ? references.get(SECTORS)?.get(asset.symbol) : undefined;
  return typeof sector === 'string' ? sector : null;
}
