/** PostgreSQL's text cannot hold U+0000, and a lone surrogate has no UTF-8: neither can be stored, or match anything. */
export const isPlainText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** What a text is allowed to be, where it is not; null for one that is. */
export function textFault(text: string, maxLength: number): string | null {
  if (text.length > maxLength) return `a text of at most ${maxLength} characters, not of ${text.length}`;
  return isPlainText(text) ? null : 'a text without U+0000 and without lone surrogates';
}

/** Most characters of an argument or a parameter of any kind; a cursor is the longest. */
export const MAX_ARGUMENT = 10_000;
