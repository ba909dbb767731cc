import { insiderFilings } from '../../feeds/insider/feed.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import { type Format, type Item, type Parser, SourceError } from '../format.ts';
import { filingRows } from './form345-filing.ts';
import { filingItems } from './form345-items.ts';
import { contextOf, layoutIn, type SetLayout, type TableLayout } from './form345-layout.ts';
import { type Header, readTable, rowOf } from './form345-rows.ts';
import { findSets, type TableName, type TableSet } from './form345-set.ts';
import { type FilingLines, type FilingSorter, openFilingSorter, type TableLine } from './form345-sorter.ts';
import { COLUMNS, TRANSACTION_TABLES } from './form345-tables.ts';
import { readEach } from './read-each.ts';

const FILINGS = { name: 'sec-tsv', version: 2, captures: 'state' } as const;

/** A filing as it is kept: its lines by table, with the columns in the context. */
type FilingEntry = Partial<Record<TableName, readonly string[]>>;

/** Reads filings of a set again. Of a line it is no longer known which of its file it was. */
const filingParser: Parser = {
  ...FILINGS,
  feed: insiderFilings,
  async *reread({ place, context, entries }) {
    const layout = layoutIn(place, context);
    yield* begin(layout);
    const days = new Map();
    for await (const { at, content } of entries) {
      const lines = Object.entries(JSON.parse(content) as FilingEntry); // written below
      const tables = lines.map(([name, texts]) => {
        return [name as TableName, texts.map((text, index) => ({ at: `line ${index + 1}`, text }))] as const;
      });
      const filing = { accession: accessionOf(tables, layout), tables: new Map(tables) };
      yield jsonEntry(at, Object.fromEntries(lines));
      yield* filingItems(filingRows(filing, layout), FILINGS.name, days);
    }
  },
};

/**
 * The quarterly Insider Transactions Data Sets: all tables of one folder or zip are one set, sets are read one after another.
 * The lines of a set wait on disk until they are together by filing (see `FilingSorter`), so memory does not grow with the
 * set. Every table is read to its end before the first record comes out, so a set with a damaged file yields none. One damaged
 * set among several is one rejection, alone it throws.
 */
export const secTsv: Format = {
  name: 'sec-tsv',
  description: 'SEC Insider Transactions Data Sets: the zip, its folder, or the .tsv files (also .gz)',
  feed: insiderFilings,
  async *read(paths) {
    yield* readEach(await findSets(paths), (set) => set.folder, readSet);
  },
  parsers: [filingParser],
};

async function* readSet(set: TableSet): AsyncGenerator<Item> {
  if (set.fault) throw set.fault;
  if (!set.files.has('SUBMISSION')) {
    throw new SourceError(
      `${set.folder}: has no SUBMISSION.tsv, which holds what every other table refers to`,
    );
  }
  const sorter = openFilingSorter();
  try {
    const layout = await sortLines(set, sorter);
    yield* begin(layout);
    const days = new Map();
    for (const filing of sorter.filings()) yield* itemsOf(filing, layout, days);
  } finally {
    sorter.close();
  }
}

async function sortLines({ folder, files }: TableSet, sorter: FilingSorter): Promise<SetLayout> {
  const tables = new Map<TableName, TableLayout>();
  for (const [name, file] of files) {
    for await (const { header, line } of readTable(file, COLUMNS[name])) {
      if (line === null) tables.set(name, { file, header });
      else sorter.add(accessionIn(header, line), name, line);
    }
  }
  return { folder, tables };
}

const accessionIn = (header: Header, line: TableLine): string => rowOf(header, line).text('ACCESSION_NUMBER');

/** All lines of a filing have the same. */
function accessionOf(
  [first]: readonly (readonly [TableName, readonly TableLine[]])[],
  { tables }: SetLayout,
): string {
  const header = first && tables.get(first[0])?.header;
  return header && first[1][0] ? accessionIn(header, first[1][0]) : '';
}

/** A set may be cut down, as samples are; what is then not known must not pass for complete. */
function* begin(layout: SetLayout): Generator<Item> {
  yield captureMark(FILINGS, layout.folder, contextOf(layout));
  for (const { name } of TRANSACTION_TABLES) {
    if (!layout.tables.has(name))
      yield { kind: 'noted', reason: `set without ${name}: its transactions are missing` };
  }
  if (!layout.tables.has('REPORTINGOWNER')) {
    yield { kind: 'noted', reason: 'set without REPORTINGOWNER: insiders are known by signature only' };
  }
}

function* itemsOf(
  filing: FilingLines,
  layout: SetLayout,
  days: Parameters<typeof filingItems>[2],
): Generator<Item> {
  const lines = [...filing.tables].map(([name, all]) => [name, all.map(({ text }) => text)]);
  yield jsonEntry(filing.accession, Object.fromEntries(lines));
  yield* filingItems(filingRows(filing, layout), FILINGS.name, days);
}
