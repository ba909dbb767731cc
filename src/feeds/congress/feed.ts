import { ANY_YEAR, COUNT, MONEY } from '../../feed/bounds.ts';
import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import {
  boolean,
  day,
  id,
  instant,
  integer,
  localDateTime,
  number,
  objects,
  oneOf,
  text,
} from '../../feed/field.ts';
import { knownFields } from '../../feed/known.ts';
import { reconciledFields, reportFields } from './reconciled-fields.ts';

export const PARTIES = ['D', 'R', 'I'] as const;
/** The party of a name that the directory of members has. */
export const PARTIES_BY_NAME: Readonly<Record<string, (typeof PARTIES)[number]>> = {
  Democrat: 'D',
  Republican: 'R',
  Independent: 'I',
};
export const CHAMBERS = ['house', 'senate'] as const;
export const TRANSACTION_TYPES = ['Purchase', 'Sale', 'Sale (Full)', 'Sale (Partial)', 'Exchange'] as const;
export const OWNERS = ['Self', 'Spouse', 'Joint', 'Child'] as const;
const WORD = { filter: true, group: true, caseless: true, wasText: true } as const;

export const congress = defineFeed({
  module: 'congress',
  type: 'CongressTrade',
  plural: 'congressTrades',
  description: 'Stock trades disclosed by members of the US Congress.',
  fields: {
    id: id('Stable identifier.'),
    politician_name: text(
      'Official name of the member. For a filer who is not in the directory, the name in the report.',
      {
        filter: true,
        group: true,
        caseless: true,
        sort: true,
      },
    ),
    politician_id: text(
      'Bioguide ID of the member, the same under every name. Null for a filer who is not in the directory.',
      {
        nullable: true,
        rest: false,
        filter: true,
        group: true,
      },
    ),
    party: oneOf(
      'Party at the time of the trade: Democrat, Republican or independent. Null for members the directory does not know.',
      PARTIES,
      { enumName: 'Party', nullable: true, ...WORD },
    ),
    chamber: oneOf('Chamber of the member.', CHAMBERS, { enumName: 'Chamber', ...WORD }),
    state: text('Two-letter code of the state.', {
      nullable: true,
      filter: true,
      group: true,
      caseless: true,
    }),
    asset_name: text('Name of the asset as disclosed.', { nullable: true, filter: true, caseless: true }),
    ticker: text('Exchange ticker.', {
      nullable: true,
      filter: true,
      group: true,
      caseless: true,
      sort: true,
    }),
    asset_type: text(
      'Kind of asset as disclosed, e.g. Stock. For reports that were read without a kind, the kind that the name of the asset tells.',
      {
        nullable: true,
        filter: true,
        group: true,
        caseless: true,
      },
    ),
    sector: text('Sector of the company in kebab-case, e.g. consumer-cyclical.', {
      nullable: true,
      filter: true,
      group: true,
      caseless: true,
    }),
    transaction_type: oneOf(
      'Kind of trade as disclosed. Sale: the report does not say whether it was full or partial.',
      TRANSACTION_TYPES,
      { enumName: 'CongressTransactionType', nullable: true, ...WORD },
    ),
    owner: oneOf('Who held the asset.', OWNERS, { enumName: 'AssetOwner', nullable: true, ...WORD }),
    transaction_date: localDateTime(
      'Day of the trade, without a time zone. Null where the report dates the trade after the report itself.',
      {
        bounds: ANY_YEAR,
        nullable: true,
        filter: true,
        sort: true,
      },
    ),
    filing_date: localDateTime(
      'Day on which the chamber received the report, without a time zone. Null where not known.',
      {
        bounds: ANY_YEAR,
        nullable: true,
        filter: true,
        sort: true,
      },
    ),
    is_tradable: boolean('Whether the asset trades under a ticker on an exchange.', {
      filter: true,
      group: true,
    }),
    ...knownFields,
    direction: oneOf(
      'Side of the trade, by its transaction type. Every kind of sale is SELL. Null where the type is not known.',
      ['BUY', 'SELL', 'EXCHANGE'],
      { enumName: 'TradeDirection', nullable: true, rest: false, filter: true, group: true },
    ),
    filer: text('Name of the member as the report spells it.', {
      nullable: true,
      rest: false,
      filter: true,
      caseless: true,
    }),
    district: text('House district as disclosed, e.g. MO04.', { nullable: true, rest: false, filter: true }),
    notification_date: day('Day on which the filer was notified of the trade. House only.', {
      bounds: ANY_YEAR,
      nullable: true,
      rest: false,
      filter: true,
      sort: true,
    }),
    days_to_disclosure: integer(
      'Calendar days from the trade to the day on which the chamber received the report: `filing_date` minus `transaction_date`. Null where either is unknown, or the filing date is before the trade. The STOCK Act allows 30 days from the notice of the trade, and at most 45 days from the trade.',
      {
        unit: 'days',
        bounds: COUNT,
        nullable: true,
        rest: false,
        filter: true,
        sort: true,
      },
    ),
    amount_low: number("Lower end of the bracket of the trade's value.", {
      unit: 'USD',
      bounds: MONEY,
      nullable: true,
      rest: false,
      filter: true,
      sort: true,
    }),
    amount_high: number(
      "Upper end of the bracket of the trade's value. Null where the bracket has none, or no amount is known.",
      {
        unit: 'USD',
        openEndOf: 'amount_low',
        bounds: MONEY,
        nullable: true,
        rest: false,
        filter: true,
        sort: true,
      },
    ),
    amount_currency: text('Currency of the bracket, ISO 4217; null where no amount is known.', {
      nullable: true,
      rest: false,
      filter: true,
      group: true,
    }),
    amount_capped: boolean(
      'Whether the bracket ends at "over $1,000,000" because a spouse or child holds the asset alone. Null without an amount.',
      { nullable: true, rest: false, filter: true, group: true },
    ),
    comment: text('Comment of the filer on the trade.', {
      nullable: true,
      rest: false,
      filter: true,
      caseless: true,
    }),
    capital_gains_over_200: boolean(
      'Whether the filer ticked a capital gain over $200. Null where the source does not say.',
      {
        nullable: true,
        rest: false,
        filter: true,
      },
    ),
    document: text(
      'Number of the report at its chamber. A filter for an equal number finds the trade by any report that discloses it.',
      { nullable: true, rest: false, filter: true },
    ),
    document_url: text('Link to the report.', { nullable: true, rest: false }),
    filing_type: text("Kind of report in the House Clerk's index. P: a periodic transaction report.", {
      nullable: true,
      rest: false,
      filter: true,
      group: true,
    }),
    committees: objects(
      'Committees, without subcommittees, that the member sits on by the newest imported directory, not at the time of the trade (CURRENT_ONLY). Null where the member or the directory is not known.',
      {
        id: text('Id of the committee, e.g. `HSAG`.', { graph: 'committee' }),
        name: text('Name of the committee.'),
        side: text('majority or minority.', { nullable: true }),
        rank: integer('Seniority on that side, from 1.', { nullable: true }),
        title: text('Chairman, Ranking Member …; null for a member without a title.', { nullable: true }),
      },
      { nullable: true, rest: false, typeName: 'CommitteeSeat' },
    ),
    traded_on: localDateTime('Day of the trade as the report states it.', {
      bounds: ANY_YEAR,
      nullable: true,
      internal: true,
    }),
    notified_on: localDateTime('Day of the notification as the report states it.', {
      bounds: ANY_YEAR,
      nullable: true,
      internal: true,
    }),
    origin: text('Source the record was imported from.', { nullable: true, internal: true }),
    first_seen: instant('When it first came in: it was known by then.', { nullable: true, internal: true }),
    asset_symbol: text('Symbol to join by, where the report has another; see `trade-symbols.ts`.', {
      nullable: true,
      internal: true,
    }),
    filed_symbol: text('Symbol of the report, where the asset has another.', {
      nullable: true,
      internal: true,
    }),
    former_name: text('Name in the report of a company that had the symbol before its present holder.', {
      nullable: true,
      internal: true,
    }),
    report_due: text(
      'Last day on which a trade of the report was due, `YYYY-MM-DD`, where its trades were on several.',
      {
        nullable: true,
        internal: true,
      },
    ),
    ...reportFields,
    ...reconciledFields,
  },
  key: 'id',
  order: ['known_from', 'desc'],
  clock: 'known_from',
  lookBack: 'filing_date',
  availability: { from: 'known_from', until: 'superseded_at', lag: false },
  alias: 'trade',
  told: 'reports',
  toldIn: ['document'],
  firstSeen: 'first_seen',
  asset: {
    symbol: 'ticker',
    joined: 'asset_symbol',
    kindField: 'asset_type',
    kind: 'stock',
    names: ['former_name', 'filed_symbol'],
  },
  search: {
    type: 'POLITICIAN',
    key: ['politician_id', 'politician_name'],
    names: ['politician_name', 'filer'],
    about: ['chamber', 'party', 'state'],
  },
});

export type CongressTrade = FeedRecord<typeof congress>;

/** Whatever part of the asset was sold. An exchange is neither: one asset went and another came. */
export function directionOf(type: CongressTrade['transaction_type']): CongressTrade['direction'] {
  return type === null ? null : DIRECTIONS[type];
}

const DIRECTIONS = {
  Purchase: 'BUY',
  Sale: 'SELL',
  'Sale (Full)': 'SELL',
  'Sale (Partial)': 'SELL',
  Exchange: 'EXCHANGE',
} as const;
