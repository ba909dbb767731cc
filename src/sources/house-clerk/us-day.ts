import { parseLocalDateTime } from '../../feed/value.ts';

/** An American day, `5/12/2024` or `05/12/2024`, as a local date-time; null when it is no day of the calendar. */
export function parseUsDay(text: string | null): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text?.trim() ?? '');
  if (!match) return null;
  const [, month = '', day = '', year = ''] = match;
  return parseLocalDateTime(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
