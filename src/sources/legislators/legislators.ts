import { parse, YAMLParseError } from 'yaml';
import { isObject } from '../../feed/json.ts';
import { congress } from '../../feeds/congress/feed.ts';
import { type Format, type Item, type Rejection, SourceError } from '../format.ts';
import { readText } from '../read-file.ts';
import { plainWords } from './name-words.ts';

/** Kind of the references this format emits; the key is the Bioguide number. */
export const LEGISLATORS = 'legislators';

/** A stretch of a member's service under one party; a term with a change of party is several of them. */
export interface Term {
  readonly type: 'rep' | 'sen';
  readonly state: string;
  /** Representatives only; 0 for a seat at large. */
  readonly district: number | null;
  /** As the directory names it: `Democrat`, `Republican`, `Independent`. */
  readonly party: string | null;
  /** Days `YYYY-MM-DD`, both inclusive. */
  readonly start: string;
  readonly end: string;
}

/** What of a member is needed to recognise a filer and to know party and state. Words are as `plainWords` cuts them. */
export interface Legislator {
  readonly names: {
    readonly surname: readonly string[];
    /** First and middle names, nickname, and what stands before the surname in the official name. */
    readonly given: readonly string[];
    readonly suffix: string | null;
    /** Whether the directory has a middle name, so that another one speaks against the member. */
    readonly isComplete: boolean;
  };
  /** Oldest first. */
  readonly terms: readonly Term[];
}

export const legislators: Format = {
  name: 'legislators',
  description: 'Members of Congress: legislators-current.yaml of the unitedstates project',
  feed: congress,
  async *read(files) {
    for (const file of files) {
      for (const [index, entry] of entriesOf(await readText(file), file).entries()) {
        yield legislatorItem(entry, file, `entry ${index + 1}`);
      }
    }
  },
};

type Entry = Readonly<Record<string, unknown>>;

function entriesOf(text: string, file: string): readonly unknown[] {
  let entries: unknown;
  try {
    entries = parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const line = error.linePos ? `line ${error.linePos[0].line}: ` : '';
    throw new SourceError(`${file}: ${line}not YAML (${error.code})`, { cause: error });
  }
  if (!Array.isArray(entries)) throw new SourceError(`${file}: must be a list of legislators`);
  return entries;
}

/** One member of the directory. */
export function legislatorItem(raw: unknown, file: string, at: string): Item {
  const reject = (field: string | null, reason: string): Rejection => {
    return { kind: 'rejected', file, at, field, reason, raw };
  };
  if (!isObject(raw)) return reject(null, 'not an object');
  const key = isObject(raw.id) ? textOf(raw.id, 'bioguide') : null;
  if (key === null) return reject('id.bioguide', 'no Bioguide number');
  const names = isObject(raw.name) ? namesOf(raw.name) : null;
  if (names === null) return reject('name', 'no first or last name');
  const terms = Array.isArray(raw.terms) ? raw.terms.flatMap(termsOf) : [];
  if (terms.length === 0) return reject('terms', 'no term that can be read');
  const value: Legislator = { names, terms };
  return { kind: 'reference', reference: LEGISLATORS, key, value };
}

function namesOf(name: Entry): Legislator['names'] | null {
  const surname = plainWords(textOf(name, 'last') ?? '');
  const first = plainWords(textOf(name, 'first') ?? '');
  if (surname.length === 0 || first.length === 0) return null;
  const middle = plainWords(textOf(name, 'middle') ?? '');
  const nickname = plainWords(textOf(name, 'nickname') ?? '');
  const official = plainWords(textOf(name, 'official_full') ?? '');
  const end = official.join(' ').lastIndexOf(surname.join(' '));
  const before = end < 0 ? [] : plainWords(official.join(' ').slice(0, end));
  return {
    surname,
    given: [...new Set([...first, ...middle, ...nickname, ...before])],
    suffix: plainWords(textOf(name, 'suffix') ?? '')[0] ?? null,
    isComplete: middle.length > 0,
  };
}

function termsOf(term: unknown): readonly Term[] {
  if (!isObject(term) || (term.type !== 'rep' && term.type !== 'sen')) return [];
  const [state, start, end] = [textOf(term, 'state'), textOf(term, 'start'), textOf(term, 'end')];
  if (state === null || start === null || end === null) return [];
  const district = typeof term.district === 'number' ? term.district : null;
  const whole: Term = { type: term.type, state, district, party: textOf(term, 'party'), start, end };
  // `party` is the one at the end of the term; members who changed it have the stretches listed.
  const stretches = Array.isArray(term.party_affiliations) ? term.party_affiliations.filter(isObject) : [];
  if (stretches.length === 0) return [whole];
  return stretches.map((stretch) => ({
    ...whole,
    party: textOf(stretch, 'party'),
    start: textOf(stretch, 'start') ?? start,
    end: textOf(stretch, 'end') ?? end,
  }));
}

function textOf(entry: Entry, name: string): string | null {
  const value = entry[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
