import { AppError, invalidParameter } from '../../errors.ts';
import { before, DURATION, isWholeDays, parseDuration } from '../../feed/duration.ts';
import type { Leaf, LeafValue } from '../../feed/feed.ts';
import { isoTime } from '../../feed/iso-time.ts';
import { compare, type Filter } from '../../feed/query.ts';
import { parseLocalDateTime } from '../../feed/value.ts';

/**
 * The half-open stretch `(now - duration, now]` of a time; of days, the days in it. Times without a zone are read as UTC. Throws
 * INVALID_PARAMETER for what is no duration, or where nothing says when now is.
 * @param path of the operator, for messages: `filter.filingDate.within`.
 */
export function within(leaf: Leaf, value: unknown, path: string, now: Date | null): Filter {
  if (now === null) {
    const message = `${path} does not work in a subscription, which has no fixed now: use gte with a time`;
    throw new AppError('INVALID_PARAMETER', message, { param: path });
  }
  const duration = typeof value === 'string' ? parseDuration(value) : null;
  if (duration === null) throw invalidParameter(path, value, DURATION);
  if (leaf.kind === 'day' && !isWholeDays(duration))
    throw invalidParameter(path, value, 'a duration of whole days, e.g. P30D, because the field is a day');
  const [start, end] = [before(now, duration), now].map((at) => asValue(leaf, at));
  return { op: 'and', of: [compare(leaf, 'gt', start ?? null), compare(leaf, 'lte', end ?? null)] };
}

function asValue({ kind }: Leaf, at: Date): LeafValue {
  if (kind === 'instant') return at;
  return kind === 'day' ? isoTime(at).slice(0, 10) : parseLocalDateTime(isoTime(at).slice(0, -1));
}
