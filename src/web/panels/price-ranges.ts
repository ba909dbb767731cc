/** Bars of a range, counted back from the newest. */
export interface Range {
  readonly bars: 'days' | 'hours';
  readonly count: number;
}

type Ranges = Readonly<Record<string, Range>>;

const HOURS: Ranges = { '2D': { bars: 'hours', count: 48 }, '1W': { bars: 'hours', count: 168 } };

/** Stocks have a bar for each day on which they trade, coins one for every day. The page reads 250: a year of stocks. */
const OF_STOCKS: Ranges = {
  ...HOURS,
  '1M': { bars: 'days', count: 22 },
  '3M': { bars: 'days', count: 66 },
  '1Y': { bars: 'days', count: 250 },
};
const OF_COINS: Ranges = {
  ...HOURS,
  '1M': { bars: 'days', count: 30 },
  '3M': { bars: 'days', count: 91 },
};

/** What is shown first, of those that there are. */
const FAVOURITES = ['3M', '1M', '1W', '2D'];

/** The ranges that a chart offers, by name. */
export interface Offered {
  readonly ranges: Ranges;
  /** Null: there is none. */
  readonly first: string | null;
}

/** Ranges of which at least half of the bars are there; where there is none, the shortest ones of which anything is. */
export function offeredRanges(bars: Readonly<Record<Range['bars'], number>>, isCoin: boolean): Offered {
  const known = Object.entries(isCoin ? OF_COINS : OF_STOCKS).filter(([, range]) => bars[range.bars] > 1);
  const filled = known.filter(([, range]) => bars[range.bars] >= range.count / 2);
  const ranges = Object.fromEntries(
    filled.length > 0 ? filled : known.filter(([name]) => name === '2D' || name === '1M'),
  );
  return { ranges, first: FAVOURITES.find((name) => name in ranges) ?? null };
}
