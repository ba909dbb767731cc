import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { TEST_TIERS } from '../support/tiers.ts';
import { moduleGroups } from './access-groups.ts';
import { histories } from './access-histories.ts';
import { type Kind, MODULES, ROWS, recordsOf } from './access-modules.ts';
import { foundInsiders, isFound } from './access-search.ts';
import {
  type Asker,
  companyFilings,
  entities,
  graphList,
  insiderSums,
  insiderWindows,
  restList,
  type Shown,
  seriesExport,
} from './access-surfaces.ts';

type Letters = Readonly<Record<Kind, string>>;

const whole: Letters = { windowed: 'abcdefgh', delayed: 'abcdefgh', current: 'abcdefgh' };
const sees = (windowed: string, delayed = windowed): Letters => ({ ...whole, windowed, delayed });

/**
 * What each tier sees while the clock moves over the end of a minute. A floor stands at 05:07:00 until the clock is past
 * that time of the day, a ceiling at 05:06:00 until the clock reaches it.
 */
const PHASES = [
  {
    at: ['2026-03-04T05:06:07.000Z', '2026-03-04T05:06:59.999Z'],
    free: sees('fgh', 'fg'),
    fortnight: sees('defgh'),
    year: sees('bcdefgh'),
  },
  {
    at: ['2026-03-04T05:07:00.000Z'],
    free: sees('fgh', 'fgh'),
    fortnight: sees('defgh'),
    year: sees('bcdefgh'),
  },
  {
    at: ['2026-03-04T05:07:00.001Z', '2026-03-04T05:07:59.999Z'],
    free: sees('gh', 'gh'),
    fortnight: sees('efgh'),
    year: sees('cdefgh'),
  },
] as const;

type Phase = (typeof PHASES)[number];

const TIERS: Readonly<Record<string, (phase: Phase) => Letters>> = {
  free: (phase) => phase.free,
  plus: (phase) => phase.fortnight,
  pro: (phase) => phase.fortnight,
  premium: (phase) => phase.year,
  pro_api: (phase) => phase.year,
  quant: () => whole,
};

const clock = testClock('2026-03-04T05:06:07.000Z');
let app: TestApp;

beforeAll(async () => {
  // Only what tiers see is at stake here, not how often.
  const tiers = TEST_TIERS.map((tier) => ({ ...tier, requestsPerDay: 1e9, requestsPerMinute: 1e9 }));
  app = await startApp({}, { clock, tiers });
  for (const module of MODULES) {
    const answer = await app.ingest(module.ingest, recordsOf(module));
    expect(answer.status, module.name).toBe(200);
  }
  // Companies of one filing each, which names nobody and bought nothing.
  const lone = { transaction_direction: 'other' };
  await app.ingest('insider', [
    { ...lone, id: 'old-a', ticker: 'OLD', filing_date: ROWS.a },
    { ...lone, id: 'new-h', ticker: 'NEW', filing_date: ROWS.h },
  ]);
  const points = ['ams', 'mrs', 'gls'].map((name) =>
    app.ingest(name, [
      { id: `${name}-1W-a`, scorecard: name, timeframe: '1W', timestamp: ROWS.a, data: { [name]: 1 } },
    ]),
  );
  for (const answer of await Promise.all(points)) expect(answer.status).toBe(200);
}, 600_000);

afterAll(() => app.stop(), 600_000);

/** Every surface shows these letters, or counts as many. */
function expectShown(shown: Shown, letters: string, what: string): void {
  const expected = Object.entries(shown).map(([surface, value]) => [
    surface,
    typeof value === 'number' ? letters.length : letters,
  ]);
  expect(shown, what).toEqual(Object.fromEntries(expected));
}

/** Tags of what was asked for, by name, with what was shown under them. */
type Tags = Map<string, { readonly letters: string; readonly etags: readonly (string | null)[] }>;

