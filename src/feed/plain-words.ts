/** Letters and digits in lower case, words apart by one space, `L.P.` as one word; null for none. */
export function plainWords(text: string | null): string | null {
  const words = (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[.'’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words === '' ? null : words;
}
