import { isObject } from '../../feed/json.ts';
import { congress } from '../../feeds/congress/feed.ts';
import { entryParser, numbered } from '../entry-parser.ts';
import type { Format, Item, Rejection } from '../format.ts';
import { readText } from '../read-file.ts';
import { LEGISLATORS, type Legislator, type StatedName, type Term } from './legislator.ts';
import { namesOf, officialName } from './legislator-names.ts';
import { entriesOf, textOf } from './read-directory.ts';

const parser = entryParser({
  name: 'legislators',
  version: 1,
  feed: congress,
  captures: 'state',
  read: (entry, { file, at }) => [legislatorItem(entry, file, at)],
});

export const legislators: Format = {
  name: 'legislators',
  description: 'Members of Congress: legislators-current.yaml (or .json) of the unitedstates project',
  feed: congress,
  async *read(files) {
    for (const file of files) {
      yield* parser.parse(file, numbered('entry', entriesOf(await readText(file), file)));
    }
  },
  parsers: [parser],
};

type Entry = Readonly<Record<string, unknown>>;

/** One member of the directory, as a reference of the kind. */
export function legislatorItem(raw: unknown, file: string, at: string, kind = LEGISLATORS): Item {
  const reject = (field: string | null, reason: string): Rejection => {
    return { kind: 'rejected', file, at, field, reason, raw };
  };
  if (!isObject(raw)) return reject(null, 'not an object');
  const key = isObject(raw.id) ? textOf(raw.id, 'bioguide') : null;
  if (key === null) return reject('id.bioguide', 'no Bioguide number');
  const name = isObject(raw.name) ? statedName(raw.name) : null;
  const names = name === null ? null : namesOf(name);
  if (name === null || names === null) return reject('name', 'no first or last name');
  const terms = Array.isArray(raw.terms) ? raw.terms.flatMap(termsOf) : [];
  if (terms.length === 0) return reject('terms', 'no term that can be read');
  const value: Legislator = { official: officialName(name), names, terms };
  return { kind: 'reference', reference: kind, key, value };
}

const statedName = (name: Entry): StatedName => ({
  first: textOf(name, 'first'),
  middle: textOf(name, 'middle'),
  last: textOf(name, 'last'),
  suffix: textOf(name, 'suffix'),
  nickname: textOf(name, 'nickname'),
  official: textOf(name, 'official_full'),
});

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
