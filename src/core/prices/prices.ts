import { invalidCursor } from '../../errors.ts';
import { FOREIGN_CURSOR } from '../../feed/cursor-codec.ts';
import type { Feed } from '../../feed/feed.ts';
import type { View } from '../access/view.ts';
import { pagesOf } from './bar-pages.ts';
import { type Candidate, chooseSeries } from './choose-series.ts';
import { priceOf, referenceOf } from './latest-price.ts';
import type { AssetPrice, BarPage, BarQuery, PriceReader, PriceStore, Stretch } from './price-ports.ts';
import { isKnown, isOver, SPARE, timesOf } from './shown-bars.ts';

/** What answers that show prices depend on besides feeds: moves with every commit that changes a bar. */
export const PRICES = { module: 'prices', availability: null } as const;

/** Prices of assets that records of a feed tell. */
export interface ToldPrices {
  readonly feed: Feed;
  read(assets: readonly string[], view: View): Promise<readonly (AssetPrice | null)[]>;
}

/** @param told records that tell a price, beside bars */
export function createPrices(store: PriceStore, told: readonly ToldPrices[] = []): PriceReader {
  type BarsWanted = Partial<Pick<BarQuery, 'from' | 'to' | 'interval' | 'provider'>>;

  /** The series of each asset with their newest bar in view. */
  async function candidatesOf(assets: readonly string[], asked: BarsWanted, view: View) {
    const { interval, provider } = asked;
    const stretch = { ...stretchOf(asked, view), interval, provider };
    const found = await store.newest([...new Set(assets)], stretch, SPARE + 1);
    const candidates = found.flatMap(({ series, bars }): Candidate[] => {
      const newest = isKnown(series, view) ? bars.find((bar) => isOver(series, bar, view)) : undefined;
      return newest ? [{ series, newest, closeAt: timesOf(series, newest).closeAt }] : [];
    });
    const byAsset = Map.groupBy(candidates, ({ series }) => series.subject);
    return assets.map((asset): readonly Candidate[] => byAsset.get(asset) ?? []);
  }

  /** The series of each page; an error where it is to go on behind a bar of a series that the asset does not have. */
  async function chosen(assets: readonly string[], query: BarQuery, view: View) {
    const { after, adjusted } = query;
    return (await candidatesOf(assets, query, view)).map((candidates) => {
      if (after === undefined) return chooseSeries(candidates, adjusted);
      // The series of the page before, though another one may have newer bars by now.
      const same = candidates.find(({ series }) => series.series === after.series);
      return same ?? invalidCursor('after', FOREIGN_CURSOR);
    });
  }

  return {
    sources: [PRICES, ...told.map(({ feed }) => feed)],
    async known(assets, view) {
      const candidates = await candidatesOf(assets, {}, view);
      return new Set(assets.filter((_, index) => (candidates[index] ?? []).length > 0));
    },

    async latest(assets, view) {
      const [byAsset, ...others] = await Promise.all([
        candidatesOf(assets, {}, view),
        ...told.map(({ read }) => read(assets, view)),
      ]);
      const newest = byAsset.map((candidates) => chooseSeries(candidates, undefined));
      const priced = newest.filter((candidate) => candidate !== null);
      const floor = view.from;
      const before = await store.bars(
        priced.map((candidate) => referenceOf(candidate, floor)),
        1,
      );
      const ofBars = new Map(priced.map((one, index) => [one, priceOf(one, before[index]?.[0] ?? null)]));
      return newest.map((candidate, index) => {
        const prices = [candidate && ofBars.get(candidate), ...others.map((told) => told[index])];
        return prices.reduce<AssetPrice | null>(
          (best, price) => (price && (!best || price.at > best.at) ? price : best),
          null,
        );
      });
    },

    async bars(assets, query, view) {
      const choices = await chosen(assets, query, view);
      const wanted = choices.filter((one): one is Candidate => one !== null && !(one instanceof Error));
      const pages = await pagesOf(store, wanted, { ...query, ...stretchOf(query, view) }, view);
      const byChoice = new Map(wanted.map((choice, index) => [choice, pages[index]]));
      return choices.map((one) => (one instanceof Error ? one : (one && byChoice.get(one)) || NOTHING));
    },

    async counts(assets, query, view) {
      const choices = await chosen(assets, { ...query, after: undefined }, view);
      const wanted = choices.filter((one): one is Candidate => one !== null && !(one instanceof Error));
      const stretch = stretchOf(query, view);
      const counts = await store.count(
        wanted.map(({ series, newest }) => ({ ...series, ...stretch, before: newest.key })),
      );
      // The newest one itself, behind which lie only bars that are not over.
      const byChoice = new Map(wanted.map((choice, index) => [choice, 1 + (counts[index] ?? 0)]));
      return choices.map((one) => (one instanceof Error || one === null ? 0 : (byChoice.get(one) ?? 0)));
    },
  };
}

/** A store without bars. */
export const NO_BARS: PriceStore = {
  newest: async () => [],
  bars: async (stretches) => stretches.map(() => []),
  count: async (stretches) => stretches.map(() => 0),
  events: async (stretches) => stretches.map(() => []),
};

const NOTHING: BarPage = { series: null, source: null, bars: [], more: false };

/** The part of a stretch that a view sees: bars that opened within its window. */
function stretchOf({ from, to }: Partial<Pick<BarQuery, 'from' | 'to'>>, view: View): Stretch {
  const floor = view.from;
  return {
    from: from === undefined || (floor !== null && floor > from) ? floor : from,
    to: to === undefined || to > view.now ? view.now : to,
  };
}
