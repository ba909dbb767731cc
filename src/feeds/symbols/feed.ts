import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import { boolean, id, instant, oneOf, text } from '../../feed/field.ts';
import { knownFields } from '../../feed/known.ts';

/** Directories that list symbols: each names all it has at the time of a capture. */
export const DIRECTORIES = ['sec', 'nasdaq-listed', 'nasdaq-other', 'coingecko'] as const;
export type DirectoryName = (typeof DIRECTORIES)[number];

export const listings = defineFeed({
  module: 'symbols',
  type: 'Listing',
  plural: 'listings',
  description:
    'Symbols and names of securities and coins in public directories, with the time for which they are valid.',
  fields: {
    id: id('Stable identifier: the directory, the symbol, and whose symbol it is.'),
    symbol: text('The symbol as the directory writes it, e.g. BRK-B. For a coin, in upper case.', {
      filter: true,
      caseless: true,
      sort: true,
    }),
    name: text('Name of the company or coin. In the lists of Nasdaq Trader, the name of the security.', {
      filter: true,
      caseless: true,
      sort: true,
    }),
    asset_type: oneOf('Kind of the asset.', ['stock', 'crypto'], { enumName: 'ListedKind', filter: true }),
    directory: oneOf('The directory that lists it.', DIRECTORIES, {
      enumName: 'SymbolDirectory',
      filter: true,
      caseless: true,
    }),
    exchange: text('Exchange as the directory names it.', { nullable: true, filter: true, caseless: true }),
    issuer_cik: text('SEC number of the company, ten digits. SEC only.', { nullable: true, filter: true }),
    coin_id: text('Identifier of the coin at CoinGecko, which tells coins of one symbol apart.', {
      nullable: true,
      filter: true,
    }),
    is_etf: boolean('Whether it is an exchange-traded fund. Nasdaq Trader only.', {
      nullable: true,
      filter: true,
    }),
    also: text('Another spelling in use, e.g. BRKB for BRK-B.', {
      nullable: true,
      filter: true,
      caseless: true,
    }),
    valid_from: instant(
      'Time of the first capture of the directory that has the entry. Null where this is the first capture of all.',
      { nullable: true, filter: true, sort: true },
    ),
    valid_to: instant(
      'Time of the first capture of the directory that no longer has the entry. Null while the newest capture has it.',
      { nullable: true, filter: true, sort: true },
    ),
    ...knownFields,
    first_seen: instant('First capture that has it.', { nullable: true, internal: true }),
    last_seen: instant('Last capture that has it.', { nullable: true, internal: true }),
  },
  key: 'id',
  order: ['symbol', 'asc'],
  versions: 'untold',
  asset: { symbol: 'symbol', kindField: 'asset_type', ofCoins: true, names: ['name', 'also'] },
  rest: { path: '/api/v1/symbols', wrapper: 'symbols', sizeParam: 'limit', total: true },
});

export type Listing = FeedRecord<typeof listings>;
