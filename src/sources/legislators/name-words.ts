/** A name cut into comparable words: lower case, without accents, titles and punctuation. */
export interface NameWords {
  /** Given names and initials in order, nicknames included. Without `comma`, the surname too. */
  readonly words: readonly string[];
  /** The surname where the spelling marks it ("Last, First"); else null, and it is the end of `words`. */
  readonly surname: readonly string[] | null;
  /** `jr`, `sr`, `ii`, `iii`, `iv`; null when not stated. */
  readonly suffix: string | null;
}

// Titles that disclosure forms leave inside names ("Guy Mr Reschenthaler", "Neal Patrick MD, Facs Dunn").
const TITLES = /(?<![\p{L}.])(?:mr|mrs|ms|dr|md|m\.d|facs|hon)\b\.?,?/giu;
const SUFFIX = /^(?:jr|sr|ii|iii|iv)$/;

/** Spaces out the parts of a disclosed name; titles and stray commas are gone. */
export function partsOfName(name: string): readonly string[] {
  return name
    .replace(TITLES, ' ')
    .split(',')
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
}

export const isSuffix = (word: string): boolean => SUFFIX.test(word.toLowerCase().replace(/\.$/, ''));

/** Reads "First Middle Last Suffix", "First Last, Suffix" and "Last Suffix, First Middle Suffix". */
export function wordsOfName(name: string): NameWords {
  const parts = partsOfName(name).map(plainWords);
  const suffix = parts.flat().find((word) => SUFFIX.test(word)) ?? null;
  const named = parts
    .map((part) => part.filter((word) => !SUFFIX.test(word)))
    .filter((part) => part.length > 0);
  const [first = [], ...others] = named;
  if (others.length === 0) return { words: first, surname: null, suffix };
  return { words: others.flat(), surname: first, suffix };
}

/** The words of a text in lower case ASCII: `O'Neill-Sánchez` is `oneill`, `sanchez`. */
export function plainWords(text: string): readonly string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’‘`]/g, '')
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
