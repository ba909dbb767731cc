import { boolean, instant, objects, text, texts } from '../../feed/field.ts';
import { ownerFields } from './filed-fields.ts';

const INTERNAL = { nullable: true, internal: true } as const;

/** Moment from which the entry is known: of owners and forms that came behind the record's own. ISO 8601. */
const knownFrom = text('From when it is known.', INTERNAL);

/** What leads from a record to those that change what is said of it: derived of the record alone. */
export const linkFields = {
  family: text('The form this one is or amends: issuer, form and day.', INTERNAL),
  own_family: text('The same of an amendment itself, which a later one may name.', INTERNAL),
  trade_key: text('What the lines of one trade have in common; null for one that says too little.', INTERNAL),
  signed_by: texts('Signatures on the form, as written.', INTERNAL),
} as const;

/** What other records say of a record: set where records are written, see `reconcile-forms.ts`. */
export const reconciledFields = {
  superseded_at: instant(
    'When an amendment that replaces the line became available. A line that is part of another record ends where it begins.',
    INTERNAL,
  ),
  replaces: text('Id of the line that a line of an amendment replaces; null for one that it adds.', INTERNAL),
  trade: text('Id of the first line of the trade, where several forms tell it.', INTERNAL),
  provisional: boolean('True for a line of an amendment that may replace one of several lines.', INTERNAL),
  undecided_at: instant(
    'When the first such amendment became available that may replace the line, or is it.',
    INTERNAL,
  ),
  revised_at: instant('When another form last added to the record or put it in question.', INTERNAL),
  trade_owners: objects(
    'Owners who report one trade, those of the form of the record first.',
    { ...ownerFields, known_from: knownFrom },
    { ...INTERNAL, typeName: 'ReportingOwner' },
  ),
  trade_forms: objects(
    'Forms that report one trade. The form of this record comes first.',
    {
      id: text('Id of the line on this form; it leads to the record.', { graph: 'lineId' }),
      accession: text('SEC accession number.', { nullable: true }),
      form: text('Form type: 4, 4/A, 5 or 5/A.', { nullable: true }),
      document_url: text("Index page in EDGAR, the SEC's archive.", { nullable: true }),
      known_from: knownFrom,
    },
    { ...INTERNAL, typeName: 'InsiderForm' },
  ),
} as const;

/** What is not known of a record before it is stored. */
export const UNRECONCILED = {
  family: null,
  own_family: null,
  trade_key: null,
  superseded_at: null,
  replaces: null,
  trade: null,
  provisional: null,
  undecided_at: null,
  revised_at: null,
  trade_owners: null,
  trade_forms: null,
} as const;
