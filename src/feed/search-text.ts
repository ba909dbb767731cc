/** What can be searched for, in the order in which equally good hits are shown. */
export const SEARCH_TYPES = [
  'ASSET',
  'POLITICIAN',
  'INSIDER',
  'STRATEGY',
  'WHALE',
  'PREDICTION_MARKET',
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** Longest word that is compared, in characters: an address of a wallet has 42. */
const MAX_WORD = 64;
const MAX_WORDS = 60;

/**
 * The words of a text as search compares them: without case, accents and punctuation. `U.S. Steel` is `us`, `steel`;
 * `McDonald's` is `mcdonalds`; `AT&T` is `at`, `t`. Languages that put no spaces between words have long ones.
 */
export function searchWords(text: string): readonly string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mn}+|['’]/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu, (dotted) => dotted.replaceAll('.', ''));
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, MAX_WORDS).map((word) => [...word].slice(0, MAX_WORD).join(''));
}

/**
 * The words of a name that is written in one: it is split before capitals and numbers. `MeanReversion_BTC_1h` is `mean`,
 * `reversion`, `btc`, `1h`; `RSIDip14` is `rsi`, `dip`, `14`.
 */
export const joinedWords = (text: string): readonly string[] => searchWords(text.replace(JOINT, ' '));

const JOINT = /(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{Lu}\p{N}])(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})/gu;

/** Forms of a company, which tell nothing apart: `Apple Inc.` is found as `Apple`. */
const LEGAL_FORMS: ReadonlySet<string> = new Set([
  'inc',
  'incorporated',
  'corp',
  'corporation',
  'co',
  'company',
  'ltd',
  'limited',
  'plc',
  'llc',
  'lp',
  'sa',
  'nv',
  'ag',
  'se',
  'ab',
  'asa',
  'oyj',
  'spa',
]);

/** The words of a company's name without the form of the company behind it; all of them where nothing else is left. */
export function issuerWords(text: string): readonly string[] {
  const words = searchWords(text);
  const last = words.findLastIndex((word) => !LEGAL_FORMS.has(word));
  return last < 0 ? words : words.slice(0, last + 1);
}

/**
 * A word and what is left of it without one of its letters. Two words have one of these in common if they differ in one
 * letter that is missing, added or another, or in two neighbours that changed places; few other words have (`isNear`).
 * None of short words, numbers and long ones: `2026` is no misspelled `2024`.
 */
export function nearForms(word: string): readonly string[] {
  if (!/^\p{L}{4,24}$/u.test(word)) return [];
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

/** Whether two words differ in one letter that is missing, added or another, or in two neighbours that changed places. */
export function isNear(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shortest - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
