import type { FormFootnotes } from './footnotes.ts';
import type { FilingRows } from './form345-filing.ts';
import { HOLDING_TABLES, TRANSACTION_TABLES } from './form345-tables.ts';
import { footnotesOfRow } from './form345-transaction.ts';

/** The texts of FOOTNOTES by number, the first of each, and which of them no transaction or holding refers to. */
export function footnotesOfFiling({ rows }: FilingRows): FormFootnotes {
  const texts = new Map<string, string>();
  for (const row of rows('FOOTNOTES')) {
    const id = row.text('FOOTNOTE_ID');
    if (row.complete && id !== '' && !texts.has(id)) texts.set(id, row.text('FOOTNOTE_TXT'));
  }
  const tables = [...HOLDING_TABLES, ...TRANSACTION_TABLES].map(({ name }) => name);
  const referred = new Set(tables.flatMap((name) => rows(name).flatMap(footnotesOfRow)));
  return { texts, loose: [...texts.keys()].filter((id) => !referred.has(id)) };
}