/** An answer that shows other rows has another tag, and within a minute the tag stays. */
function expectTags(before: Tags, after: Tags, isSamePhase: boolean): void {
  for (const [name, { letters, etags }] of after) {
    const was = before.get(name);
    expect(etags, name).not.toContain(null);
    if (isSamePhase) expect(etags, name).toEqual(was?.etags);
    else if (letters !== was?.letters)
      etags.forEach((etag, index) => {
        expect(etag, name).not.toBe(was?.etags[index]);
      });
  }
}

async function expectModules(asker: Asker, letters: Letters): Promise<Tags> {
  const tags: Tags = new Map();
  for (const module of MODULES) {
    if (asker.key === null && module.open === undefined) continue;
    const expected = letters[module.kind];
    const rest = await restList(asker, module);
    expectShown(rest.shown, expected, `${module.name} over REST`);
    tags.set(module.name, { letters: expected, etags: rest.etags });
    if (asker.key === null) continue;
    expectShown(await graphList(asker, module), expected, `${module.name} in the graph`);
    expectShown(await histories(asker, module), expected, `histories of ${module.name}`);
    const groups = await moduleGroups(asker, module);
    expectShown(groups.shown, expected, `${module.name} in groups`);
    tags.set(`groups of ${module.name}`, { letters: expected, etags: groups.etags });
  }
  return tags;
}

async function expectDerived(asker: Asker, letters: Letters): Promise<Tags> {
  const tags: Tags = new Map();
  const sums = await insiderSums(asker);
  expectShown(sums.shown, letters.delayed, 'sums');
  tags.set('sums', { letters: letters.delayed, etags: sums.etags });
  if (asker.key !== null) {
    const found = await entities(asker);
    expectShown(found.windowed, letters.windowed, 'people and holders');
    expectShown(found.delayed, letters.delayed, 'filings of signals');
  }
  const recent = letters.delayed.replace(/[ab]/g, '');
  const windows = await insiderWindows(asker);
  expectShown(windows.shown, recent, 'windows');
  tags.set('windows', { letters: recent, etags: windows.etags });
  for (const name of ['ams', 'mrs', 'gls']) {
    const series = await seriesExport(asker, name);
    expectShown(series.shown, letters.windowed, `export of ${name}`);
    tags.set(`export of ${name}`, { letters: letters.windowed, etags: series.etags });
    const latest = await app.get(`/api/scorecards/${name}/latest?timeframe=1W`, {
      'x-api-key': asker.key ?? '',
    });
    expect(await latest.json(), 'the newest point is for everybody').toMatchObject({
      item: { id: `${name}-1W-a` },
    });
  }
  const found = await foundInsiders(asker);
  expectShown(found.shown, letters.delayed, 'search');
  tags.set('search', { letters: letters.delayed, etags: found.etags });
  expect(await isFound(asker, 'OLD')).toBe(letters.delayed.includes('a'));
  expect(await isFound(asker, 'NEW')).toBe(letters.delayed.includes('h'));
  expect(await companyFilings(asker, 'MTX')).toBe(letters.delayed);
  expect(await companyFilings(asker, 'OLD')).toBe(letters.delayed.includes('a') ? 'a' : null);
  expect(await companyFilings(asker, 'NEW')).toBe(letters.delayed.includes('h') ? 'h' : null);
  return tags;
}

describe('what a tier sees, on every surface, while the clock moves over its cut-offs', () => {
  it('has a row for every tier', () => {
    expect(Object.keys(TIERS)).toEqual(DEFAULT_TIERS.map(({ id }) => id));
  });

  it.each([...Object.keys(TIERS), 'open feeds'])(
    '%s',
    async (tier) => {
      const key = tier === 'open feeds' ? null : await app.issue(tier);
      const seenBy = TIERS[tier] ?? TIERS.free ?? expect.unreachable();
      let before: Tags = new Map();
      for (const phase of PHASES) {
        const letters = seenBy(phase);
        for (const [index, at] of phase.at.entries()) {
          clock.set(at);
          const asker = { app, key };
          const tags = await expectModules(asker, letters);
          if (key !== null)
            for (const [name, tag] of await expectDerived(asker, letters)) tags.set(name, tag);
          expectTags(before, tags, index > 0);
          before = tags;
        }
      }
    },
    600_000,
  );
});
