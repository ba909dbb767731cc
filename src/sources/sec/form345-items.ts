import type { Item } from '../format.ts';
import { monthNameDay } from './day.ts';
import type { FilingRows } from './form345-filing.ts';
import { type FilingDays, joinedFiling, submittedFiling } from './form345-filings.ts';
import type { Row } from './form345-rows.ts';
import type { TableName } from './form345-set.ts';
import { HOLDING_TABLES, lineNumbers, TRANSACTION_TABLES, type TransactionTable } from './form345-tables.ts';
import { form345Transaction } from './form345-transaction.ts';
import { notesOf, SKIPPED } from './left-out.ts';
import { type Problem, problem, rejected } from './problem.ts';
import { type Filing, transactionRecord } from './transaction-record.ts';

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
  for (const _ of HOLDING_TABLES.flatMap((name) => filing.rows(name)))
    yield { kind: 'skipped', reason: SKIPPED.holding };
  if (made.ok && made.filing.form.startsWith('3')) yield { kind: 'skipped', reason: SKIPPED.form3 };
  const transactions = TRANSACTION_TABLES.flatMap(({ name }) => filing.rows(name));
  if (transactions.length === 0) yield* withoutTransaction(filing, made.ok ? made.filing.form : null);
  else {
    const fault = first && !made.ok ? problem('ACCESSION_NUMBER', 'filing was rejected') : made;
    const joined = fault.ok
      ? { ok: true as const, filing: joinedFiling(filing, fault.filing, origin) }
      : fault;
    for (const table of TRANSACTION_TABLES) yield* transactionItems(filing, table, joined, reject);
  }
}

/** Form 3 has none, and a rejected filing was told; holdings of an unknown filing were skipped. */
function* withoutTransaction(filing: FilingRows, form: string | null): Generator<Item> {
  if (form !== null && !form.startsWith('3')) yield { kind: 'skipped', reason: SKIPPED.noTransactionHere };
  const isTold =
    filing.rows('SUBMISSION').length > 0 || HOLDING_TABLES.some((name) => filing.rows(name).length > 0);
  if (!isTold) yield { kind: 'skipped', reason: SKIPPED.unknownFiling };
}

function* transactionItems(
  filing: FilingRows,
  table: TransactionTable,
  joined: { readonly ok: true; readonly filing: Filing } | Problem,
  reject: (table: TableName, row: Row, fault: Problem) => Item,
): Generator<Item> {
  const rows = filing.rows(table.name);
  const numberOf = lineNumbers(table, rows);
  for (const row of rows) {
    const made = recordOf(row, numberOf(row), table, joined);
    if (!made.ok) yield reject(table.name, row, made);
    else {
      yield { kind: 'record', record: made.record };
      yield* notesOf(made);
    }
  }
}

function recordOf(
  row: Row,
  number: number | null,
  table: TransactionTable,
  joined: { readonly ok: true; readonly filing: Filing } | Problem,
): ReturnType<typeof transactionRecord> {
  if (!row.complete) return problem(null, 'wrong number of columns');
  if (!joined.ok) return joined;
  if (number === null) return problem(table.key, 'not a number');
  return transactionRecord(joined.filing, `${table.line}${number}`, form345Transaction(row), monthNameDay);
}
