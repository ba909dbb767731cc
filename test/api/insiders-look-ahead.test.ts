import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { importFilings, purchaseFiling } from '../support/purchase-filings.ts';
import { chanceOf } from '../support/random-writes.ts';
import { seeded } from '../support/records.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const FILINGS = 60;
const HOURS = 24 * 30;
const { below, oneOf } = chanceOf(seeded(17));

const at = (hours: number): string => new Date(START + hours * HOUR_MS).toISOString();

/** Purchases and amendments of them by a few insiders of one company, over a month, and when each was filed. */
const filed = Array.from({ length: FILINGS }, (_, index) => {
  const hours = below(HOURS);
  const isAmendment = below(4) === 0;
  const owner = below(4);
  return {
    hours,
    filing: purchaseFiling(`acc-${String(index).padStart(3, '0')}`, at(hours), {
      owner_cik: String(owner),
      insider_name: `DOE JANE ${owner}`,
      shares: 1_000 * (1 + below(9)),
      value: 25_000 * (1 + below(9)),
      trade_date: new Date(at(-24 * (1 + below(3)))),
      ...(isAmendment
        ? { form: '4/A', amends_filed_on: `${at(Math.max(0, hours - 24 * below(5))).slice(0, 10)}T00:00:00` }
        : {}),
    }),
  };
});
const MOMENTS = [HOURS, ...Array.from({ length: 3 }, () => below(HOURS))];

const QUESTIONS = [
  '/api/v1/insider?limit=100',
  '/api/v1/insider/groups?by=insider_name',
  '/api/v1/insider-alpha/insiders',
  '/api/v1/insider-alpha/clusters?days_back=30&min_insiders=1',
  '/api/v1/insider-alpha/clusters?days_back=5&min_insiders=2',
  '/api/v1/insider-alpha/stats/market',
  '/api/v1/insider-alpha/companies/BAC',
];

let app: TestApp;
let clock: TestClock;

beforeAll(async () => {
  clock = testClock(at(HOURS));
  app = await startApp({}, { clock });
  const inAnyOrder = filed.toSorted(() => oneOf([-1, 1]));
  await importFilings(app.services, ...inAnyOrder.map(({ filing }) => filing));
}, 600_000);
afterAll(() => app?.stop(), 600_000);

async function answersOf({ get }: TestApp, asOf?: string) {
  const answers = new Map<string, unknown>();
  for (const path of QUESTIONS) {
    const response = await get(asOf ? `${path}${path.includes('?') ? '&' : '?'}as_of=${asOf}` : path);
    const body = await response.json();
    expect(response.status, JSON.stringify(body)).toBe(200);
    answers.set(path, [response.headers.get('x-total-count'), body]);
  }
  return answers;
}

it.each(MOMENTS)(
  'filings, insiders, clusters and sums as of hour %i are those of a service that knows no later filing',
  async (hours) => {
    const early = await startApp({}, { clock: testClock(at(hours)) });
    try {
      const known = filed.filter((one) => one.hours <= hours);
      await importFilings(early.services, ...known.map(({ filing }) => filing));
      const [expected, answered] = [await answersOf(early), await answersOf(app, at(hours))];
      for (const path of QUESTIONS) expect(answered.get(path), path).toEqual(expected.get(path));
    } finally {
      await early.stop();
    }
  },
  600_000,
);
