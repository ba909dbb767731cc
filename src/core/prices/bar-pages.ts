import type { PriceAdjustment, PriceEvent } from '../../feed/price-adjustment.ts';
import type { View } from '../access/view.ts';
import type { Candidate } from './choose-series.ts';
import type {
  BarPage,
  BarQuery,
  PriceSeries,
  PriceStore,
  SeriesStretch,
  StoredBar,
  Stretch,
} from './price-ports.ts';
import { adjustmentsOf, basisOf, eventOf, isOver, SPARE, shownBar, sourceOf } from './shown-bars.ts';

/** A page of each of these series: three statements at most, however many there are. */
export async function pagesOf(
  store: PriceStore,
  choices: readonly Candidate[],
  query: Omit<BarQuery, keyof Stretch> & Stretch,
  view: View,
): Promise<readonly BarPage[]> {
  const { from, to, limit, after } = query;
  const stored = await store.bars(
    choices.map(({ series: { kind, series } }) => ({ kind, series, from, to, before: after?.key })),
    limit + SPARE + 1,
  );
  const pages = choices.map(({ series, newest }, index) => {
    const over = (stored[index] ?? []).filter((bar) => isOver(series, bar, view));
    const adjusted = shownAs(series, query.adjusted);
    return { series, newest, adjusted, bars: over.slice(0, limit), more: over.length > limit };
  });
  const told = await toldBehind(store, pages, view);
  return pages.map(({ series, newest, adjusted, bars, more }, index) => {
    const { events, lastBar } = told[index] ?? NO_CHANGES;
    return {
      series: series.series,
      source: sourceOf(series, adjusted, lastBar ?? newest),
      bars: bars.map((bar) => shownBar(series, bar, adjusted, events)),
      more,
    };
  });
}

/** What a series is shown as: what was asked for, which it can be; null where there is nothing to adjust. */
function shownAs(series: PriceSeries, asked: PriceAdjustment | undefined): PriceAdjustment | null {
  const possible = adjustmentsOf(series);
  return possible && (asked ?? possible[0] ?? null);
}

interface PageChanges {
  readonly events: readonly PriceEvent[];
  /** Up to which they are told; null where none are wanted. */
  readonly lastBar: StoredBar | null;
}

const NO_CHANGES: PageChanges = { events: [], lastBar: null };

/** Splits and dividends behind the oldest bar of each page up to now, though the page may end long before. */
async function toldBehind(
  store: PriceStore,
  pages: readonly {
    readonly series: PriceSeries;
    readonly adjusted: PriceAdjustment | null;
    readonly bars: readonly StoredBar[];
  }[],
  view: View,
): Promise<readonly PageChanges[]> {
  const wanted = pages.filter(
    ({ series, adjusted, bars }) => basisOf(series) === 'raw+events' && adjusted !== 'RAW' && bars.length > 0,
  );
  if (wanted.length === 0) return pages.map(() => NO_CHANGES);
  const stretches = wanted.map(({ series: { kind, series }, bars }): SeriesStretch => {
    return { kind, series, from: new Date(`${bars.at(-1)?.key}T00:00Z`), to: view.now };
  });
  const [newest, events] = await Promise.all([store.bars(stretches, SPARE + 1), store.events(stretches)]);
  const byPage = new Map(
    wanted.map((page, index): [unknown, PageChanges] => [
      page,
      {
        lastBar: newest[index]?.find((bar) => isOver(page.series, bar, view)) ?? null,
        events: (events[index] ?? []).filter((bar) => isOver(page.series, bar, view)).map(eventOf),
      },
    ]),
  );
  return pages.map((page) => byPage.get(page) ?? NO_CHANGES);
}
