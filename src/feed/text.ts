/** PostgreSQL's text cannot hold U+0000, and a lone surrogate has no UTF-8: neither can be stored, or match anything. */
export const isPlainText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** What a text is allowed to be, where it is not; null for one that is. */
export function textFault(text: string, maxLength: number): string | null {
  if (text.length > maxLength) return `a text of at most ${maxLength} characters, not of ${text.length}`;
  return isPlainText(text) ? null : 'a text without U+0000 and without lone surrogates';
}

/** Control characters and line breaks: a terminal obeys them, and a list of one line a row breaks at them. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

export const isOneLine = (text: string): boolean => text.search(CONTROLS) < 0;

/** For a terminal: control characters and line breaks as JSON escapes, `\u001b` for Escape; all but those in `kept`. */
export const visibleControls = (text: string, kept = ''): string =>
  text.replace(CONTROLS, (character) => {
    if (kept.includes(character)) return character;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** Most characters of an argument or a parameter of any kind; a cursor is the longest. */
export const MAX_ARGUMENT = 10_000;
