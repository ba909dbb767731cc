import { type RawBuilder, sql } from 'kysely';

/** Whether a name has a text in any part, without regard to case; `%`, `_` and `\` stand for themselves. */
export function nameContains(name: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  return sql`${name} ILIKE ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;
}
