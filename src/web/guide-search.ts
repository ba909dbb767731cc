import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';

/** A part of a guide, as `build-guide-passages.ts` writes them. */
export interface Passage {
  readonly id: number;
  readonly url: string;
  readonly guide: string;
  readonly heading: string;
  readonly text: string;
  readonly audience: 'users' | 'operators' | 'developers';
}

export interface Hit extends Passage {
  /** Where in the text a word was found first; 0 where none was. */
  readonly at: number;
}

/** Words of questions that say nothing of what is asked. */
const STOP_WORDS = new Set(
  (
    'a am an and are as at be been by can could did do does for from get gets got had has have how i if in is it its ' +
    'me much my no not of on or our shall should so some that the their them then there these this those to too ' +
    'us was we were what when where which who why will with would you your'
  ).split(' '),
);

/** What readers call a thing, and what the guides call it. */
const SYNONYMS: readonly (readonly [readers: RegExp, guides: string])[] = [
  [/\b401\b/, 'KEY_MISSING KEY_INVALID'],
  [/\b403\b/, 'SCOPE_MISSING KEY_REVOKED'],
  [/\b429\b|too many requests/, 'RATE_LIMITED'],
  [/chat ?gpt|openai|\bclaude\b|gemini|copilot/, 'assistants agents'],
  [/\bde-?dup|duplicate/, 'webhook-id twice'],
  [/reconnect|disconnect/, 'stream ends connect'],
  [/\be-?mail/, 'mail'],
  [/log ?in\b|password/, 'sign account'],
  [/look-?ahead|survivorship|\bpead\b/, 'look-ahead research'],
  [/pagina/, 'pages page_size'],
  [/point[- ]in[- ]time|\bknew\b|\bknow on\b/, 'as_of moment known'],
  [/\bplans?\b|pricing|subscription fee/, 'tiers prices'],
  [/\bretr(y|ies)/, 'delivery fails'],
  [/\bssrf\b/, 'webhook public address port 443'],
  [/unsubscri/, 'unsubscribed mail'],
  [/\b(bulk|whole feed|everything)\b/, 'exports'],
];

/** Guides for users come before those for others that match as well. */
const WEIGHTS: Readonly<Record<Passage['audience'], number>> = { users: 1, operators: 0.4, developers: 0.25 };

const MAX_HITS = 20;

const WORD = /[\p{L}\p{N}_]+(?:['’]\p{L}+)?/gu;

/** Stems of a word: `RATE_LIMITED` is found by its parts, too. */
function termsOf(word: string): string[] {
  const plain = word.toLowerCase().replace(/['’]s$/, '');
  const parts = plain.includes('_') ? [plain, ...plain.split('_')] : [plain];
  return parts.filter((part) => part !== '').map(stemOf);
}

/** Words come again and again, and a stem takes longer than a look-up. */
const stems = new Map<string, string>();
function stemOf(word: string): string {
  const stem = stems.get(word) ?? stemmer(word);
  stems.set(word, stem);
  return stem;
}

/**
 * Reads the passages, in pieces between which the page goes on. The result finds those that answer a question: first those with most
 * of its words, the rarest of them, or with a word in a heading.
 */
export async function createGuideSearch(
  passages: readonly Passage[],
): Promise<(question: string) => readonly Hit[]> {
  const index = new MiniSearch<Passage>({
    fields: ['guide', 'heading', 'text'],
    tokenize: (text) => text.match(WORD) ?? [],
    processTerm: termsOf,
    storeFields: ['audience'],
    searchOptions: {
      boost: { guide: 2, heading: 3 },
      boostDocument: (_id, _term, stored) => WEIGHTS[stored?.audience as Passage['audience']],
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      weights: { prefix: 0.3, fuzzy: 0.15 },
      bm25: { k: 1.2, b: 0.4, d: 0.5 },
    },
  });
  await index.addAllAsync(passages);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));

  return (question) => {
    const guides = new Set<string>();
    const hits: Hit[] = [];
    for (const { id, terms } of index.search(tellingWords(question))) {
      const passage = byId.get(id);
      // One of each guide: its best. The rest is on the same page, and other guides are not crowded out.
      if (!passage || guides.has(passage.guide)) continue;
      guides.add(passage.guide);
      hits.push({ ...passage, at: placeOf(passage.text, new Set(terms)) });
      if (hits.length === MAX_HITS) break;
    }
    return hits;
  };
}

/** The words of a question without those that every question has, and with what the guides say instead. */
function tellingWords(question: string): string {
  const asked = question.toLowerCase();
  const words = asked.match(WORD) ?? [];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  const meant = SYNONYMS.flatMap(([readers, guides]) => (readers.test(asked) ? guides : []));
  return [...(telling.length > 0 ? telling : words), ...meant].join(' ');
}

function placeOf(text: string, terms: ReadonlySet<string>): number {
  for (const { 0: word, index } of text.matchAll(WORD))
    if (termsOf(word).some((term) => terms.has(term))) return index;
  return 0;
}
