import { type CongressTrade, congress } from '../../feeds/congress/feed.ts';
import type { Completion } from '../format.ts';
import { createDirectory, DIRECTORY_KINDS, type Directory, type Member } from './directory.ts';
import { partyOf, termNear } from './match.ts';

/** `origin` of a trade that was sent and whose member the directory told; `name`: the sent `politician_name` is its `filer`. */
const JOINED = { name: 'api-name', filer: 'api-filer' } as const;

/**
 * Joins trades that came over the API without a Bioguide number to the one member that the sent name can mean. The directory
 * then says number, official name, party and state, and the sent name is the `filer`, by which the member is looked up again
 * when the directory changes. A trade sent with a number, or under a name that no or several members fit, stays as it was sent.
 */
export const sentTradeCompletion: Completion = {
  feed: congress,
  references: DIRECTORY_KINDS,
  completer(references) {
    const directory = createDirectory(references);
    return (record) => {
      const trade = asSent(record as CongressTrade); // records of a completion's feed are that feed's
      if (trade.origin || trade.politician_id) return trade;
      const member = memberOf(trade, directory);
      return member ? joined(trade, member) : trade;
    };
  },
};

/** Without what a directory said before. */
function asSent(trade: CongressTrade): CongressTrade {
  if (trade.filer === null || (trade.origin !== JOINED.name && trade.origin !== JOINED.filer)) return trade;
  const sent = { ...trade, origin: null, politician_id: null, politician_name: trade.filer };
  return trade.origin === JOINED.name ? { ...sent, filer: null } : sent;
}

/** Later than any term: of a trade without a day the name and chamber alone have to tell the member. */
const NO_DAY = '9999-12-31T00:00:00';

function memberOf({ chamber, state, district, ...trade }: CongressTrade, directory: Directory) {
  const filer = plainName(trade.filer ?? trade.politician_name);
  const tradedOn = trade.transaction_date ?? trade.filing_date ?? NO_DAY;
  const filedOn = trade.filing_date ?? trade.notification_date ?? null;
  return directory.find({
    filer,
    chamber,
    district: district ?? null,
    state: state?.toUpperCase() ?? null,
    tradedOn,
    filedOn,
  });
}

/** Without the office in front of the name and the party behind it: `Rep. Nancy Pelosi (D-CA)`. */
const plainName = (name: string): string =>
  name
    .replace(
      /^\s*(?:(?:the )?hon(?:orable|\.)?\s+)?(?:rep(?:resentative|\.)?|sen(?:ator|\.)?|congress(?:man|woman))\s+/i,
      '',
    )
    .replace(/\s*[([][DRI](?:[-–, ]+[A-Za-z]{2}(?:-?\d+)?)?[)\]]\s*$/i, '');

function joined(trade: CongressTrade, member: Member): CongressTrade {
  const day = trade.transaction_date ?? trade.filing_date ?? NO_DAY;
  const term = termNear(member, day);
  return {
    ...trade,
    filer: trade.filer ?? trade.politician_name,
    politician_id: member.id,
    politician_name: member.official ?? trade.politician_name,
    party: (term && partyOf(term)) ?? trade.party,
    state: term?.state ?? trade.state,
    origin: trade.filer ? JOINED.filer : JOINED.name,
  };
}
