/** What the search of the guides finds: `src/web/guide-search.ts` has the words of readers, this the text. */
import { lexer, type Tokens } from 'marked';
import { type Audience, type Guide, plain, textOf } from './build-guide-list.ts';

/** A heading with the text below it, or a word of the glossary. */
export interface Passage {
  readonly url: string;
  readonly guide: string;
  readonly heading: string;
  readonly text: string;
  readonly audience: Audience;
}

/** So many characters of a section are found by. Developers' guides have less weight for readers, too. */
const MAX_TEXT: Readonly<Record<Audience, number>> = { users: 10_000, operators: 4_000, developers: 1_000 };

export function passagesOf({ name, title, file }: Guide, audience: Audience): readonly Passage[] {
  const seen = new Map<string, number>();
  const found: { heading: string; url: string; text: string }[] = [];
  for (const token of lexer(textOf(file))) {
    const last = found.at(-1);
    if (token.type === 'heading') {
      const heading = plain((token as Tokens.Heading).text);
      found.push({ heading, url: `/guides/${name}#${slugOf(heading, seen)}`, text: '' });
    } else if (last && token.type === 'table' && isGlossary(token as Tokens.Table)) {
      for (const [word, meaning] of (token as Tokens.Table).rows)
        found.push({ heading: plain(word?.text ?? ''), url: last.url, text: plain(meaning?.text ?? '') });
    } else if (last && token.type !== 'space') {
      last.text = `${last.text} ${plain(token.raw)}`.trim().slice(0, MAX_TEXT[audience]);
    }
  }
  return found.map((one) => ({ ...one, guide: title, audience }));
}

const isGlossary = ({ header }: Tokens.Table): boolean =>
  header.map(({ text }) => text).join(' ') === 'word meaning';

/** As headings are linked to in the repository: lower case, blanks as hyphens, the second of a name with a number. */
export function slugOf(heading: string, seen: Map<string, number>): string {
  const slug = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  const before = seen.get(slug) ?? 0;
  seen.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}
