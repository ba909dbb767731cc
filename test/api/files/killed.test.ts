import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fullView } from '../../../src/core/access/view.ts';
import { placeOf } from '../../../src/core/files/feed-file.ts';
import { allFeeds } from '../../../src/feeds/index.ts';
import { createFilingStore } from '../../../src/postgres/stores/filing-store.ts';
import { type TestClock, testClock } from '../../core/clock.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { download, listFiles } from '../../support/feed-files.ts';
import { type ServerProcess, startProcess } from '../../support/process.ts';

/** Kills while files are made. */
const RUNS = Number(process.env.KILL_RUNS ?? 5);
const DAY_MS = 86_400_000;
const DAYS = 4;
const BATCHES = 3;
const BATCH = 3_000;
const PATIENCE = { timeout: 300_000, interval: 5 };

let app: TestApp;
let clock: TestClock;
let server: ServerProcess | undefined;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  clock = testClock();
  app = await startApp({}, { clock });
  for (let day = DAYS; day > 0; day -= 1) {
    clock.set(new Date(Date.parse(`${today}T12:00:00Z`) - day * DAY_MS).toISOString());
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const whales = Array.from({ length: BATCH }, (_, n) => ({
        ...{ _id: `w-${day}-${batch}-${n}`, source: 'x', event_type: 'entry', title: `${n * day}` },
        created_at: clock.now().toISOString(),
      }));
      expect((await app.ingest('whales', whales)).status).toBe(200);
    }
  }
  clock.set(new Date().toISOString());
}, 600_000);
afterAll(async () => {
  await server?.kill('SIGKILL');
  await app?.stop();
}, 600_000);

const start = () =>
  startProcess({
    dataDir: app.config.dataDir,
    env: {
      DATABASE_URL: app.config.databaseUrl ?? '',
      SIGNING_KEY_FILE: app.config.signingKeyFile ?? '',
      FILES_URL: pathToFileURL(folder()).href,
    },
  });

const filings = () => createFilingStore(app.services.db);
const isDone = async () => {
  const found = [...(await filings().filings(allFeeds)).values()];
  return found.length === allFeeds.length && found.every(({ nextDay }) => nextDay >= today);
};
const listed = async () => {
  const question = {
    feeds: allFeeds.map(({ module }) => module),
    kinds: ['day', 'revisions', 'month'],
  } as const;
  const { files } = await filings().list(
    { ...question, from: undefined, until: undefined, limit: 10_000, after: undefined },
    fullView(clock.now()),
  );
  return files;
};

const folder = () => join(app.config.dataDir, 'files');
function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return []; // not made yet, or cleared at this moment
  }
}
/** Whether bytes of a file are written that is not whole. */
const isHalfMade = () =>
  namesIn(join(folder(), '.making')).some((name) => {
    const size = statSync(join(folder(), '.making', name), { throwIfNoEntry: false })?.size ?? 0;
    return size > 0;
  });

test(
  'a process that is killed while files are made leaves no half file in the list, and the next ones finish them',
  async () => {
    let halves = 0;
    for (let run = 0; run < RUNS && !(await isDone()); run += 1) {
      const before = (await listed()).length;
      server = await start();
      // In turn: while bytes of a file are written, and when another one has just been listed.
      await vi.waitUntil(
        async () => (run % 2 === 0 ? isHalfMade() : (await listed()).length > before) || isDone(),
        PATIENCE,
      );
      halves += isHalfMade() ? 1 : 0;
      await server.kill('SIGKILL');
      for (const file of await listed()) {
        const bytes = readFileSync(join(folder(), placeOf(file)));
        expect(bytes.length, placeOf(file)).toBe(file.bytes);
        expect(createHash('sha256').update(bytes).digest('hex'), placeOf(file)).toBe(file.sha256);
      }
    }
    expect(halves).toBeGreaterThan(0);

    server = await start();
    await vi.waitUntil(isDone, PATIENCE);
    await server.stop();
    server = undefined;
    const kept = allFeeds.flatMap(({ module }) =>
      namesIn(join(folder(), module)).map((name) => `${module}/${name}`),
    );
    expect(kept.toSorted(), 'what is kept is what is listed').toEqual(
      (await listed()).map(placeOf).toSorted(),
    );
    expect(namesIn(join(folder(), '.making'))).toEqual([]);

    const ids: unknown[] = [];
    for (const { path, day } of await listFiles(app, '&feed=whales&kind=day,revisions'))
      for (const row of (await download(app, path)).rows) {
        expect(String(row.changed_at).slice(0, 10)).toBe(day);
        ids.push(row._id);
      }
    expect(ids.length).toBe(DAYS * BATCHES * BATCH);
    expect(new Set(ids).size).toBe(ids.length);
  },
  RUNS * 60_000 + 120_000,
);
