import type { AnyRecord } from '../../feed/feed.ts';
import type { InsiderFiling } from './feed.ts';
import { reconcileForms, type Standing } from './reconcile-forms.ts';
import { reconciledFields } from './reconciled-fields.ts';
import { isSameOwner } from './trade-line.ts';

type OwnerEntry = NonNullable<InsiderFiling['trade_owners']>[number];
type FormEntry = NonNullable<InsiderFiling['trade_forms']>[number];

/** What the filings of a store say of each other: `reconcileForms` over stored records. */
export const reconciledFilings = {
  sets: Object.keys(reconciledFields),
  reconcile(records: readonly AnyRecord[]): readonly InsiderFiling[] {
    const filings = records as readonly InsiderFiling[]; // records are checked against the declaration when they enter
    const standings = reconcileForms(filings);
    return filings.map((filing) => withStanding(filing, standings.get(filing)));
  },
};

function withStanding(filing: InsiderFiling, standing: Standing<InsiderFiling> | undefined): InsiderFiling {
  if (standing === undefined) return filing;
  const { told, ...fields } = standing;
  const ownFirst = [filing, ...told.filter((one) => one !== filing)];
  const isTold = told.length > 0;
  return {
    ...filing,
    ...fields,
    trade_owners: isTold ? ownersOf(ownFirst) : null,
    trade_forms: isTold ? ownFirst.map((one) => formOf(one, filing)) : null,
  };
}

/** When a record says what another line adds to it. */
const knownFrom = (line: InsiderFiling, record: InsiderFiling): string =>
  new Date(Math.max(line.known_from.getTime(), record.known_from.getTime())).toISOString();

/** Every owner once, by the first form that names him. */
function ownersOf(lines: readonly InsiderFiling[]): OwnerEntry[] {
  const owners: OwnerEntry[] = [];
  const [record] = lines;
  for (const line of lines) {
    for (const owner of line.reporting_owners ?? [insiderOf(line)]) {
      if (owners.some((known) => isSameOwner(known, owner))) continue;
      owners.push({ ...owner, known_from: knownFrom(line, record ?? line) });
    }
  }
  return owners;
}

function insiderOf(filing: InsiderFiling): Omit<OwnerEntry, 'known_from'> {
  const { owner_cik, insider_name, insider_title, is_director, is_officer, is_ten_percent, other_relation } =
    filing;
  return {
    cik: owner_cik,
    name: insider_name,
    title: insider_title,
    is_director,
    is_officer,
    is_ten_percent,
    other_relation,
  };
}

const formOf = (line: InsiderFiling, record: InsiderFiling): FormEntry => ({
  id: line.id,
  accession: line.accession,
  form: line.form,
  document_url: line.document_url,
  known_from: knownFrom(line, record),
});
