import { newYorkInstant } from '../../feed/new-york-time.ts';
import type { Entry } from '../prediction/entry.ts';

/**
 * A time as PredictIt writes it: `2026-01-31T13:10:26.3247098` or `02/06/2026 11:00:00 AM (ET)`, both Eastern; null for
 * `NA` and `N/A`. That the first is Eastern too is not documented: captures say 13:10 where their other providers, asked
 * in the same minutes, say 18:05 UTC.
 */
export function easternTime(entry: Entry, field: string): Date | null {
  const text = entry.text(field);
  if (text === null || /^N\/?A$/i.test(text)) return null;
  const parts = ISO.exec(text)?.groups ?? SPELLED.exec(text)?.groups;
  const at = parts === undefined ? null : instantOf(parts);
  if (at === null) throw entry.fault(field, 'not a time');
  return at;
}

const ISO =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?$/;
const SPELLED =
  /^(?<month>\d\d)\/(?<day>\d\d)\/(?<year>\d{4}) (?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d))? (?<half>[AP]M) \(ET\)$/;

function instantOf(parts: Readonly<Record<string, string | undefined>>): Date | null {
  const [year, month, day, minute, second] = ['year', 'month', 'day', 'minute', 'second'].map((name) =>
    Number(parts[name] ?? 0),
  ) as [number, number, number, number, number]; // as many as names
  const stated = Number(parts.hour);
  const hour = parts.half === undefined ? stated : (stated % 12) + (parts.half === 'PM' ? 12 : 0);
  const utc = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    utc.getUTCFullYear() === year &&
    utc.getUTCMonth() === month - 1 &&
    utc.getUTCDate() === day &&
    utc.getUTCHours() === hour &&
    utc.getUTCSeconds() === second &&
    utc.getUTCMinutes() === minute &&
    (parts.half === undefined || (stated >= 1 && stated <= 12));
  if (!isReal) return null;
  const ms = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  return new Date(newYorkInstant({ year, month, day, hour, minute, second }).getTime() + ms);
}
