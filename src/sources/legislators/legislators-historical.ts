import { CsvError, parse } from 'csv-parse/sync';
import { congress } from '../../feeds/congress/feed.ts';
import { STOCK_ACT } from '../../feeds/congress/stock-act.ts';
import { entryParser, numbered, type Placed } from '../entry-parser.ts';
import { type Format, type Item, SourceError } from '../format.ts';
import { readText } from '../read-file.ts';
import { FORMER_LEGISLATORS, LAST_SEATS, type Legislator, type StatedName } from './legislator.ts';
import { namesOf, officialName } from './legislator-names.ts';
import { legislatorItem } from './legislators.ts';
import { entriesOf } from './read-directory.ts';

type Row = Readonly<Record<string, string>>;

const formerParser = entryParser({
  name: 'legislators-historical',
  version: 1,
  feed: congress,
  captures: 'state',
  read: (entry, { file, at }) => [formerLegislator(entry, file, at)],
});

/** Rows of the CSV. */
const seatParser = entryParser<Row>({
  name: 'last-seats',
  version: 1,
  feed: congress,
  captures: 'state',
  read: (row, { file, at }) => [lastSeat(row, file, at)],
});

/**
 * Those who left Congress. As YAML or JSON the file has every term; as CSV the last seat alone, without its days, so what
 * it says counts only of members whose terms no other file has.
 */
export const legislatorsHistorical: Format = {
  name: 'legislators-historical',
  description:
    'Former members of Congress: legislators-historical.yaml, .json or .csv of the unitedstates project',
  feed: congress,
  async *read(files) {
    for (const file of files) {
      const text = await readText(file);
      if (/^last_name,/.test(text)) yield* seatParser.parse(file, rowsOf(text, file));
      else yield* formerParser.parse(file, numbered('entry', entriesOf(text, file)));
    }
  },
  parsers: [formerParser, seatParser],
};

function formerLegislator(entry: unknown, file: string, at: string): Item {
  const item = legislatorItem(entry, file, at, FORMER_LEGISLATORS);
  const end = item.kind === 'reference' ? (item.value as Legislator).terms.at(-1)?.end : null; // as the line above makes it
  return end && end < STOCK_ACT ? { kind: 'skipped', reason: 'left before the STOCK Act' } : item;
}

interface Line {
  readonly record: Row;
  readonly info: { readonly lines: number };
}

function rowsOf(text: string, file: string): readonly Placed<Row>[] {
  try {
    const rows = parse(text, { columns: true, info: true, trim: true, relax_column_count: true });
    return (rows as readonly Line[]).map(({ record, info }) => ({ at: `line ${info.lines}`, raw: record })); // as the options make them
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new SourceError(`${file}: ${error.message}`, { cause: error });
  }
}

/** Nobody born a century before the Act filed a report under it; of those without a birthday all left long ago. */
const BORN_TOO_EARLY = `${Number(STOCK_ACT.slice(0, 4)) - 100}${STOCK_ACT.slice(4)}`;

function lastSeat(row: Row, file: string, at: string): Item {
  const reject = (field: string | null, reason: string): Item => {
    return { kind: 'rejected', file, at, field, reason, raw: row };
  };
  const of = (column: string): string | null => row[column] || null;
  if ((of('birthday') ?? '') < BORN_TOO_EARLY) {
    return { kind: 'skipped', reason: 'born a century before the STOCK Act, or nobody knows when' };
  }
  const key = of('bioguide_id');
  if (key === null) return reject('bioguide_id', 'no Bioguide number');
  const name: StatedName = {
    first: of('first_name'),
    middle: of('middle_name'),
    last: of('last_name'),
    suffix: of('suffix'),
    nickname: of('nickname'),
    official: of('full_name'),
  };
  const names = namesOf(name);
  if (names === null) return reject('last_name', 'no first or last name');
  const [type, state] = [of('type'), of('state')];
  if ((type !== 'rep' && type !== 'sen') || state === null) return reject('type', 'no seat that can be read');
  const district = of('district') === null ? null : Number(of('district'));
  const term = { type, state, district, party: of('party'), start: null, end: null } as const;
  const value: Legislator = { official: officialName(name), names, terms: [term] };
  return { kind: 'reference', reference: LAST_SEATS, key, value };
}
