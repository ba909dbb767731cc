import { AMOUNT, MONEY } from '../../feed/bounds.ts';
import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import { boolean, id, instant, localDateTime, number, oneOf, text } from '../../feed/field.ts';
import { knownFields } from '../../feed/known.ts';
import { filedFields } from './filed-fields.ts';
import { linkFields, reconciledFields } from './reconciled-fields.ts';
import { TRANSACTION_CODE, TRANSACTION_LABEL } from './transaction-code.ts';

export const insiderFilings = defineFeed({
  module: 'insider',
  type: 'InsiderFiling',
  plural: 'insiderFilings',
  description:
    'Transactions reported by company insiders to the SEC on forms 4 and 5, one record per transaction.',
  fields: {
    id: id('Stable identifier: accession number and line of the transaction.'),
    ticker: text('Exchange ticker of the issuer.', {
      nullable: true,
      filter: true,
      group: true,
      caseless: true,
      sort: true,
    }),
    company_name: text('Name of the issuer.', { nullable: true, filter: true, group: true, caseless: true }),
    insider_name: text('Name of the insider, surname first as filed.', {
      nullable: true,
      filter: true,
      group: true,
      caseless: true,
    }),
    insider_title: text('Title of an officer; may be empty.', {
      nullable: true,
      filter: true,
      caseless: true,
    }),
    is_director: boolean('Whether the insider is a director.', { nullable: true, filter: true, group: true }),
    is_ten_percent: boolean('Whether the insider owns ten percent or more.', {
      nullable: true,
      filter: true,
      group: true,
    }),
    transaction_code: text('Transaction code of the SEC, one letter, e.g. P or S.', {
      nullable: true,
      filter: true,
      group: true,
      caseless: true,
      form: TRANSACTION_CODE,
    }),
    transaction_type: text(
      'What the code means, e.g. Open market purchase. Where the security is not stock, also what it is.',
      {
        nullable: true,
        filter: true,
        group: true,
        caseless: true,
        form: TRANSACTION_LABEL,
      },
    ),
    transaction_direction: oneOf(
      'buy: stock acquired with code P. sell: stock disposed of with code S. other: everything else, e.g. other codes, derivatives and units.',
      ['buy', 'sell', 'other'],
      { enumName: 'TransactionDirection', filter: true, group: true },
    ),
    shares: number('Number of shares or derivatives.', {
      bounds: AMOUNT,
      nullable: true,
      filter: true,
      sort: true,
    }),
    value: number('Total as filed. Without one, shares times price. Null where neither is known.', {
      bounds: MONEY,
      nullable: true,
      filter: true,
      sort: true,
      unit: 'USD',
    }),
    filing_date: instant('When the form was filed.', { filter: true, sort: true }),
    trade_date: instant('When the transaction took place.', { nullable: true, filter: true, sort: true }),
    ...filedFields,
    ...knownFields,
    insider_slug: text('Identity of the insider in the directory.', { nullable: true, internal: true }),
    owner_cik: text('SEC number of the insider.', { nullable: true, internal: true }),
    issuer_cik: text('SEC number of the issuer.', { nullable: true, internal: true }),
    asset_symbol: text('Symbol of the issuer now, or its number, where the form has another.', {
      nullable: true,
      internal: true,
    }),
    filed_symbol: text('Symbol of the form, where the asset has another.', {
      nullable: true,
      internal: true,
    }),
    filed_on: localDateTime('Day the SEC dates the form, where it is stated.', {
      nullable: true,
      internal: true,
    }),
    amends_filed_on: localDateTime('Day the amended form was filed, for 4/A and 5/A.', {
      nullable: true,
      internal: true,
    }),
    ...linkFields,
    ...reconciledFields,
    origin: text('Source the record was imported from.', { nullable: true, internal: true }),
  },
  key: 'id',
  order: ['filing_date', 'desc'],
  clock: 'known_from',
  lookBack: 'filing_date',
  availability: { from: 'known_from', until: 'superseded_at', revised: 'revised_at' },
  alias: 'trade',
  told: 'trade_forms',
  toldIn: ['accession'],
  asset: {
    symbol: 'ticker',
    joined: 'asset_symbol',
    kind: 'stock',
    names: ['company_name', 'filed_symbol'],
  },
  search: { type: 'INSIDER', key: ['insider_slug'], names: ['insider_name'], about: ['company_name'] },
});

export type InsiderFiling = FeedRecord<typeof insiderFilings>;
