import { insiderFilings } from '../../feeds/insider/feed.ts';
import { type Format, type Item, SourceError } from '../format.ts';
import { monthNameDay } from './day.ts';
import { addFilings, filingIn } from './form345-filings.ts';
import { addFootnotes, addReferences } from './form345-footnotes.ts';
import { type FilingJoin, openFilingJoin } from './form345-join.ts';
import { addLines, lineNumber, TRANSACTION_TABLES, type TransactionTable } from './form345-lines.ts';
import { addOwners } from './form345-owners.ts';
import { type Row, readRows } from './form345-rows.ts';
import { findSets, type TableSet } from './form345-set.ts';
import { form345Transaction, TRANSACTION_COLUMNS } from './form345-transaction.ts';
import { notesOf, SKIPPED } from './left-out.ts';
import { type Problem, problem, rejected } from './problem.ts';
import { readEach } from './read-each.ts';
import { transactionRecord } from './transaction-record.ts';

/**
 * The quarterly Insider Transactions Data Sets: all tables of one folder or zip are one set, sets are read one after another.
 * The filings of a set with their owners and row keys wait on disk for their transactions (see `FilingJoin`),
 * everything else streams, so memory does not grow with the set. Every table is read to its end before the first record
 * comes out, so a set with a damaged file yields none. One damaged set among several is one rejection, alone it throws.
 */
export const secTsv: Format = {
  name: 'sec-tsv',
  description: 'SEC Insider Transactions Data Sets: the zip, its folder, or the .tsv files (also .gz)',
  feed: insiderFilings,
  async *read(paths) {
    yield* readEach(await findSets(paths), (set) => set.folder, readSet);
  },
};

async function* readSet(set: TableSet): AsyncGenerator<Item> {
  if (set.fault) throw set.fault;
  if (!set.files.has('SUBMISSION')) {
    throw new SourceError(
      `${set.folder}: has no SUBMISSION.tsv, which holds what every other table refers to`,
    );
  }
  const join = openFilingJoin();
  try {
    yield* addFilings(set, join);
    await addOwners(set, join);
    await addFootnotes(set, join);
    await addLines(set, join);
    yield* missingTables(set);
    yield* skipHoldings(set, join);
    for (const table of TRANSACTION_TABLES) yield* readTransactions(set, table, join);
  } finally {
    join.close();
  }
}

/** A set may be cut down, as samples are; what is then not known must not pass for complete. */
function* missingTables(set: TableSet): Generator<Item> {
  for (const { name } of TRANSACTION_TABLES) {
    if (!set.files.has(name))
      yield { kind: 'noted', reason: `set without ${name}: its transactions are missing` };
  }
  if (!set.files.has('REPORTINGOWNER')) {
    yield { kind: 'noted', reason: 'set without REPORTINGOWNER: insiders are known by signature only' };
  }
}

async function* skipHoldings(set: TableSet, join: FilingJoin): AsyncGenerator<Item> {
  for (const name of ['NONDERIV_HOLDING', 'DERIV_HOLDING'] as const) {
    const file = set.files.get(name);
    if (file === undefined) continue;
    for await (const row of readRows(file, ['ACCESSION_NUMBER'])) {
      addReferences(row, join);
      yield { kind: 'skipped', reason: SKIPPED.holding };
    }
  }
}

async function* readTransactions(
  set: TableSet,
  table: TransactionTable,
  join: FilingJoin,
): AsyncGenerator<Item> {
  const file = set.files.get(table.name);
  if (file === undefined) return;
  for await (const row of readRows(file, [table.key, ...TRANSACTION_COLUMNS])) {
    const made = recordOf(row, set, table, join);
    if (!made.ok) {
      yield rejected(file, row.at, made, row.raw());
      continue;
    }
    yield { kind: 'record', record: made.record };
    yield* notesOf(made);
  }
}

function recordOf(
  row: Row,
  set: TableSet,
  table: TransactionTable,
  join: FilingJoin,
): ReturnType<typeof transactionRecord> | Problem {
  if (!row.complete) return problem(null, 'wrong number of columns');
  const accession = row.text('ACCESSION_NUMBER');
  const joined = join.find(accession);
  if (joined === undefined) return problem('ACCESSION_NUMBER', 'filing is not in SUBMISSION');
  if (joined === null) return problem('ACCESSION_NUMBER', 'filing was rejected');
  const number = lineNumber(join, accession, table.line, row.text(table.key));
  if (number === null) return problem(table.key, 'not a number');
  return transactionRecord(
    filingIn(accession, joined, secTsv.name, !set.files.has('REPORTINGOWNER')),
    `${table.line}${number}`,
    form345Transaction(row),
    monthNameDay,
  );
}
