import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '../../../src/feed/feed.ts';
import { type TestClock, testClock } from '../../core/clock.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { download, listFiles, makeFiles } from '../../support/feed-files.ts';
import { seeded } from '../../support/records.ts';

const START = Date.parse('2026-02-26T00:00:00Z');
const HOUR_MS = 3_600_000;
const DAYS = 6;
const STEPS = 300;
const KEYS = ['a', 'b', 'c', 'd', 'e'];

let app: TestApp;
let clock: TestClock;
const random = seeded(20);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // never empty

/** By module, what writes a record that was known up to three days before. */
const WRITES = {
  prediction: (key: string, known: string) => ({
    ...{ market_id: key, platform: 'kalshi', question: key, yes_price: random(), outcome_prices: [0.5, 0.5] },
    ...{ active: random() < 0.5, observed_at: known, known_from: known },
  }),
  whales: (key: string, known: string) => ({
    ...{ _id: key, source: 'x', event_type: 'entry', title: key, value: random(), created_at: known },
  }),
  'trade-feed': (key: string, known: string) => ({
    ...{ id: key, symbol: 'NVDA', direction: 'LONG', status: 'OPEN', source: 'x', asset_type: 'stock' },
    ...{ entry_price: 1, current_price: random(), timestamp: known, known_from: known },
  }),
} as const;
type Module = keyof typeof WRITES;
const MODULES = Object.keys(WRITES) as Module[];
/** When what is known of a record is written for the first time: `whales` keep theirs. */
const firstKnown = new Map<string, string>();

beforeAll(async () => {
  clock = testClock(new Date(START).toISOString());
  app = await startApp({ EVENT_RETENTION_DAYS: '365' }, { clock });
  for (let step = 0; step < STEPS; step += 1) {
    const at = START + Math.floor((step / STEPS) * DAYS * 24 * HOUR_MS);
    clock.set(new Date(at).toISOString());
    if (step % 97 === 0) await makeFiles(app);
    const [module, key] = [pick(MODULES), pick(KEYS)];
    if (random() < 0.1) {
      await app.services.ingest.remove(module, key, { request: String(step) });
      continue;
    }
    const now = new Date(at - Math.floor(random() * 3) * 12 * HOUR_MS).toISOString();
    const name = `${module} ${key}`;
    const known = module === 'prediction' ? now : (firstKnown.get(name) ?? now);
    firstKnown.set(name, known);
    const answer = await app.ingest(module, [WRITES[module](key, known)]);
    expect(answer.status, await answer.clone().text()).toBe(200);
  }
  clock.set(new Date(START + DAYS * 24 * HOUR_MS + 60_000).toISOString());
  await makeFiles(app);
}, 600_000);
afterAll(() => app?.stop(), 600_000);

interface Version {
  readonly known_from: string;
  readonly known_to: string | null;
  readonly kind: string;
  readonly replaced_at: string | null;
  readonly record: AnyRecord;
}

/** Every version that is kept, in the order in which they were written. */
async function historyOf(module: Module, key: string): Promise<readonly Version[]> {
  const versions: Version[] = [];
  let path: string | undefined = `/api/v1/${module}/${key}/history?limit=100`;
  while (path !== undefined) {
    const answer = await app.get(path);
    if (answer.status === 404) return [];
    versions.push(...((await answer.json()) as { items: Version[] }).items);
    path = /<(.+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return versions;
}

const idOf = (row: AnyRecord) => String(row.market_id ?? row._id ?? row.id);
const millis = (value: unknown) => new Date(String(value)).getTime();

test.each(MODULES)(
  'the files of %s together tell the history of its records, each change once',
  async (module) => {
    const files = (await listFiles(app, `&feed=${module}`)).filter(({ kind }) => kind !== 'month');
    const changes: AnyRecord[] = [];
    for (const { path, day, kind, rows: count } of files) {
      const { rows } = await download(app, path);
      expect(rows.length).toBe(count);
      for (const row of rows) {
        expect(String(row.changed_at).slice(0, 10), path).toBe(day);
        expect(String(row.known_from) < day ? 'revisions' : 'day', path).toBe(kind);
      }
      changes.push(...rows);
    }
    expect(changes.length).toBeGreaterThan(STEPS / 6);
    for (const key of KEYS) {
      const told = changes
        .filter((row) => idOf(row) === key)
        .sort((a, b) => millis(a.changed_at) - millis(b.changed_at));
      const written = told.filter(({ change }) => change !== 'REMOVED');
      const versions = await historyOf(module, key);
      const texts = (records: readonly AnyRecord[]) => records.map((record) => JSON.stringify(record)).sort();
      const recordsOf = (rows: readonly AnyRecord[]) =>
        rows.map(({ change: _, changed_at: __, ...record }) => record);
      expect(texts(recordsOf(written)), key).toEqual(texts(versions.map(({ record }) => record)));
      // When each version was taken back is when the next change of its record was made.
      const ends = versions.flatMap(({ replaced_at: at }) => (at === null ? [] : [millis(at)]));
      const later = told.slice(1).filter(({ change }) => change !== 'CREATED');
      expect(later.map((row) => millis(row.changed_at)).sort(), key).toEqual(ends.sort());
    }
  },
);

test('the month of a feed is its list by a snapshot of its end', async () => {
  const month = await download(app, '/api/v1/files/prediction/2026-02.parquet');
  const days = ['2026-02-26', '2026-02-27', '2026-02-28'];
  const state = new Map<string, AnyRecord>();
  for (const day of days) {
    const parts = await Promise.all(
      ['', '-revisions'].map((part) => download(app, `/api/v1/files/prediction/${day}${part}.parquet`)),
    );
    const changes = parts.flatMap(({ rows }) => rows);
    for (const { change, changed_at: _, ...record } of changes.sort(
      (a, b) => millis(a.changed_at) - millis(b.changed_at),
    )) {
      if (change === 'REMOVED') state.delete(idOf(record));
      else state.set(idOf(record), record);
    }
  }
  const byId = (one: AnyRecord, other: AnyRecord) => (idOf(one) < idOf(other) ? -1 : 1);
  expect(month.rows).toEqual([...state.values()].sort(byId));
});
