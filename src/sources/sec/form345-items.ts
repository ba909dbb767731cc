import type { Item } from '../format.ts';
import { monthNameDay } from './day.ts';
import type { FilingRows } from './form345-filing.ts';
import { type FilingDays, joinedFiling, submittedFiling } from './form345-filings.ts';
import type { Row } from './form345-rows.ts';
import type { TableName } from './form345-set.ts';
import { HOLDING_TABLES, type LineTable, lineNumbers, TRANSACTION_TABLES } from './form345-tables.ts';
import { form345Holding, form345Transaction } from './form345-transaction.ts';
import { holdingItems, periodProblem } from './holding-input.ts';
import { notesOf, SKIPPED } from './left-out.ts';
import { type Problem, problem, rejected } from './problem.ts';
import { type Filing, type Line, transactionRecord } from './transaction-record.ts';

/** What a filing becomes: one item at least, and one for each transaction and each holding. */
export function* filingItems(filing: FilingRows, origin: string, days: FilingDays): Generator<Item> {
  const reject = (table: TableName, row: Row, fault: Problem) =>
    rejected(filing.file(table), row.at, fault, row.raw());
  const [first, ...others] = filing.rows('SUBMISSION');
  const made = first
    ? submittedFiling(first, days)
    : problem('ACCESSION_NUMBER', 'filing is not in SUBMISSION');
  if (first && !made.ok) yield reject('SUBMISSION', first, made);
  for (const row of others) yield reject('SUBMISSION', row, problem('ACCESSION_NUMBER', 'duplicate filing'));
  const fault = first && !made.ok ? problem('ACCESSION_NUMBER', 'filing was rejected') : made;
  const joined: JoinedFiling = fault.ok
    ? { ok: true, filing: joinedFiling(filing, fault.filing, origin) }
    : fault;
  for (const table of HOLDING_TABLES) yield* holdingsIn(filing, table, joined, reject);
  if (made.ok && made.filing.form.startsWith('3')) yield { kind: 'skipped', reason: SKIPPED.form3 };
  const transactions = TRANSACTION_TABLES.flatMap(({ name }) => filing.rows(name));
  if (transactions.length === 0) yield* withoutTransaction(filing, made.ok ? made.filing.form : null);
  else for (const table of TRANSACTION_TABLES) yield* transactionItems(filing, table, joined, reject);
}

type JoinedFiling = { readonly ok: true; readonly filing: Filing } | Problem;
type Reject = (table: TableName, row: Row, fault: Problem) => Item;

/** Holdings name neither owner nor issuer: without their filing, or when it was rejected, they are skipped. */
function* holdingsIn(
  filing: FilingRows,
  table: LineTable,
  joined: JoinedFiling,
  reject: Reject,
): Generator<Item> {
  const rows = filing.rows(table.name);
  const lineOf = linesOf(table, rows);
  const fault = joined.ok ? periodProblem(joined.filing, 'PERIOD_OF_REPORT') : null;
  for (const row of rows) {
    const line = lineOf(row);
    if (!joined.ok) yield { kind: 'skipped', reason: SKIPPED.holding };
    else if (fault) yield reject(table.name, row, fault);
    else if (!line.ok) yield reject(table.name, row, line);
    else yield* holdingItems(joined.filing, line.line, form345Holding(row), monthNameDay);
  }
}

/** Form 3 has none, and a rejected filing was told; holdings of an unknown filing were skipped. */
function* withoutTransaction(filing: FilingRows, form: string | null): Generator<Item> {
  if (form !== null && !form.startsWith('3')) yield { kind: 'skipped', reason: SKIPPED.noTransactionHere };
  const isTold =
    filing.rows('SUBMISSION').length > 0 || HOLDING_TABLES.some(({ name }) => filing.rows(name).length > 0);
  if (!isTold) yield { kind: 'skipped', reason: SKIPPED.unknownFiling };
}

function* transactionItems(
  filing: FilingRows,
  table: LineTable,
  joined: JoinedFiling,
  reject: Reject,
): Generator<Item> {
  const rows = filing.rows(table.name);
  const lineOf = linesOf(table, rows);
  for (const row of rows) {
    const made = recordOf(row, lineOf(row), joined);
    if (!made.ok) yield reject(table.name, row, made);
    else {
      yield { kind: 'record', record: made.record };
      yield* notesOf(made);
    }
  }
}

function recordOf(row: Row, line: ReadLine, joined: JoinedFiling): ReturnType<typeof transactionRecord> {
  if (!row.complete) return problem(null, 'wrong number of columns');
  if (!joined.ok) return joined;
  if (!line.ok) return line;
  return transactionRecord(joined.filing, line.line, form345Transaction(row), monthNameDay);
}

type ReadLine = { readonly ok: true; readonly line: Line } | Problem;

/** Where a row of a table stands on its form. */
function linesOf(table: LineTable, rows: readonly Row[]): (row: Row) => ReadLine {
  const numberOf = lineNumbers(table, rows);
  return (row) => {
    if (!row.complete) return problem(null, 'wrong number of columns');
    const number = numberOf(row);
    return number === null
      ? problem(table.key, 'not a number')
      : { ok: true, line: `${table.line}${number}` };
  };
}
