import type { AnyRecord } from '../../feed/feed.ts';
import { classified } from './classified.ts';
import type { InsiderFiling } from './feed.ts';
import { mergeFootnotes, mergeOwners } from './merge-lists.ts';

/** Origins that report the same transaction under the same id, the poorer first. */
const ORIGINS: readonly (string | null)[] = ['sec-tsv', 'sec-ownership'];

/**
 * What becomes of a transaction that the SEC's document and its quarterly tables both report, whichever is imported
 * first: what one does not say never erases what the other said, and where both say something the document counts, or
 * of two of a kind the later. Fields that belong together come from one of them: the moment of acceptance counts more
 * than a day, an owner with a number more than a signature. What follows from the facts follows anew. Records of any other
 * origin replace what is there.
 */
export function mergeFilings(storedRecord: AnyRecord, incomingRecord: AnyRecord): AnyRecord {
  // Records are checked against the declaration when they enter.
  const [stored, incoming] = [storedRecord as InsiderFiling, incomingRecord as InsiderFiling];
  const ranks = [ORIGINS.indexOf(stored.origin), ORIGINS.indexOf(incoming.origin)] as const;
  if (ranks[0] < 0 || ranks[1] < 0) return incoming;
  const [better, other] = ranks[0] > ranks[1] ? [stored, incoming] : [incoming, stored];
  const known = Object.fromEntries(
    Object.entries(better).map(([name, value]) => [name, value ?? other[name as keyof InsiderFiling]]),
  ) as InsiderFiling; // the fields of `better`, each with a value of its own type
  const dated = isAccepted(other) && !isAccepted(better) ? other : better;
  const { filing_date, known_from, known_precision } = dated;
  return classified({
    ...known,
    ...ownerOf(known, better, other),
    filing_date,
    known_from,
    known_precision,
    // Both follow from the directory, which may have left them null.
    asset_symbol: better.asset_symbol,
    filed_symbol: better.filed_symbol,
    reporting_owners: mergeOwners(better.reporting_owners, other.reporting_owners),
    footnotes: mergeFootnotes(better.footnotes, other.footnotes),
  });
}

/** Whether it says when the form was accepted, and not just on which day. */
function isAccepted({ known_precision: precision }: InsiderFiling): boolean {
  return precision === 'EXACT';
}

/** Of a joint filing the two may name different owners, who must not be mixed. */
function ownerOf(known: InsiderFiling, better: InsiderFiling, other: InsiderFiling) {
  const isSame = better.owner_cik === other.owner_cik;
  const from = isSame ? known : better.owner_cik === null ? other : better;
  const { owner_cik, insider_name, insider_title, is_director, is_ten_percent, is_officer, other_relation } =
    from;
  return { owner_cik, insider_name, insider_title, is_director, is_ten_percent, is_officer, other_relation };
}
