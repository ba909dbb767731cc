import type { CongressTrade } from '../../feeds/congress/feed.ts';
import type { References } from '../format.ts';
import { COMMITTEE_MEMBERS, COMMITTEES, type Committee, type CommitteeMembers } from './committees.ts';

export const COMMITTEE_KINDS = [COMMITTEES, COMMITTEE_MEMBERS] as const;

type Seats = NonNullable<CongressTrade['committees']>;

/**
 * The committees that each member sits on, by Bioguide number, in the order of their ids. Subcommittees are left out, and a seat
 * on a committee whose name no directory has. Null for a number before any membership was imported.
 */
export function createCommitteeSeats(references: References): (id: string) => Seats | null {
  const committees = references.get(COMMITTEES);
  const members = references.get(COMMITTEE_MEMBERS);
  if (!committees?.size || !members?.size) return () => null;
  const byMember = new Map<string, Seats[number][]>();
  for (const [id, value] of [...members].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const committee = committees.get(id) as Committee | undefined; // as the format of the kind made it
    if (!committee || committee.parent !== null) continue;
    for (const { politician_id, side, rank, title } of (value as CommitteeMembers).seats) {
      const seats = byMember.get(politician_id) ?? [];
      seats.push({ id, name: committee.name, side, rank, title });
      byMember.set(politician_id, seats);
    }
  }
  return (id) => byMember.get(id) ?? [];
}
