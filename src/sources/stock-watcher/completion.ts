import { REPORT_DUE } from '../../feed/report-due.ts';
import { type CongressTrade, congress } from '../../feeds/congress/feed.ts';
import { reportKey } from '../../feeds/congress/reconcile-reports.ts';
import type { Completion, References } from '../format.ts';
import { filingsByDocument, HOUSE_PTR, type HousePtr } from '../house-clerk/house-clerk-fd.ts';
import { COMMITTEE_KINDS, createCommitteeSeats } from '../legislators/committee-seats.ts';
import { createDirectory, DIRECTORY_KINDS, type Directory, type Member } from '../legislators/directory.ts';
import { partyOf, termNear } from '../legislators/match.ts';
import { SECTORS } from '../sector-lookup/sectors.ts';
import { createTradeSymbols, TRADE_SYMBOL_KINDS } from '../symbol-directories/trade-symbols.ts';
import { HOUSE, SENATE } from './chamber.ts';
import { basisOfTrade } from './completion-basis.ts';
import { daysOf } from './days.ts';
import { stateOfDistrict } from './district.ts';
import { memberName } from './member-name.ts';

/**
 * Fills what no disclosure says. Everything is worked out anew from the native fields of the record, so a corrected
 * reference corrects the record, and one that went away leaves null. Records of other origin are left as they are.
 */
export const congressCompletion: Completion = {
  feed: congress,
  references: [HOUSE_PTR, ...DIRECTORY_KINDS, ...COMMITTEE_KINDS, SECTORS, ...TRADE_SYMBOL_KINDS, REPORT_DUE],
  completer(references) {
    const directory = createDirectory(references);
    const seatsOf = createCommitteeSeats(references);
    const filings = filingsByDocument(references);
    const withSymbol = createTradeSymbols(references);
    return (record) => {
      const trade = record as CongressTrade; // records of a completion's feed are that feed's
      if (trade.origin !== HOUSE.origin && trade.origin !== SENATE.origin) return record;
      const filed = withSymbol({ ...trade, ...filingOf(trade, filings) });
      const member = filerOf(filed, directory);
      return {
        ...filed,
        ...personOf(filed, member),
        committees: member && seatsOf(member.id),
        report_due: dueOf(filed, references),
        sector: sectorOf(filed, references),
      };
    };
  },
  basis: (record, references) => basisOfTrade(record as CongressTrade, references), // likewise
};

/** The Senate's reports say when they were filed; of the House's the Clerk does. */
function filingOf(trade: CongressTrade, filings: ReadonlyMap<string, readonly HousePtr[]>) {
  if (trade.chamber !== 'house') return daysOf(trade, trade.filing_date);
  const state = stateOfDistrict(trade.district);
  const filing = filings.get(trade.document ?? '')?.find((one) => one.state_dst.slice(0, 2) === state);
  const filing_date = filing?.filing_date ?? null;
  return { ...daysOf(trade, filing_date), filing_date, filing_type: filing?.filing_type ?? null };
}

/** Who traded, and party and state at the time of the trade. The House names the state itself. */
function personOf(trade: CongressTrade, member: Member | null) {
  const day = trade.transaction_date ?? trade.filing_date;
  const term = member && day ? termNear(member, day) : null;
  return {
    politician_id: member?.id ?? null,
    politician_name:
      member?.official ?? (trade.filer === null ? trade.politician_name : memberName(trade.filer)),
    party: term === null ? null : partyOf(term),
    state: stateOfDistrict(trade.district) ?? term?.state ?? null,
  };
}

function filerOf(trade: CongressTrade, directory: Directory): Member | null {
  const { filer, district, traded_on: tradedOn } = trade;
  if (filer === null || tradedOn === null) return null;
  const chamber = trade.chamber === 'house' ? 'house' : 'senate';
  const filedOn = trade.filing_date ?? trade.notification_date;
  return directory.find({ filer, chamber, district, tradedOn, filedOn });
}

/** The last day on which a trade of the report was due, where no day of its filing is known. */
function dueOf(trade: CongressTrade, references: References): string | null {
  const report = trade.filing_date === null ? reportKey(trade) : null;
  const due = report === null ? undefined : references.get(REPORT_DUE)?.get(report);
  return typeof due === 'string' ? due : null;
}

function sectorOf(trade: CongressTrade, references: References): string | null {
  const asset = congress.asset?.of(trade);
  const sector = asset?.kind === 'stock' ? references.get(SECTORS)?.get(asset.symbol) : undefined;
  return typeof sector === 'string' ? sector : null;
}
