import { createHash } from 'node:crypto';
import type { AssetPrice, Bar, BarPage, BarQuery, PriceSource } from '../../core/prices/price-ports.ts';
import { invalidParameter } from '../../errors.ts';
import { decodePlace, encodePlace } from '../../feed/computed-cursor.ts';
import { oneOf } from '../../feed/field.ts';
import { intervalOf } from '../../feed/interval.ts';
import { PRICE_ADJUSTMENTS, type PriceAdjustment } from '../../feed/price-adjustment.ts';
import { textFault } from '../../feed/text.ts';
import type { GraphContext } from '../context.ts';
import { BASE, costing, nestedListObjects } from '../cost/field-cost.ts';
import { addConnection, type ConnectionSource, once } from '../lists/connection.ts';
import type { Reading } from '../lists/loaders.ts';
import { checkCursors, sliceOf } from '../lists/page-args.ts';
import type { Common } from './feed-graph.ts';
import type { AddBars } from './kit.ts';
import type { ObjectType } from './types.ts';

const ADJUSTMENT = oneOf(
  'What the prices of a stock are adjusted for. RAW: nothing, prices as traded. SPLITS: splits. SPLITS_AND_DIVIDENDS: both.',
  PRICE_ADJUSTMENTS,
  { enumName: 'PriceAdjustment' },
);

const NEWEST = { type: 'Bar', field: 'opened_at', direction: 'desc' } as const;

/** Bars are small, as points of scorecards are. */
const PAGE = { max: 1000, weight: 0.1 } as const;
const DEFAULT_INTERVAL = '1d';
const MAX_TEXT = 64;

const PRICE: Reading<AssetPrice | null> = {
  name: 'price of an asset',
  objects: () => 1,
  read: (keys, { prices }, view) => prices.latest(keys, view),
};

/** A page of bars with the series they are of. */
interface BarSource extends ConnectionSource<Bar> {
  origin(): Promise<PriceSource | null>;
}

