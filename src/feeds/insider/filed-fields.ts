import { AMOUNT, ANY_YEAR, MONEY } from '../../feed/bounds.ts';
import { boolean, day, instant, number, objects, oneOf, text } from '../../feed/field.ts';
import { wordsForm } from '../../feed/text-form.ts';
import { SECURITY_CLASSES } from './security-class.ts';

/** Of every field here: GraphQL and ingestion alone, and null where the form or the source does not say it. */
const FILED = { nullable: true, rest: false } as const;
/** What never expires is often filed as the last day there is. */
const DAY = { ...FILED, bounds: ANY_YEAR } as const;

/** What is said of an owner. */
export const ownerFields = {
  cik: text('SEC number, ten digits.', { nullable: true }),
  name: text('Name, surname first as filed.', { nullable: true }),
  title: text('Title of an officer.', { nullable: true }),
  is_director: boolean('Whether the owner is a director.', { nullable: true }),
  is_officer: boolean('Whether the owner is an officer.', { nullable: true }),
  is_ten_percent: boolean('Whether the owner owns ten percent or more.', { nullable: true }),
  other_relation: text('Any other relationship.', { nullable: true }),
};

/**
 * What forms 4 and 5 say besides the members of the REST rows. The meaning of each is that of the form's columns and
 * boxes (Form 4, general instructions 4 to 8, and the EDGAR Ownership XML Technical Specification).
 */
export const filedFields = {
  security_table: oneOf(
    'Table of the form: I for securities themselves, II for derivative securities such as options, warrants and notes.',
    ['I', 'II'],
    { ...FILED, enumName: 'SecurityTable', filter: true, group: true },
  ),
  security_title: text('Title of the security as filed, e.g. Class A Common Stock.', {
    ...FILED,
    filter: true,
    caseless: true,
  }),
  security_class: oneOf('Kind of security, by its title.', SECURITY_CLASSES, {
    ...FILED,
    enumName: 'SecurityClass',
    filter: true,
    group: true,
  }),
  is_quoted: boolean(
    'Whether the ticker belongs to this security. False for derivatives, preferred stock and other classes of common stock.',
    { ...FILED, filter: true, group: true },
  ),
  acquired_disposed: oneOf(
    'Whether the insider acquired or disposed of the security.',
    ['acquired', 'disposed'],
    {
      ...FILED,
      enumName: 'AcquiredDisposed',
      filter: true,
      group: true,
    },
  ),
  price_per_share: number(
    'Price as filed. In Table II, some filers state the price of the whole transaction here where it has no number of shares.',
    { ...FILED, bounds: MONEY, filter: true, unit: 'USD' },
  ),
  total_value: number(
    'Total value as filed: the amount of derivative securities that are reported by value instead of by number.',
    { ...FILED, bounds: MONEY, filter: true, unit: 'USD' },
  ),
  shares_owned_after: number(
    'Number of securities of this title and form of ownership held after the transaction.',
    {
      ...FILED,
      bounds: AMOUNT,
      filter: true,
    },
  ),
  value_owned_after: number(
    'Value of the securities of this title and form of ownership held after the transaction, where the form reports them by value.',
    {
      ...FILED,
      bounds: MONEY,
      unit: 'USD',
    },
  ),
  ownership_form: oneOf(
    'Whether the securities are held directly or through others.',
    ['direct', 'indirect'],
    {
      ...FILED,
      enumName: 'OwnershipForm',
      filter: true,
      group: true,
    },
  ),
  ownership_nature: text('How securities are held indirectly, e.g. By Trust.', FILED),
  exercise_price: number('Conversion or exercise price of a derivative security.', {
    ...FILED,
    bounds: MONEY,
    unit: 'USD',
  }),
  exercise_date: day('Day from which a derivative security can be exercised.', DAY),
  expiration_date: day('Day on which a derivative security expires.', DAY),
  underlying_title: text('Title of the security that a derivative security is exercised into.', FILED),
  underlying_shares: number('Number of underlying securities.', { ...FILED, bounds: AMOUNT }),
  underlying_value: number('Value of the underlying securities, where the form reports them by value.', {
    ...FILED,
    bounds: MONEY,
    unit: 'USD',
  }),
  deemed_execution_date: day('Day on which the transaction is deemed to be executed, rule 16a-3(g).', DAY),
  equity_swap: boolean('Whether an equity swap or a similar instrument is involved.', FILED),
  timeliness: oneOf('Whether the transaction was reported early or late. Null: on time.', ['early', 'late'], {
    ...FILED,
    enumName: 'ReportTimeliness',
    filter: true,
    group: true,
  }),
  trading_plan: boolean(
    'Whether the box of the form is ticked: made under a plan that is intended to satisfy Rule 10b5-1(c). Null on forms without the box, before April 2023.',
    { ...FILED, filter: true, group: true },
  ),
  trading_plan_footnote: boolean(
    'Whether a footnote of the transaction or the remarks name Rule 10b5-1; the box may say otherwise.',
    { ...FILED, filter: true },
  ),
  footnotes: objects(
    'Footnotes of the transaction, each with the field it belongs to.',
    {
      field: text(
        'Field of this type that the footnote belongs to. Null where the form ties the footnote to no field.',
        { nullable: true },
      ),
      id: text('Number on the form, e.g. F1.', { graph: 'number' }),
      text: text('Text of the footnote. Null where the source has only the number.', { nullable: true }),
    },
    { ...FILED, typeName: 'InsiderFilingFootnote' },
  ),
  remarks: text('Remarks on the form.', FILED),
  is_officer: boolean('Whether the insider is an officer.', { ...FILED, filter: true }),
  other_relation: text(
    'Relationship of an insider who is neither director, officer nor ten percent owner.',
    FILED,
  ),
  reporting_owners: objects(
    'All owners who report on the form. The insider of the record is one of them.',
    ownerFields,
    { ...FILED, typeName: 'ReportingOwner', graph: false },
  ),
  period_of_report: day('Day of the earliest transaction on the form, as the form states it.', DAY),
  left_section_16: boolean('Whether the box of the form is ticked: no longer subject to section 16.', FILED),
  form: text('Form type: 4, 4/A, 5 or 5/A.', {
    ...FILED,
    filter: true,
    group: true,
    form: wordsForm(['4', '4/A', '5', '5/A']),
  }),
  accession: text(
    'SEC accession number of the form. A filter for an equal number finds the trade by any form that reports it.',
    { ...FILED, filter: true },
  ),
  accepted_at: instant('When the SEC accepted the form. Null where the source gives only the day.', {
    ...FILED,
    filter: true,
  }),
  document_url: text("Index page of the form in EDGAR, the SEC's archive.", FILED),
};
