import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { createSigningKeyFile } from '../../../src/files/signing-key-file.ts';
import { alertCalls, type PolledEvents, rowsIn, type ShownAlert } from '../../support/alert-calls.ts';
import { type Behaviour, CROWD, createCrowd, distinct, idsOf } from '../../support/alert-crowd.ts';
import {
  type AlertEndpoint,
  bodyOf,
  LOOPBACK_ENDPOINTS,
  openAlertEndpoint,
} from '../../support/alert-endpoint.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { sampleRecords } from '../../support/records.ts';
import { newDatabase } from '../../support/shared-postgres.ts';
import { TEST_TIERS } from '../../support/tiers.ts';

/** With `ALERTS_FULL=1` 20,000 events, endpoints that fail for a minute, and a process killed for each tenth of the events. */
const IS_FULL = process.env.ALERTS_FULL !== undefined;
const EVENTS = IS_FULL ? 20_000 : 1_000;
const CHUNKS = IS_FULL ? 40 : 10;
const KILLS = IS_FULL ? 10 : 2;
const SLOW_MS = IS_FULL ? 250 : 50;
const FAILING_MS = 60_000;
/** Nine waits, in milliseconds: ten tries last longer than the failing endpoints fail. */
const PLAN = Array.from({ length: 9 }, () => (IS_FULL ? 10_000 : 200));
const TIMES = { plan: PLAN, timeoutMs: 15_000 };
const WAIT = { timeout: IS_FULL ? 900_000 : 120_000, interval: 200 };

const dir = mkdtempSync(join(tmpdir(), 'alpha-alert-load-'));
let database: Awaited<ReturnType<typeof newDatabase>>;
let app: TestApp;
let endpoint: AlertEndpoint;
let env: Record<string, string>;
let killer: ChildProcess;
let beganAt = Number.POSITIVE_INFINITY;
let writtenAt = 0;
const crowd = createCrowd(SLOW_MS, (messages) =>
  IS_FULL ? performance.now() - beganAt < FAILING_MS : messages <= 4,
);

beforeAll(async () => {
  const signingKeyFile = join(dir, 'signing-key.pem');
  await createSigningKeyFile(signingKeyFile, { generate: true }).read();
  database = await newDatabase();
  const tiersFile = join(dir, 'tiers.json');
  writeFileSync(tiersFile, JSON.stringify(TEST_TIERS));
  env = {
    DATA_DIR: dir,
    DATABASE_URL: database.url,
    SIGNING_KEY_FILE: signingKeyFile,
    TIERS_FILE: tiersFile,
    ...LOOPBACK_ENDPOINTS,
  };
  app = await startApp(env, { alertTimes: TIMES });
  endpoint = await openAlertEndpoint(crowd.answer);
  killer = await startAnother();
}, 600_000);
afterAll(async () => {
  killer?.kill('SIGKILL');
  await app?.stop();
  await endpoint?.close();
  await database?.drop();
  rmSync(dir, { recursive: true, force: true });
}, 600_000);

/** Another process on the store, which serves by the time it is returned. */
async function startAnother(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['test/support/alert-process.ts'], {
    env: { ...process.env, ...env, PORT: '0', ALERT_TIMES: JSON.stringify(TIMES) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

const those = (...behaviours: readonly Behaviour[]) =>
  crowd.members.filter(({ behaviour }) => behaviours.includes(behaviour));

test(`${EVENTS} events come to fifty endpoints, most of which are well, in order, while processes are killed`, async () => {
  const calls = alertCalls(app, app.key);
  const polled = await calls.create();
  const origin = new URL(endpoint.url).origin;
  const ids = new Map<string, string>();
  for (const { path } of crowd.members) ids.set(path, (await calls.create({ url: `${origin}${path}` })).id);

  beganAt = performance.now();
  const records = sampleRecords(whaleActivity, EVENTS);
  const size = EVENTS / CHUNKS;
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    await app.services.ingest.write(whaleActivity, records.slice(chunk * size, (chunk + 1) * size));
    if ((chunk + 1) % (CHUNKS / KILLS) !== 0) continue;
    // Not before it holds alerts that something has come of.
    const messages = endpoint.messages.length;
    await expect.poll(() => endpoint.messages.length, WAIT).toBeGreaterThan(messages);
    killer.kill('SIGKILL');
    await once(killer, 'exit');
    killer = await startAnother();
  }
  writtenAt = performance.now();
  const wanted = await pollAll(calls, polled.id);
  expect(new Set(wanted).size).toBe(EVENTS);

  const sound = those('healthy', 'slow', 'failing');
  await expect
    .poll(() => sound.filter(({ messages }) => rowCount(messages) < EVENTS).map(({ path }) => path), WAIT)
    .toEqual([]);
  for (const { messages, path } of sound) {
    const once = distinct(messages);
    expect(once.flatMap(idsOf), path).toEqual(wanted);
    // Each begins where the one before it ended.
    once.slice(1).forEach((message, index) => {
      expect(bodyOf(message).data.after, path).toBe(bodyOf(once[index] as typeof message).data.cursor);
    });
  }
  // Those who do not take the first batch get no other.
  for (const { messages, path } of those('redirecting', 'hanging', 'gone'))
    expect(distinct(messages).length, path).toBe(1);
  const gone = those('gone')[0];
  await expect
    .poll(async () => (await calls.find(ids.get(gone?.path ?? '') ?? '')).state, WAIT)
    .toBe('disabled');
  expect(Object.values(CROWD).reduce((sum, count) => sum + count, 0)).toBe(50);
  if (IS_FULL) console.info(report());
}, 1_200_000);

const rowCount = (messages: Parameters<typeof distinct>[0]): number =>
  distinct(messages).reduce((sum, message) => sum + idsOf(message).length, 0);

/** Every row in the order of the log, as an alert that is polled tells it. */
async function pollAll(
  calls: ReturnType<typeof alertCalls>,
  id: ShownAlert['id'],
): Promise<readonly string[]> {
  const rows: string[] = [];
  let after = '';
  for (let more = true; more; ) {
    const { body }: { body: PolledEvents } = await calls.events(id, `?limit=100${after}`);
    rows.push(...rowsIn(body.events).map(String));
    after = `&after=${body.cursor}`;
    more = body.has_more;
  }
  return rows;
}

/** What came of it, for people. */
function report() {
  const seconds = Math.round((writtenAt - beganAt) / 1000);
  const of = (behaviour: Behaviour) => {
    const all = those(behaviour).flatMap(({ messages }) => messages);
    const behindMs = Math.round(Math.max(...those(behaviour).map(({ lastAt }) => lastAt)) - writtenAt);
    return {
      behindMs,
      messages: all.length,
      repeated: all.length - new Set(all.map(({ id, path }) => `${path} ${id}`)).size,
    };
  };
  return {
    writingSeconds: seconds,
    healthy: of('healthy'),
    slow: of('slow'),
    failing: of('failing'),
    hanging: of('hanging'),
  };
}
