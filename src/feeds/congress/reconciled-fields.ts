import { instant, integer, objects, text } from '../../feed/field.ts';

const INTERNAL = { nullable: true, internal: true } as const;

/** What leads from a record to those that can tell the same trade. */
export const reportFields = {
  report: text('The report among all others: chamber, filer and number.', INTERNAL),
  line: integer('Place of the trade in its report, from 1.', INTERNAL),
  trade_key: text(
    'What is equal of one trade in several reports; null for one that says too little.',
    INTERNAL,
  ),
} as const;

/** What other records say of a record: set where records are written, see `reconcile-reports.ts`. */
export const reconciledFields = {
  superseded_at: instant('Its own known-from, for a line that is part of another record.', INTERNAL),
  trade: text('Id of the first line of the trade, where several reports tell it.', INTERNAL),
  replaces: text('Id of the line of an amended report that the line corrects.', INTERNAL),
  reports: objects(
    'Reports that disclose the trade. The report of this record comes first.',
    {
      id: text('Id of the trade in this report; it leads to the record.', { graph: 'tradeId' }),
      document: text('Number of the report at its chamber.', { nullable: true }),
      document_url: text('Link to the report.', { nullable: true }),
      filing_date: text(
        'Day on which the chamber received the report, e.g. `2025-03-19`. Null where not known.',
        {
          nullable: true,
        },
      ),
    },
    { ...INTERNAL, typeName: 'CongressReport' },
  ),
} as const;

/** What is not known of a record before it is stored. */
export const UNRECONCILED = {
  report: null,
  trade_key: null,
  superseded_at: null,
  trade: null,
  replaces: null,
  reports: null,
} as const;
