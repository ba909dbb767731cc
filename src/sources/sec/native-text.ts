/** Text as filed without control characters (PostgreSQL refuses U+0000) and with single spaces. */
export function cleanText(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
}

/** Null for what is empty. */
export function textOrNull(text: string): string | null {
  return text === '' ? null : text;
}

/** A number of the SEC for a person or company in its full ten digits; null when it is none. */
export function cikOf(text: string): string | null {
  return /^\d{1,10}$/.test(text) && Number(text) > 0 ? text.padStart(10, '0') : null;
}

/** Forms that report transactions, and form 3, which reports none. */
export function formOf(text: string): '3' | '3/A' | '4' | '4/A' | '5' | '5/A' | null {
  switch (text) {
    case '3':
    case '3/A':
    case '4':
    case '4/A':
    case '5':
    case '5/A':
      return text;
    default:
      return null;
  }
}

export const isAccession = (text: string): boolean => /^\d{10}-\d{2}-\d{6}$/.test(text);
