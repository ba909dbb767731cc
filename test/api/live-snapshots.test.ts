import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTier, streamViewOf } from '../../src/core/access.ts';
import { defaultOrder } from '../../src/feed/query.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { filingOf } from '../support/followed-world.ts';
import { subscribe, TRANSPORTS } from '../support/live-reader.ts';
import { seeded } from '../support/records.ts';
import { UNMETERED } from '../support/tiers.ts';

/** A longer run: LIVE_RUNS=1000. */
const RUNS = Number(process.env.LIVE_RUNS ?? 100);
const LATE = { ...UNMETERED, id: 'late', historyDays: 7, insiderLagHours: 24 };
const TIERS = [UNMETERED, LATE];
const LAG_HOURS = 24;
const FIELDS = 'id value';
const LIST = `query L($filter: InsiderFilingFilter) { insiderFilings(first: 100, filter: $filter) { liveCursor nodes { ${FIELDS} } } }`;
const STREAM = `subscription S($filter: InsiderFilingFilter, $after: String) {
  insiderFilings(filter: $filter, after: $after) { kind node { ${FIELDS} } } }`;

let app: TestApp;
const keys = new Map<string, string>();
beforeAll(async () => {
  app = await startApp({}, { tiers: [...TIERS, { ...UNMETERED, id: 'free' }] });
  for (const { id } of TIERS) keys.set(id, await app.issue(id));
}, 60_000);
afterAll(() => app.stop(), 60_000);

interface Row {
  readonly id: string;
  readonly value: number;
}

const globalId = (id: unknown) => Buffer.from(`InsiderFiling:${id}`).toString('base64url');

/** Writes, amends and removes as fast as it can, rows that turn for a lagged view while it does among them. */
async function write(seed: number, isEnough: () => boolean): Promise<void> {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // never empty
  const { ingest } = app.services;
  while (!isEnough()) {
    const key = `k${Math.floor(random() * 30)}`;
    const filing = {
      key,
      value: Math.floor(random() * 6),
      filedHours: -1,
      availableHours: pick([-1, -30, -LAG_HOURS + random() / 3_600, -LAG_HOURS - random() / 3_600]),
    };
    if (random() < 0.2) await ingest.removeRecord(insiderFilings, pick([key, `${key}/A`]));
    else await ingest.write(insiderFilings, [filingOf(filing, new Date(), random() < 0.3)]);
  }
}

/** What the list shows at this moment, without the minute that pages are rounded to. */
async function shown(tierId: string, maxValue: number): Promise<readonly Row[]> {
  const tier = findTier(TIERS, tierId) ?? UNMETERED;
  const view = streamViewOf(tier, app.services.clock.now());
  const order = defaultOrder(insiderFilings);
  const { rows } = await app.services.feeds.page(insiderFilings, { order, limit: 1_000 }, view);
  return rows
    .map(({ id, value }) => ({ id: globalId(id), value: Number(value) }))
    .filter(({ value }) => value < maxValue);
}

const lines = (rows: Iterable<Row>) => [...rows].map(({ id, value }) => `${id} ${value}`);

test(`a page and the stream behind it add up to the list, ${RUNS} times of ${RUNS}, while it is written`, async () => {
  let isWritten = false;
  // Others who follow the same: whoever joins them has to catch up with where they are.
  const others = TIERS.flatMap(({ id }) =>
    [6, 3].map((lt) =>
      subscribe('WebSocket', app.url, keys.get(id) ?? '', {
        query: STREAM,
        variables: { filter: { value: { lt } } },
      }),
    ),
  );
  let followers = others.length;
  const following = others.map(async ({ results }) => {
    for await (const { errors } of results) if (errors) break;
  });
  for (const one of following) one.catch(() => undefined).finally(() => (followers -= 1));
  for (let run = 0; run < RUNS; run += 1) {
    const transport = TRANSPORTS[run % 2] ?? 'WebSocket';
    const tier = run % 4 < 2 ? UNMETERED.id : LATE.id;
    const maxValue = run % 8 < 4 ? 6 : 3;
    const key = keys.get(tier) ?? '';
    const filter = { value: { lt: maxValue } };
    isWritten = false;
    const writing = write(run, () => isWritten);
    const { data } = await app.graphql(LIST, { filter }, key);
    const page = (data as unknown as { insiderFilings: { liveCursor: string; nodes: readonly Row[] } })
      .insiderFilings;
    const table = new Map(page.nodes.map((row) => [row.id, row]));
    const variables = { filter, after: page.liveCursor };
    const client = subscribe(transport, app.url, key, { query: STREAM, variables });
    const surprises: string[] = [];
    const reading = (async () => {
      for await (const { data: result, errors } of client.results) {
        if (errors) throw new Error(JSON.stringify(errors));
        const { kind, node } = (result as { insiderFilings: { kind: string; node: Row | null } })
          .insiderFilings;
        if (node === null) continue;
        if (table.has(node.id) !== (kind !== 'CREATED')) surprises.push(`${kind} of ${node.id}`);
        if (kind === 'REMOVED') table.delete(node.id);
        else table.set(node.id, node);
      }
    })().catch((error: unknown) => surprises.push(String(error)));
    await new Promise((resolve) => setTimeout(resolve, 30));
    isWritten = true;
    await writing;
    // Rows turn while it is compared, so both sides are read anew each time.
    const differences = async () => {
      const [held, list] = [new Set(lines(table.values())), new Set(lines(await shown(tier, maxValue)))];
      return [...held.symmetricDifference(list)];
    };
    await expect.poll(differences, { timeout: 10_000, interval: 10 }).toEqual([]);
    expect(surprises, `run ${run}`).toEqual([]);
    client.kill();
    await reading;
  }
  expect(followers).toBe(others.length);
  for (const other of others) other.kill();
  await Promise.allSettled(following);
}, 600_000);
