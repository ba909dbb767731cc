import type { Page, Reader } from '../../src/core/read/read.ts';
import { scorecardPoints } from '../../src/feeds/scorecards/feed.ts';

export interface WeighingReader {
  readonly reader: Reader;
  /** Weighted objects handed out since the last call. */
  taken(): number;
}

/**
 * Weighs whatever leaves the reader by the rules of `docs/cost.md`: a list of its own and a count at least 10, a row of a
 * nested list and anything found by key 1, a point a tenth.
 */
export function weighingReader(inner: Reader): WeighingReader {
  let objects = 0;
  const weigh = <T>(value: T, weight: number): T => {
    objects += weight;
    return value;
  };
  const rowsOf = ({ feed, rows }: Page) => rows.length * (feed === scorecardPoints ? 0.1 : 1);
  const reader: Reader = {
    ...inner,
    async list(...asked) {
      const page = await inner.list(...asked);
      return weigh(page, Math.max(10, rowsOf(page)));
    },
    async children(...asked) {
      const pages = await inner.children(...asked);
      return weigh(
        pages,
        pages.reduce((sum, page) => sum + rowsOf(page), 0),
      );
    },
    total: async (...asked) => weigh(await inner.total(...asked), 10),
    async totals(...asked) {
      const totals = await inner.totals(...asked);
      return weigh(totals, 10 * totals.length);
    },
    async groups(...asked) {
      const page = await inner.groups(...asked);
      return weigh(page, Math.max(10, page.groups.length));
    },
    countBy: async (...asked) => weigh(await inner.countBy(...asked), 10),
    async byKeys(...asked) {
      const rows = await inner.byKeys(...asked);
      return weigh(rows, rows.length);
    },
    async knownAssets(feeds, assets, view) {
      const known = await inner.knownAssets(feeds, assets, view);
      return weigh(known, known.size);
    },
    politicians: {
      ...inner.politicians,
      async directory(...asked) {
        const list = await inner.politicians.directory(...asked);
        return weigh(list, Math.max(10, list.items.length));
      },
      async politicians(...asked) {
        const found = await inner.politicians.politicians(...asked);
        return weigh(found, found.length);
      },
      async committees(...asked) {
        const seats = await inner.politicians.committees(...asked);
        return weigh(seats, seats.length);
      },
      async terms(...asked) {
        const terms = await inner.politicians.terms(...asked);
        return weigh(terms, terms.length);
      },
      async totals(...asked) {
        const totals = await inner.politicians.totals(...asked);
        return weigh(totals, totals.length);
      },
    },
    whales: {
      ...inner.whales,
      async directory(...asked) {
        const list = await inner.whales.directory(...asked);
        return weigh(list, Math.max(10, list.items.length));
      },
      async whales(...asked) {
        const found = await inner.whales.whales(...asked);
        return weigh(found, found.length);
      },
    },
    scorecardSeries: {
      async observations(...asked) {
        const found = await inner.scorecardSeries.observations(...asked);
        return weigh(found, found.length);
      },
    },
    insiders: {
      ...inner.insiders,
      async directory(...asked) {
        const list = await inner.insiders.directory(...asked);
        return weigh(list, Math.max(10, list.items.length));
      },
      async insiders(...asked) {
        const found = await inner.insiders.insiders(...asked);
        return weigh(found, found.length);
      },
      async clusters(query, view) {
        const list = await inner.insiders.clusters(query, view);
        return weigh(list, query.assets?.length ?? Math.max(10, list.items.length));
      },
      market: async (...asked) => weigh(await inner.insiders.market(...asked), 10),
      async flows(...asked) {
        const flows = await inner.insiders.flows(...asked);
        return weigh(flows, flows.length);
      },
    },
  };
  return {
    reader,
    taken() {
      const taken = objects;
      objects = 0;
      return taken;
    },
  };
}
