import { sql } from 'kysely';
import type { CommitteeSeat } from '../../core/directory-ports.ts';
import type { Database } from '../connection/database.ts';
import { textArray } from '../schema/column.ts';

/** Seats of members, by their Bioguide numbers; none of a committee whose own entry is not known. */
export async function readCommittees(
  db: Database,
  members: readonly string[],
): Promise<readonly (readonly CommitteeSeat[])[]> {
  const rows = await db.run(sql<CommitteeSeat & { readonly member: string }>`
    SELECT seat->>'politician_id' AS member, committee.key AS committee, committee.value->>'name' AS name,
      whole.value->>'name' AS parent, committee.value->>'chamber' AS chamber, seat->>'title' AS title
    FROM reference AS seats
    CROSS JOIN LATERAL jsonb_array_elements(seats.value->'seats') AS seat
    JOIN reference AS committee ON committee.kind = 'committees' AND committee.key = seats.key
    LEFT JOIN reference AS whole ON whole.kind = 'committees' AND whole.key = committee.value->>'parent'
    WHERE seats.kind = 'committee-members' AND seat->>'politician_id' = ANY(${textArray(members, 'text')})
    ORDER BY committee.key COLLATE "C"`);
  const byMember = Map.groupBy(rows, ({ member }) => member);
  return members.map((member) => (byMember.get(member) ?? []).map(({ member: _, ...seat }) => seat));
}
