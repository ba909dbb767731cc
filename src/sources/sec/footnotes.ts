import { camelCase } from '../../feed/name-case.ts';
import type { InsiderFiling } from '../../feeds/insider/feed.ts';
import { FACTS, type NativeTransaction } from './native-transaction.ts';

/** The footnotes of a form. */
export interface FormFootnotes {
  /** By number; without those whose text the source does not have. */
  readonly texts: ReadonlyMap<string, string>;
  /** Numbers that no field of the form refers to: they belong to all of it. */
  readonly loose: readonly string[];
}

type Footnotes = NonNullable<InsiderFiling['footnotes']>;

/** The footnotes of one transaction: those its fields refer to, in the order of the fields, then the loose ones. */
export function footnotesOfTransaction(form: FormFootnotes, native: NativeTransaction): Footnotes {
  const footnote = (field: string | null) => (id: string) => ({
    field,
    id,
    text: form.texts.get(id) ?? null,
  });
  const ofFields = FACTS.flatMap((fact) => inOrder(native[fact].footnotes).map(footnote(camelCase(fact))));
  return [...ofFields, ...inOrder(form.loose).map(footnote(null))];
}

/** F2 comes before F10. */
function inOrder(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/**
 * Whether footnotes or remarks name Rule 10b5-1; null where the text of one is not known and none of the others does. Before
 * April 2023, when the form got its box, this is the only word of it; a footnote may also say that there was no such plan.
 */
export function namesTradingPlan(footnotes: Footnotes, remarks: string | null): boolean | null {
  if ([remarks, ...footnotes.map(({ text }) => text)].some((text) => text !== null && RULE.test(text)))
    return true;
  return footnotes.some(({ text }) => text === null) ? null : false;
}

/** `10b5-1`, `10b5-1(c)`, `10b-5-1`, `10b5 - 1`. */
const RULE = /\b10\s?b\s?-?\s?5\s?[-–]?\s?1\b/i;
