/** What the texts of a field look like that is no enum in GraphQL. */
export interface TextForm {
  /** In words, for errors and descriptions: `a bar length, e.g. 4h`. */
  readonly says: string;
  /** The whole text; also shown in OpenAPI. */
  readonly pattern: RegExp;
}

/** One of a closed set whose words are no names. */
export const wordsForm = (words: readonly string[], flags = ''): TextForm => ({
  says: `one of ${words.join(', ')}`,
  pattern: new RegExp(`^(${words.map((word) => word.replace(/[/()]/g, '\\$&')).join('|')})$`, flags),
});

/** As bars are named; case tells minutes from months. Alerts write months as `mo`. */
export const BAR_LENGTH: TextForm = {
  says: 'a bar length in s, m, h, d, w, M (or mo) or y, where case matters, e.g. 15m, 4h, 1d, 1M',
  pattern: /^[1-9]\d{0,3}(s|m|h|d|w|M|mo|y)$/,
};

/** As points of scorecards are named: days and longer in capitals. */
export const POINT_LENGTH: TextForm = {
  says: 'a length in m, h, D, W, M or Y, where case matters, e.g. 4h, 1D, 1W',
  pattern: /^[1-9]\d{0,3}(m|h|D|W|M|Y)$/,
};

/** What is wrong with a text of the field, and what is allowed; null for one of its form. */
export function formProblem(
  { options: { form } }: { readonly options: { readonly form?: TextForm } },
  value: unknown,
): string | null {
  if (form === undefined || typeof value !== 'string' || form.pattern.test(value)) return null;
  return `must be ${form.says}, not ${JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value)}`;
}
