import type { Row } from './form345-rows.ts';
import { FACTS, type Fact, type NativeTransaction, nativeTransaction } from './native-transaction.ts';

/** Columns of NONDERIV_TRANS and DERIV_TRANS; the first table has no column for what only derivatives have. */
const COLUMNS: Readonly<Record<Fact, string>> = {
  security_title: 'SECURITY_TITLE',
  exercise_price: 'CONV_EXERCISE_PRICE',
  trade_date: 'TRANS_DATE',
  deemed_execution_date: 'DEEMED_EXECUTION_DATE',
  transaction_code: 'TRANS_CODE',
  equity_swap: 'EQUITY_SWAP_INVOLVED',
  timeliness: 'TRANS_TIMELINESS',
  shares: 'TRANS_SHARES',
  total_value: 'TRANS_TOTAL_VALUE',
  price_per_share: 'TRANS_PRICEPERSHARE',
  acquired_disposed: 'TRANS_ACQUIRED_DISP_CD',
  exercise_date: 'EXCERCISE_DATE', // spelled like that
  expiration_date: 'EXPIRATION_DATE',
  underlying_title: 'UNDLYNG_SEC_TITLE',
  underlying_shares: 'UNDLYNG_SEC_SHARES',
  underlying_value: 'UNDLYNG_SEC_VALUE',
  shares_owned_after: 'SHRS_OWND_FOLWNG_TRANS',
  value_owned_after: 'VALU_OWND_FOLWNG_TRANS',
  ownership_form: 'DIRECT_INDIRECT_OWNERSHIP',
  ownership_nature: 'NATURE_OF_OWNERSHIP',
};

/** Without these a table holds no transactions. */
export const TRANSACTION_COLUMNS = (
  ['trade_date', 'transaction_code', 'shares', 'price_per_share'] as const
).map((fact) => COLUMNS[fact]);

export const form345Transaction = (row: Row): NativeTransaction => lineIn(COLUMNS, row);

/** A row of NONDERIV_HOLDING or DERIV_HOLDING: what these have no column for is not stated. */
export const form345Holding = (row: Row): NativeTransaction =>
  lineIn({ ...COLUMNS, exercise_date: 'EXERCISE_DATE' }, row);

const lineIn = (columns: typeof COLUMNS, row: Row): NativeTransaction =>
  nativeTransaction((fact) => ({
    name: columns[fact],
    text: row.text(columns[fact]),
    footnotes: footnotesIn(columns, row, fact),
  }));

/** Footnotes that any field of a transaction or holding refers to. */
export function footnotesOfRow(row: Row): readonly string[] {
  const others = OTHER_FOOTNOTES.flatMap((column) => footnoteIds(row.text(column)));
  return [...FACTS.flatMap((fact) => footnotesIn(COLUMNS, row, fact)), ...others];
}

function footnotesIn(columns: typeof COLUMNS, row: Row, fact: Fact): readonly string[] {
  if (fact === 'equity_swap') return [];
  // One column for the coding as a whole, named after its last part.
  const column = fact === 'transaction_code' ? 'EQUITY_SWAP_TRANS_CD_FN' : `${columns[fact]}_FN`;
  return footnoteIds(row.text(column));
}

/** Of holdings. */
const OTHER_FOOTNOTES = ['TRANS_FORM_TYPE_FN', 'EXERCISE_DATE_FN'] as const;

/** `F1, F2`. */
const footnoteIds = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((id) => id !== '');
