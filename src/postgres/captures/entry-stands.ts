import { type RawBuilder, sql } from 'kysely';

/**
 * Whether anything stands on the entry `e` of the capture `c`: a record or input that no later entry became and that was not
 * forgotten; a rejected line; or a skipped one, unless the list it stood in was read again since. `before`: what was superseded
 * later than that counts as if it stood.
 */
export const entryStands = (before: RawBuilder<unknown>): RawBuilder<unknown> => sql`EXISTS (
  SELECT FROM entry_outcome AS o WHERE o.entry = e.id AND CASE o.kind
    WHEN 'rejected' THEN true
    WHEN 'skipped' THEN NOT c.is_state OR coalesce(c.replaced_at >= ${before}, true)
    ELSE coalesce(o.superseded_at >= ${before}, true) END)`;
