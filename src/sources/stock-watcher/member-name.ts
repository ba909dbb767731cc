import { isSuffix, partsOfName } from '../legislators/name-words.ts';

/**
 * The name given name first, as spelled but for titles and the comma: "McConnell, A. Mitchell Jr." is
 * "A. Mitchell McConnell Jr.", "Joseph Manchin, Iii" is "Joseph Manchin III".
 */
export function memberName(filer: string): string {
  const parts = partsOfName(filer).map((part) => part.split(' '));
  const suffixes = parts.flat().filter(isSuffix).map(suffixText);
  const [first = [], ...others] = parts
    .map((part) => part.filter((word) => !isSuffix(word)))
    .filter((part) => part.length > 0);
  return [...others.flat(), ...first, ...suffixes].join(' ');
}

function suffixText(word: string): string {
  const bare = word.replace(/\.$/, '').toLowerCase();
  if (bare === 'jr') return 'Jr.';
  return bare === 'sr' ? 'Sr.' : bare.toUpperCase();
}
