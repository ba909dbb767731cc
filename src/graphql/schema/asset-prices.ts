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
  'What prices of a stock are adjusted for: RAW as they were traded; SPLITS; or SPLITS_AND_DIVIDENDS.',
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
    description: 'The one series that prices are of: series of several providers or markets are never mixed.',
    fields: (t) => ({
      provider: t.exposeString('provider', {
        description:
          'Exchange or provider of the bars, e.g. `BINANCE` or `tiingo`; `scan` is the newest scan of coins.',
      }),
      market: t.exposeString('market', { description: 'Symbol there, e.g. `BTC/USDT` or `AAPL`.' }),
      interval: t.exposeString('interval', {
        nullable: true,
        description: 'Length of its bars; null of a scan.',
      }),
      currency: t.exposeString('currency', {
        nullable: true,
        description: 'Currency of the prices; null where the provider does not say.',
      }),
      adjusted: t.expose('adjusted', {
        type: adjustment,
        nullable: true,
        description: 'What they are adjusted for; null where there is nothing to adjust.',
      }),
      adjustedAsOf: t.expose('adjustedAsOf', {
        type: 'Date',
        nullable: true,
        description: 'Day up to which splits and dividends are in the prices; null of prices as traded.',
      }),
    }),
  });
  const price = builder.objectRef<AssetPrice>('AssetPrice').implement({
    description: 'The newest price that is known of an asset: of a bar that is over, or of a scan.',
    fields: (t) => ({
      last: t.exposeFloat('last', { description: 'The price.' }),
      at: t.expose('at', {
        type: 'DateTime',
        description:
          'When it was one: the end of the bar, of a stock the close of its session; the moment of the scan.',
      }),
      changePct24h: t.exposeFloat('changePct24h', {
        nullable: true,
        description:
          'Change against the price 24 hours before, of a stock against the close of the trading day before, splits taken ' +
          'out; null where that is not known, and where the provider does not tell splits. Unit: %.',
      }),
      currency: t.string({
        nullable: true,
        description: 'Currency of the price; null where the provider does not say.',
        resolve: (self) => self.source.currency,
      }),
      adjusted: t.field({
        type: adjustment,
        nullable: true,
        description: 'What it is adjusted for; null where there is nothing to adjust.',
        resolve: (self) => self.source.adjusted,
      }),
      source: t.expose('source', { type: source, description: 'Where it comes from.' }),
    }),
  });
  const bar = builder.objectRef<Bar>('Bar').implement({
    description:
      'Prices of a stretch of time, in the currency of the source. A stretch without trading has no bar.',
    fields: (t) => ({
      openAt: t.expose('openAt', {
        type: 'DateTime',
        description: 'When it began; of a stock 9:30 in New York, of another zone the start of the UTC day.',
      }),
      closeAt: t.expose('closeAt', {
        type: 'DateTime',
        description:
          'When it was over and its close known; of a stock 16:00 in New York, of another zone the end of the day everywhere.',
      }),
      day: t.expose('day', {
        type: 'Date',
        nullable: true,
        description: 'Trading day of a stock; null of markets that never close.',
      }),
      open: t.exposeFloat('open', { description: 'First price.' }),
      high: t.exposeFloat('high', { description: 'Highest price.' }),
      low: t.exposeFloat('low', { description: 'Lowest price.' }),
      close: t.exposeFloat('close', { description: 'Last price.' }),
      volume: t.exposeFloat('volume', {
        description: 'What was traded. Unit: shares, adjusted as the prices are; coins of the base currency.',
      }),
      quoteVolume: t.exposeFloat('quoteVolume', {
        nullable: true,
        description: 'What was traded, in the currency of the source; null where it is not told.',
      }),
      takerBuyVolume: t.exposeFloat('takerBuyVolume', {
        nullable: true,
        description:
          'The part of the volume that takers bought, who take orders out of the book; they sold the rest. Null where it is not told.',
      }),
      trades: t.exposeInt('trades', {
        nullable: true,
        description: 'Number of trades; null where it is not told.',
      }),
      averagePrice: t.exposeFloat('averagePrice', {
        nullable: true,
        description: 'Average price weighted by volume; null where it is not told.',
      }),
      split: t.exposeFloat('split', {
        nullable: true,
        description:
          'New shares for an old one from this day on, e.g. 4; null: none, or the provider does not tell splits.',
      }),
      dividend: t.exposeFloat('dividend', {
        nullable: true,
        description:
          'Dividend a share, as paid, which the price lacks from this day on (ex-date); null: none, or not told.',
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
      description: 'The series they are of; null where none has what was asked for.',
      ...costing({ kind: 'part' }),
      resolve: (self) => self.origin(),
    }),
  }));
  builder.objectFields(asset, (t) => ({
    price: t.field({
      type: price,
      nullable: true,
      description:
        'The newest price in view, of bars within the history window of the key or of the newest scan; null where there is none.',
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
              'What prices of a stock are to be adjusted for; default: the first that its series has of SPLITS, SPLITS_AND_DIVIDENDS, RAW.',
          }),
          provider: t.arg.string({
            description: 'Only bars of this exchange or provider, as `source` names it.',
          }),
          first: t.arg.int({ description: `How many bars, at most ${PAGE.max}; default 50.` }),
          after: t.arg.string({
            description: 'Only bars older than that of this cursor, of the same series.',
          }),
        },
        ...costing({ kind: 'list', ...PAGE, check }),
        resolve: (self, args, context) => barSource(subject(self as never), args, context), // Pothos hands the parent itself
      }),
    );
  };
  addBars(asset, 'bars', {
    description:
      'Bars of one series, the newest first, as they are stored: nothing is interpolated, a gap is a gap. Of several series it is ' +
      'the one with the newest bar in the range that can be shown as asked; docs/prices.md has the whole rule.',
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
