import { assetKey } from '../../feed/asset.ts';
import { type CongressTrade, congress } from '../../feeds/congress/feed.ts';
import type { Basis, References } from '../format.ts';
import { HOUSE_PTR } from '../house-clerk/house-clerk-fd.ts';
import { COMMITTEE_MEMBERS } from '../legislators/committees.ts';
import { DIRECTORY_KINDS } from '../legislators/directory.ts';
import { SECTORS } from '../sector-lookup/sectors.ts';

/** The references behind what was completed of a trade: the Clerk's entry, the member's, the seats, the sector, the listings. */
export function basisOfTrade(trade: CongressTrade, references: References): readonly Basis[] {
  return [
    ...filingBasis(trade, references),
    ...memberBasis(trade, references),
    ...(trade.committees ?? []).flatMap((seat) =>
      known(references, COMMITTEE_MEMBERS, String(seat.id), ['committees']),
    ),
    ...sectorBasis(trade, references),
    ...symbolBasis(trade),
  ];
}

/** Name, party and state of a member: every entry that the directories have under the number. */
export const memberBasis = (
  { politician_id: id }: CongressTrade,
  references: References,
): readonly Basis[] =>
  id === null
    ? []
    : DIRECTORY_KINDS.flatMap((kind) =>
        known(references, kind, id, ['politician_id', 'politician_name', 'party', 'state']),
      );

function filingBasis({ chamber, document, filing_date: filedOn }: CongressTrade, references: References) {
  if (chamber !== 'house' || document === null || filedOn === null) return [];
  const key = `${document}/${filedOn.slice(0, 10)}`;
  return known(references, HOUSE_PTR, key, ['filing_date', 'filing_type']);
}

function sectorBasis(trade: CongressTrade, references: References) {
  const asset = congress.asset?.of(trade);
  return trade.sector === null || !asset ? [] : known(references, SECTORS, asset.symbol, ['sector']);
}

/** Who the directories say has the symbol of the report, or lists its class under another spelling. */
function symbolBasis({ asset_symbol: joined, filed_symbol: filed }: CongressTrade): readonly Basis[] {
  const symbol = joined?.endsWith('.OLD') ? filed : joined;
  if (!symbol) return [];
  const value = assetKey({ kind: 'stock', symbol });
  return [{ kind: 'listings', by: 'asset', value, fields: ['asset_symbol', 'filed_symbol', 'former_name'] }];
}

const known = (
  references: References,
  reference: string,
  key: string,
  fields: readonly string[],
): readonly Basis[] =>
  references.get(reference)?.has(key) ? [{ kind: 'reference', reference, key, fields }] : [];
