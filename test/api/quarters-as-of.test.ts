import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InsiderFiling, insiderFilings } from '../../src/feeds/insider/feed.ts';
import { importTarget } from '../../src/ingestion/import-target.ts';
import { importItems } from '../../src/sources/import-run.ts';
import { secTsv } from '../../src/sources/sec/sec-tsv.ts';
import { testClock } from '../core/clock.ts';
import { collect } from '../sources/sec/collect.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

const SETS = [
  'sec-form345-dataset-2024q3',
  'sec-form345-dataset-2024q3-amendments',
  'sec-form345-dataset-2025q1-one-filing',
];
/** Of the middle of the quarter, of days with amendments around them, and of its end. */
const MOMENTS = [
  '2024-07-18T01:00:00Z',
  '2024-08-15T12:00:00Z',
  '2024-09-19T12:00:00Z',
  '2024-10-01T12:00:00Z',
];

/** What is derived of filings, and the filings. */
const PATHS = [
  '/api/v1/insider/export?format=ndjson&sort_by=known_from',
  '/api/v1/insider-alpha/clusters?days_back=90&min_insiders=1&page_size=100',
  '/api/v1/insider-alpha/insiders?page_size=100',
  '/api/v1/insider-alpha/stats/market',
  '/api/v1/insider/groups?by=transaction_direction,known_from_day',
];

describeWithSharedData('the sets of quarters of the SEC', 'insider', (folder) => {
  /** All sets, in one order and in the other. */
  let whole: readonly TestApp[] = [];
  /** What was known by a moment, at that moment. */
  let then: TestApp;
  const clock = testClock(MOMENTS[0] ?? '');
  let filings: readonly InsiderFiling[] = [];

  beforeAll(async () => {
    const later = testClock('2025-06-01T12:00:00Z');
    whole = [await startApp({}, { clock: later }), await startApp({}, { clock: later })];
    for (const [index, app] of whole.entries())
      for (const set of index === 0 ? SETS : SETS.toReversed()) {
        const target = importTarget(app.services, 'test', async () => undefined);
        await importItems({ feed: insiderFilings }, secTsv.read([join(folder, set)], {}), {
          target,
          completions: [],
        });
      }
    then = await startApp({}, { clock });
    const read = await Promise.all(SETS.map((set) => collect(secTsv, [join(folder, set)])));
    const all = read.flatMap(({ records }) => records);
    filings = [...new Map(all.map((filing) => [filing.id, filing])).values()];
  }, 600_000);
  afterAll(() => Promise.all([...whole, then].map((app) => app?.stop())), 600_000);

  async function ask(app: TestApp, path: string): Promise<string> {
    const response = await app.get(path, { 'x-api-key': app.key });
    const text = await response.text();
    expect(response.status, `${path}: ${text}`).toBe(200);
    return text;
  }

  it('say as of a moment exactly what was known by then, clusters and sums too, in whatever order they came', async () => {
    let known = 0;
    const answers = new Set<string>();
    for (const moment of MOMENTS) {
      clock.set(moment);
      const by = filings.filter(({ known_from }) => known_from <= new Date(moment));
      expect(by.length).toBeGreaterThan(known);
      known = by.length;
      await then.services.ingest.write(insiderFilings, by);
      for (const path of PATHS) {
        const answer = await ask(then, path);
        const asOf = `${path}${path.includes('?') ? '&' : '?'}as_of=${moment}`;
        for (const app of whole) expect(await ask(app, asOf), asOf).toBe(answer);
        answers.add(answer);
      }
    }
    // In quiet weeks sums stay as they are.
    expect(answers.size).toBeGreaterThan((MOMENTS.length - 1) * PATHS.length);
  }, 600_000);
});
