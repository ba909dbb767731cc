import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewOf } from '../../src/core/access/access.ts';
import { fullView, type View } from '../../src/core/access/view.ts';
import { INSIDER_SORTS, type Listing, type Span } from '../../src/core/insider-ports.ts';
import { type ComputedOrder, decodePlace, encodePlace, type Place } from '../../src/feed/computed-cursor.ts';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { deriveFiling } from '../../src/feeds/insider/derive.ts';
import { type InsiderFiling, insiderFilings } from '../../src/feeds/insider/feed.ts';
import { type OpenedStore, openStore } from '../support/store.ts';
import { compared, recomputed } from './insider-model.ts';

const NOW = new Date('2026-03-15T13:37:11.123Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A filing out of a few small numbers, so that random ones meet: same insiders, tickers, days and families. */
interface Draft {
  readonly n: number;
  readonly insider: number;
  /** What the filing calls the insider; 2 is nothing. */
  readonly alias: number;
  readonly ticker: number;
  readonly hoursAgo: number;
  /** From when it was filed until it was known. */
  readonly lateHours: number;
  readonly code: 'P' | 'S' | 'A';
  readonly cents: number | null;
  readonly amends: boolean;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  n: fc.integer({ min: 0, max: 60 }),
  insider: fc.integer({ min: 0, max: 4 }),
  alias: fc.integer({ min: 0, max: 2 }),
  ticker: fc.integer({ min: 0, max: 3 }),
  // Lately, about where a year ends, and before.
  hoursAgo: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 24 * 45 }) },
    fc.integer({ min: 24 * 362, max: 24 * 368 }),
    fc.integer({ min: 24 * 45, max: 24 * 500 }),
  ),
  lateHours: fc.constantFrom(0, 0, 0, 5, 26, 47, 49, 24 * 10, 24 * 370),
  code: fc.constantFrom('P', 'P', 'S', 'A'),
  cents: fc.option(fc.integer({ min: 1, max: 1e9 }), { nil: null }),
  amends: fc.boolean(),
});

const NAMES = ['Doe Jane', 'Doe-Roe J.'];

function filing(d: Draft): AnyRecord {
  const filedAt = new Date(NOW.getTime() - d.hoursAgo * HOUR);
  // An amendment of a filing made about a week before it.
  const original = new Date(filedAt.getTime() - 7 * DAY).toISOString().slice(0, 10);
  return deriveFiling({
    id: `f-${d.n}`,
    ticker: d.ticker === 3 ? null : `T${d.ticker}`,
    company_name: null,
    insider_name: d.insider === 4 || d.alias === 2 ? null : `${NAMES[d.alias]} ${d.insider}`,
    insider_title: '',
    is_director: true,
    is_ten_percent: false,
    transaction_code: d.code,
    transaction_type: null,
    transaction_direction: d.code === 'P' ? 'buy' : d.code === 'S' ? 'sell' : 'other',
    shares: null,
    value: d.cents === null ? null : d.cents / 100,
    filing_date: filedAt,
    trade_date: null,
    known_from: new Date(filedAt.getTime() + d.lateHours * HOUR),
    known_precision: 'EXACT',
    superseded_at: null,
    insider_slug: null,
    owner_cik: d.insider < 3 ? String(d.insider) : null,
    issuer_cik: '1',
    accession: `acc-${String(d.n).padStart(3, '0')}`,
    form: d.amends ? '4/A' : '4',
    filed_on: null,
    amends_filed_on: d.amends ? `${original}T00:00:00` : null,
    family: null,
    origin: null,
  });
}

const limited = (historyDays: number | null, insiderLagHours: number): View =>
  viewOf({ historyDays, insiderLagHours }, NOW);

/** Those of the tiers, and other ones that a file of tiers may have. */
const VIEWS: readonly View[] = [
  fullView(NOW),
  limited(7, 24),
  limited(14, 0),
  limited(365, 0),
  limited(null, 24),
  limited(365, 24),
  limited(200, 0),
  limited(400, 36),
  { ...limited(1, 24), from: new Date(NOW.getTime() - 26 * HOUR) },
];

/** When the batches are written: kept sums begin with the last year then. A clock may also go back. */
const WRITTEN = [30, 2, 0, 1].map((days) => new Date(NOW.getTime() - days * DAY));