interface BarArgs {
  readonly interval?: string | null | undefined;
  readonly from?: Date | null | undefined;
  readonly to?: Date | null | undefined;
  readonly adjusted?: string | null | undefined;
  readonly provider?: string | null | undefined;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** `Asset.price` and `Asset.bars`; returns what adds bars to other types. */
export function addAssetPrices({ builder, asset, enums, window }: Common): AddBars {
  const adjustment = enums.of(ADJUSTMENT);
  const source = builder.objectRef<PriceSource>('PriceSource').implement({
    description:
      'The series that the prices come from. Series of different providers or markets are never mixed.',
    fields: (t) => ({
      provider: t.exposeString('provider', {
        description:
          'Exchange or provider of the bars, e.g. `BINANCE` or `tiingo`; `scan` is the newest scan of coins.',
      }),
      market: t.exposeString('market', { description: 'Symbol at the provider, e.g. `BTC/USDT` or `AAPL`.' }),
      interval: t.exposeString('interval', {
        nullable: true,
        description: 'Length of the bars. Null for a scan.',
      }),
      currency: t.exposeString('currency', {
        nullable: true,
        description: 'Currency of the prices; null where the provider does not say.',
      }),
      adjusted: t.expose('adjusted', {
        type: adjustment,
        nullable: true,
        description: 'What the prices are adjusted for. Null where there is nothing to adjust.',
      }),
      adjustedAsOf: t.expose('adjustedAsOf', {
        type: 'Date',
        nullable: true,
        description: 'Day up to which the prices include splits and dividends. Null for prices as traded.',
      }),
    }),
  });
  const price = builder.objectRef<AssetPrice>('AssetPrice').implement({
    description: 'The newest known price of an asset: from a bar that has closed, or from a scan.',
    fields: (t) => ({
      last: t.exposeFloat('last', { description: 'The price.' }),
      at: t.expose('at', {
        type: 'DateTime',
        description:
          'Time of the price: the end of the bar, the close of the session for a stock, or the moment of the scan.',
      }),
      changePct24h: t.exposeFloat('changePct24h', {
        nullable: true,
        description:
          'Change from the price 24 hours before. For a stock, change from the close of the trading day before, without the effect of splits. Null where the earlier price is not known, and where the provider does not report splits. Unit: %.',
      }),
      currency: t.string({
        nullable: true,
        description: 'Currency of the price; null where the provider does not say.',
        resolve: (self) => self.source.currency,
      }),
      adjusted: t.field({
        type: adjustment,
        nullable: true,
        description: 'What the price is adjusted for. Null where there is nothing to adjust.',
        resolve: (self) => self.source.adjusted,
      }),
      source: t.expose('source', { type: source, description: 'Where the price comes from.' }),
    }),
  });
  const bar = builder.objectRef<Bar>('Bar').implement({
    description: 'Prices of one period, in the currency of the source. A period without trading has no bar.',
    fields: (t) => ({
      openAt: t.expose('openAt', {
        type: 'DateTime',
        description:
          'Start of the bar. For a stock, 9:30 in New York; for a stock in another time zone, the start of the UTC day.',
      }),
      closeAt: t.expose('closeAt', {
        type: 'DateTime',
        description:
          'End of the bar, when its close was known. For a stock, 16:00 in New York; for a stock in another time zone, the end of the day everywhere on earth.',
      }),
      day: t.expose('day', {
        type: 'Date',
        nullable: true,
        description: 'Trading day of a stock. Null for markets that never close.',
      }),
      open: t.exposeFloat('open', { description: 'First price.' }),
      high: t.exposeFloat('high', { description: 'Highest price.' }),
      low: t.exposeFloat('low', { description: 'Lowest price.' }),
      close: t.exposeFloat('close', { description: 'Last price.' }),
      volume: t.exposeFloat('volume', {
        description:
          'Volume traded. Unit: for stocks, shares, adjusted like the prices; for coins, the base currency; for prediction markets, contracts (Kalshi) or play money (Manifold). 0 where the platform reports prices alone (Polymarket).',
      }),
      quoteVolume: t.exposeFloat('quoteVolume', {
        nullable: true,
        description:
          'Volume traded, in the currency of the source. Null where the source does not report it.',
      }),
      takerBuyVolume: t.exposeFloat('takerBuyVolume', {
        nullable: true,
        description:
          'Part of the volume that takers bought. Takers take orders out of the book; they sold the rest. Null where the source does not report it.',
      }),
      trades: t.exposeInt('trades', {
        nullable: true,
        description: 'Number of trades. Null where the source does not report it.',
      }),
      averagePrice: t.exposeFloat('averagePrice', {
        nullable: true,
        description: 'Average price weighted by volume. Null where the source does not report it.',
      }),
      split: t.exposeFloat('split', {
        nullable: true,
        description:
          'Split from this day on: new shares for one old share, e.g. 4. Null: no split, or the provider does not report splits.',
      }),
      dividend: t.exposeFloat('dividend', {
        nullable: true,
        description:
          'Dividend per share, as paid. From this day on (ex-date), the price is without it. Null: no dividend, or the provider does not report dividends.',
      }),
    }),
  });
  const connection: ObjectType<BarSource> = addConnection<Bar, BarSource>(builder, window, {
    name: 'Bar',
    node: bar,
    description: 'A page of bars of one series, the newest first.',
  });
  builder.objectFields(connection, (t) => ({
    source: t.field({
      type: source,
      nullable: true,
      description: 'The series of the bars. Null where no series has what was asked for.',
      ...costing({ kind: 'part' }),
      resolve: (self) => self.origin(),
    }),
  }));
  builder.objectFields(asset, (t) => ({
    price: t.field({
      type: price,
      nullable: true,
      description:
        'The newest price in view, from bars within the history window of the key or from the newest scan. Null where there is none.',
      ...costing({ kind: 'one' }),
      resolve: ({ key }, _, { loaders }) => loaders.load(PRICE, key),
    }),
  }));
  const addBars: AddBars = (parent, name, { description, subject }) => {
    builder.objectField(parent, name, (t) =>
      t.field({
        type: connection,
        description,
        args: {
          interval: t.arg.string({
            defaultValue: DEFAULT_INTERVAL,
            description:
              'Length of the bars: `1m`, `1h`, `4h`, `1d`, `1w`, `1M` (a month) …, as they are stored.',
          }),
          from: t.arg({ type: 'DateTime', description: 'Only bars that open at this time or later.' }),
          to: t.arg({ type: 'DateTime', description: 'Only bars that open before this time.' }),
          adjusted: t.arg({
            type: adjustment,
            description:
              'What the prices of a stock are adjusted for. Default: the first of SPLITS, SPLITS_AND_DIVIDENDS, RAW that its series has.',
          }),
          provider: t.arg.string({
            description: 'Only bars of this exchange or provider, as `source` names it.',
          }),
          first: t.arg.int({ description: `How many bars, at most ${PAGE.max}; default 50.` }),
          after: t.arg.string({
            description: 'Only bars of the same series that are older than the bar of this cursor.',
          }),
        },
        ...costing({ kind: 'list', ...PAGE, check }),
        resolve: (self, args, context) => barSource(subject(self as never), args, context), // Pothos hands the parent itself
      }),
    );
  };
  addBars(asset, 'bars', {
    description:
      'Bars of one series as they are stored, newest first. Nothing is interpolated: a gap stays a gap. Of several series that can be shown as asked, the one with the newest bar in the range is taken. docs/prices.md has the full rule.',
    subject: ({ key }) => key,
  });
  return addBars;
}

/** Throws INVALID_PARAMETER and INVALID_CURSOR. */
function check(args: BarArgs): void {
  queryOf(args);
  checkCursors(args, (cursor) => decodePlace(NEWEST, cursor));
}

function queryOf(args: BarArgs): BarQuery {
  const { from, to, adjusted, provider } = args;
  const asked = args.interval ?? DEFAULT_INTERVAL;
  const interval = intervalOf(asked);
  if (interval !== asked)
    throw invalidParameter('interval', asked, 'a number and s, m, h, d, w or M, e.g. 1h; 1M is a month');
  if (from && to && from >= to) throw invalidParameter('to', to.toISOString(), 'later than from');
  const fault = typeof provider === 'string' ? textFault(provider, MAX_TEXT) : null;
  if (fault !== null) throw invalidParameter('provider', provider, fault);
  const { size, after } = sliceOf(args, PAGE.max);
  const place = after === undefined ? null : decodePlace(NEWEST, after);
  return {
    interval,
    from: from ?? undefined,
    to: to ?? undefined,
    adjusted: (adjusted ?? undefined) as PriceAdjustment | undefined, // the enum has these values only
    provider: provider ?? undefined,
    limit: size,
    // What is no cursor is refused when the operation is priced.
    after: place?.ok ? { series: place.place.value, key: place.place.key } : undefined,
  };
}

function barSource(key: string, args: BarArgs, { loaders, caller }: GraphContext): BarSource {
  const query = queryOf(args);
  const name = createHash('sha256').update(JSON.stringify(query)).digest('base64url');
  const floor = caller.view.from;
  const reading: Reading<BarPage> = {
    name: `bars ${name}`,
    objects: ({ bars }) => nestedListObjects(bars.length, PAGE.weight, query.limit),
    read: (keys, { prices }, view) => prices.bars(keys, query, view),
  };
  const counting: Reading<number> = {
    name: `count of bars ${name}`,
    objects: () => BASE,
    read: (keys, { prices }, view) => prices.counts(keys, query, view),
  };
  const page = once(() => loaders.load(reading, key));
  return {
    args,
    window: {
      from: floor,
      clamped: floor !== null && query.from !== undefined && query.from < floor,
      lagHours: 0,
    },
    origin: async () => (await page()).source,
    total: () => loaders.load(counting, key),
    page: once(async () => {
      const { series, bars, more } = await page();
      return {
        nodes: bars,
        cursorAt: (index) => encodePlace(NEWEST, { value: series ?? '', key: bars[index]?.key ?? '' }),
        hasNextPage: more,
        hasPreviousPage: query.after !== undefined,
        liveCursor: () => null,
      };
    }),
  };
}
