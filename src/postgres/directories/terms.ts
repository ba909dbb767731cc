import { sql } from 'kysely';
import type { View } from '../../core/access/view.ts';
import type { PoliticianTerm } from '../../core/directory-ports.ts';
import type { Database } from '../connection/database.ts';
import { textArray } from '../schema/column.ts';

/** Kinds of the references that tell of members. */
export const MEMBER_KINDS = sql`('legislators', 'former-legislators', 'last-seats')`;

/**
 * A member may stand in several files: the entry with more terms counts, of as many that of the former members, whose last
 * term has the day on which it really ended; the last seat alone only where nothing else is known.
 */
export const FULLEST_FIRST = sql`kind = 'last-seats', jsonb_array_length(value->'terms') DESC, kind = 'former-legislators' DESC`;

/** A term as the references have it. */
interface StoredTerm extends Pick<PoliticianTerm, 'state' | 'district' | 'start' | 'end'> {
  readonly type: 'rep' | 'sen';
  readonly party: string | null;
}

/**
 * Terms of members, by their Bioguide numbers, the newest first; null for whom no file has. As of a moment those that had
 * begun, and the end of the one that ran is not told: it may have ended early.
 */
export async function readTerms(
  db: Database,
  members: readonly string[],
  view: View,
): Promise<readonly (readonly PoliticianTerm[] | null)[]> {
  const rows = await db.run(sql<{ readonly key: string; readonly terms: readonly StoredTerm[] }>`
    SELECT DISTINCT ON (key) key, value->'terms' AS terms FROM reference
    WHERE kind IN ${MEMBER_KINDS} AND key = ANY(${textArray(members, 'text')}) ORDER BY key, ${FULLEST_FIRST}`);
  const today = view.asOf?.toISOString().slice(0, 'YYYY-MM-DD'.length) ?? null;
  const byMember = new Map(rows.map(({ key, terms }) => [key, shownTerms(terms, today)]));
  return members.map((member) => byMember.get(member) ?? null);
}

/** @param today as of a moment its day */
function shownTerms(terms: readonly StoredTerm[], today: string | null): readonly PoliticianTerm[] {
  const begun = terms.filter(({ start }) => today === null || start === null || start <= today);
  return begun
    .map(({ type, party, end, ...term }) => ({
      ...term,
      chamber: type === 'rep' ? ('house' as const) : ('senate' as const),
      party_name: party,
      end: today !== null && end !== null && end >= today ? null : end,
    }))
    .reverse();
}