async function served({ insiders }: OpenedStore, view: View) {
  const span = { limit: 100 };
  const directory = await insiders.directory({ ...span, sort: 'total_buy_value', direction: 'desc' }, view);
  const clusters = await insiders.clusters({ ...span, daysBack: 30, minInsiders: 2 }, view);
  const windows = await Promise.all(
    [30, 90].map((days) => insiders.flows(['stock:T0', 'stock:T1', 'stock:T2'], days, view)),
  );
  const market = await insiders.market(view);
  expect(directory.total).toBe(directory.items.length);
  expect(clusters.total).toBe(clusters.items.length);
  return {
    directory: [...directory.items].sort((a, b) => compared(a.slug, b.slug)),
    clusters: clusters.items,
    windows: windows.map((flows) => flows.map(({ buy_value, sell_value }) => ({ buy_value, sell_value }))),
    market: [market.last_24h, market.last_7d, market.last_30d],
  };
}

/** All rows of a list in pages of two, each begun at the cursor where the one before ended. */
async function walk<T>(
  order: ComputedOrder,
  fromEnd: boolean,
  read: (span: Span) => Promise<Listing<T>>,
): Promise<T[]> {
  const items: T[] = [];
  let place: Place | undefined;
  for (;;) {
    const page = await read({ limit: 2, fromEnd, ...(fromEnd ? { before: place } : { after: place }) });
    items.splice(fromEnd ? 0 : items.length, 0, ...page.items);
    const end = fromEnd ? page.places[0] : page.places.at(-1);
    if (!page.more || !end) return items;
    const result = decodePlace(order, encodePlace(order, end));
    place = result.ok ? result.place : expect.fail(result.reason);
  }
}

/** Walks the directory in every order, and the clusters, forward and backward. */
async function expectWalks({ insiders }: OpenedStore, view: View, model: ReturnType<typeof recomputed>) {
  const ways = [false, true];
  const clusterOrder = { type: 'InsiderCluster', field: 'detected_at', direction: 'desc' } as const;
  for (const fromEnd of ways) {
    const query = { daysBack: 30, minInsiders: 2 };
    const read = (span: Span) => insiders.clusters({ ...query, ...span }, view);
    expect(await walk(clusterOrder, fromEnd, read)).toEqual(model.clusters);
  }
  for (const [n, field] of INSIDER_SORTS.entries()) {
    const search = [undefined, 'roe J.', 'CIK-', 'e'][n];
    const up = model.directory
      .filter(({ name }) => name.toLowerCase().includes((search ?? '').toLowerCase()))
      .sort((a, b) => compared(a[field], b[field]) || compared(a.slug, b.slug));
    for (const direction of ['asc', 'desc'] as const) {
      const read = (span: Span) => insiders.directory({ sort: field, direction, search, ...span }, view);
      for (const fromEnd of ways) {
        const walked = await walk({ type: 'Insider', field, direction }, fromEnd, read);
        expect(walked).toEqual(direction === 'asc' ? up : [...up].reverse());
      }
    }
  }
  const slugs = model.directory.map(({ slug }) => slug);
  expect(await insiders.insiders(['nobody', ...slugs], view)).toEqual([null, ...model.directory]);
}

describe('insider analytics', () => {
  it('equals a full recomputation after every batch and removal, for every view, to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(draft, { minLength: 1, maxLength: 25 }), { minLength: 1, maxLength: 4 }),
        async (batches) => {
          await using opened = await openStore();
          for (const [n, batch] of batches.entries()) {
            await opened.writer.upsert(insiderFilings, batch.map(filing), WRITTEN[n] ?? NOW);
            const last = batch.at(-1);
            if (last && last.n % 5 === 0) await opened.writer.remove(insiderFilings, `f-${last.n}`, NOW);
            const rows = await opened.rows<InsiderFiling>(insiderFilings);
            for (const view of VIEWS) expect(await served(opened, view)).toEqual(recomputed(rows, view));
          }
          const rows = await opened.rows<InsiderFiling>(insiderFilings);
          for (const view of VIEWS) await expectWalks(opened, view, recomputed(rows, view));
        },
      ),
      { numRuns: 5, endOnFailure: true },
    );
  }, 600_000);

  it('lets amendments replace what they amend, in whatever order they come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(draft, { selector: (d) => d.n, minLength: 2, maxLength: 30 }),
        async (drafts) => {
          await using together = await openStore();
          await using apart = await openStore();
          await together.writer.upsert(insiderFilings, drafts.map(filing), NOW);
          for (const d of [...drafts].reverse()) await apart.writer.upsert(insiderFilings, [filing(d)], NOW);
          expect(await apart.rows(insiderFilings)).toEqual(await together.rows(insiderFilings));
        },
      ),
      { numRuns: 15 },
    );
  }, 600_000);

  it('shows the original to a lagged view until the amendment is visible to it', async () => {
    await using opened = await openStore();
    const base = { insider: 1, alias: 0, ticker: 1, lateHours: 0, code: 'P', amends: false } as const;
    const result = await opened.writer.upsert(
      insiderFilings,
      [
        filing({ ...base, n: 1, hoursAgo: 2 + 7 * 24, cents: 100 }),
        filing({ ...base, n: 2, hoursAgo: 2, cents: 900, amends: true }),
      ],
      NOW,
    );
    expect(result).toMatchObject({ created: 2, superseded: ['f-1'] });
    const buys = async (view: View) => (await opened.insiders.flows(['stock:T1'], 30, view))[0]?.buy_value;
    expect(await buys(fullView(NOW))).toBe(9);
    expect(await buys(limited(null, 24))).toBe(1);
  });

  it('detects a cluster when its filings became known, not at the start of the day they were filed on', async () => {
    await using opened = await openStore();
    const base = { ticker: 1, alias: 0, cents: 100, code: 'P', amends: false } as const;
    const first = filing({ ...base, n: 1, insider: 1, hoursAgo: 24 * 31, lateHours: 48 });
    const ofDay = filing({ ...base, n: 2, insider: 2, hoursAgo: 36, lateHours: 26 });
    await opened.writer.upsert(insiderFilings, [first, ofDay], NOW);
    const clustersAt = async (now: Date) => {
      const query = { daysBack: 30, minInsiders: 2, limit: 10 };
      return (await opened.insiders.clusters(query, { ...fullView(now), asOf: now, until: now })).items;
    };
    const knownAt = new Date(NOW.getTime() - 10 * HOUR);
    expect(await clustersAt(new Date(knownAt.getTime() - 1))).toEqual([]);
    expect(await clustersAt(knownAt)).toMatchObject([{ ticker: 'T1', detected_at: knownAt }]);
    expect(await clustersAt(new Date(NOW.getTime() + 24 * HOUR))).toEqual([]);
  });

  it('counts the originals alone where an amendment may replace each of two', async () => {
    await using opened = await openStore();
    const base = { insider: 1, alias: 0, ticker: 1, code: 'P', lateHours: 0, amends: false } as const;
    const drafts = [
      { ...base, n: 1, hoursAgo: 2 + 7 * 24, cents: 100 },
      { ...base, n: 2, hoursAgo: 2 + 7 * 24, cents: 200 },
      { ...base, n: 3, hoursAgo: 2, cents: 900, amends: true },
    ];
    for (const batch of [drafts, drafts.toReversed()]) {
      const result = await opened.writer.upsert(insiderFilings, batch.map(filing), NOW);
      if (batch === drafts) expect(result).toMatchObject({ superseded: [], undecided: ['acc-003'] });
      const rows = await opened.rows<InsiderFiling>(insiderFilings);
      expect(rows.map(({ provisional }) => provisional)).toEqual([null, null, true]);
      for (const view of VIEWS) expect(await served(opened, view)).toEqual(recomputed(rows, view));
      const all = await served(opened, fullView(NOW));
      expect(all.directory).toMatchObject([{ filing_count: 2, total_buy_value: 3 }]);
    }
  });

  it('walks on exactly where sums differ by less than a double can tell, while others move in', async () => {
    await using opened = await openStore();
    const base = { alias: 0, ticker: 1, hoursAgo: 48, lateHours: 0, code: 'P', amends: false } as const;
    const bought = (n: number, insider: number, value: number) => ({
      ...filing({ ...base, n, insider, cents: null }),
      value,
    });
    const huge = 1e15;
    const first = [bought(1, 0, huge), bought(2, 1, huge), bought(3, 1, 0.01), bought(4, 2, 7)];
    await opened.writer.upsert(insiderFilings, first, NOW);
    const order = { type: 'Insider', field: 'total_buy_value', direction: 'desc' } as const;
    const read = async (span: Span) => {
      const query = { ...span, sort: order.field, direction: order.direction, limit: 1 };
      const page = await opened.insiders.directory(query, fullView(NOW));
      const n = 10 + page.total; // one more at the top after every page
      await opened.writer.upsert(insiderFilings, [bought(n, 3, huge * 2)], NOW);
      return page;
    };
    const slugs = (await walk(order, false, read)).map(({ slug }) => slug);
    expect(slugs).toEqual(['cik-0000000001', 'cik-0000000000', 'cik-0000000002']);
  });
});
