import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/app/services.ts';
import { streamViewOf } from '../../../src/core/access/access.ts';
import type { Tier } from '../../../src/core/access/tiers.ts';
import { createIngest, type Ingest } from '../../../src/core/ingest/ingest.ts';
import {
  createLiveCursors,
  type LiveCursors,
  type LivePosition,
} from '../../../src/core/live/live-cursors.ts';
import type { FeedStore } from '../../../src/core/ports.ts';
import { defaultOrder } from '../../../src/feed/query.ts';
import { registry } from '../../../src/feeds/index.ts';
import { insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { reconciledFilings } from '../../../src/feeds/insider/reconciled-filings.ts';
import { type Database, openDatabase } from '../../../src/postgres/connection/database.ts';
import { readSecret } from '../../../src/postgres/connection/secrets.ts';
import { createFeedStore } from '../../../src/postgres/feeds/feed-store.ts';
import { createFeedWriter } from '../../../src/postgres/feeds/feed-writer.ts';
import { createReconciliation, FORMS } from '../../../src/postgres/feeds/reconciliation.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { filingOf } from '../../support/followed-world.ts';
import { subscribe, TRANSPORTS, type Transport } from '../../support/live-reader.ts';
import { seeded } from '../../support/records.ts';
import { UNMETERED } from '../../support/tiers.ts';

/** A longer run: LIVE_RUNS=1000. */
const RUNS = Number(process.env.LIVE_RUNS ?? 20);
const WRITERS = 3;
const LATE = { ...UNMETERED, id: 'late', historyDays: 7, insiderLagHours: 24 };
const TIERS = [UNMETERED, LATE];
const LAG_HOURS = 24;
/** So many events come behind a page before it is compared. */
const FEW = 3;
const FIELDS = 'id value';
const LIST = `query L($filter: InsiderFilingFilter) { insiderFilings(first: 100, filter: $filter) { liveCursor nodes { ${FIELDS} } } }`;
const STREAM = `subscription S($filter: InsiderFilingFilter, $after: String) {
  insiderFilings(filter: $filter, after: $after) { kind cursor node { ${FIELDS} } } }`;

const dir = mkdtempSync(join(tmpdir(), 'alpha-snapshots-'));
let fleet: Fleet;
let writers: readonly { readonly db: Database; readonly ingest: Ingest }[];
let feeds: FeedStore;
let cursors: LiveCursors;
const keys = new Map<string, string>();
beforeAll(async () => {
  const tiersFile = join(dir, 'tiers.json');
  writeFileSync(tiersFile, JSON.stringify([...TIERS, { ...UNMETERED, id: 'free' }]));
  fleet = await startFleet({ TIERS_FILE: tiersFile });
  writers = Array.from({ length: WRITERS }, () => {
    const db = openDatabase({ connection: fleet.connection, maxConnections: 1 });
    const writer = createFeedWriter(db, [createReconciliation(insiderFilings, reconciledFilings, FORMS)]);
    return { db, ingest: createIngest({ feeds: registry, writer, clock: systemClock }) };
  });
  feeds = createFeedStore(fleet.db);
  cursors = createLiveCursors(await readSecret(fleet.db, 'live cursors'));
  for (const { id } of TIERS) keys.set(id, (await fleet.newKey(id)).token);
}, 600_000);
afterAll(async () => {
  for (const { db } of writers) await db.close();
  await fleet.stop();
  rmSync(dir, { recursive: true, force: true });
}, 600_000);

interface Row {
  readonly id: string;
  readonly value: number;
}

const globalId = (id: unknown) => Buffer.from(`InsiderFiling:${id}`).toString('base64url');
const pick = <T>(from: readonly T[], random: () => number): T =>
  from[Math.floor(random() * from.length)] as T; // never empty

/** Writes, amends and removes as fast as it can, rows that turn for a lagged view while it does among them. */
async function write(
  ingest: Ingest,
  seed: number,
  { wrote, isEnough }: { wrote: () => void; isEnough: () => boolean },
): Promise<void> {
  const random = seeded(seed);
  for (; !isEnough(); wrote()) {
    const key = `k${Math.floor(random() * 30)}`;
    const turning = [-LAG_HOURS + random() / 3_600, -LAG_HOURS - random() / 3_600];
    const filing = {
      key,
      value: Math.floor(random() * 6),
      knownHours: pick([-1, -30, ...turning], random),
    };
    if (random() < 0.2) await ingest.removeRow(insiderFilings, pick([key, `${key}/A`], random));
    else
      await ingest.write(insiderFilings, [filingOf(filing, new Date(), pick(['', '', '/A', '/B'], random))]);
  }
}

/** What the list shows at this moment, without the minute that pages are rounded to. */
async function shown(tier: Tier, maxValue: number): Promise<readonly Row[]> {
  const view = streamViewOf(tier, new Date());
  const { rows } = await feeds.page(
    insiderFilings,
    { order: defaultOrder(insiderFilings), limit: 1_000 },
    view,
  );
  return rows
    .map(({ id, value }) => ({ id: globalId(id), value: Number(value) }))
    .filter(({ value }) => value < maxValue);
}

function positionIn(cursor: string): LivePosition {
  const decoded = cursors.decode([insiderFilings], cursor);
  return decoded.ok ? decoded.position : expect.unreachable(decoded.reason);
}

/** Whether a position is behind the one before: further in the log, or what was held back is, and neither was before. */
function isBehind(next: LivePosition, last: LivePosition): boolean {
  const [until, lastUntil] = [next, last].map(({ held }) => held?.until.getTime() ?? 0) as [number, number];
  if (next.seq < last.seq || until < lastUntil) return false;
  return next.seq > last.seq || until > lastUntil || (next.held?.seq ?? 0n) > (last.held?.seq ?? 0n);
}

/** Who follows what, through which server. */
interface Reader {
  readonly url: string;
  readonly transport: Transport;
  readonly tier: Tier;
  /** Only rows of less than this value. */
  readonly lt: number;
}

const stream = ({ url, transport, tier, lt }: Reader, after?: string) =>
  subscribe(transport, url, keys.get(tier.id) ?? '', {
    query: STREAM,
    variables: { filter: { value: { lt } }, after },
  });

async function pageOf({ url, tier, lt }: Reader) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': keys.get(tier.id) ?? '' },
    body: JSON.stringify({ query: LIST, variables: { filter: { value: { lt } } } }),
  });
  const { data } = (await answer.json()) as {
    data: { insiderFilings: { liveCursor: string; nodes: readonly Row[] } };
  };
  return data.insiderFilings;
}

/** A page of one server, and what the stream of another makes of it. */
async function mirror(reader: Reader, streamUrl: string) {
  const page = await pageOf(reader);
  const table = new Map(page.nodes.map((row) => [row.id, row]));
  const client = stream({ ...reader, url: streamUrl }, page.liveCursor);
  const mirrored = { reader, table, events: 0, surprises: [] as string[], kill: client.kill };
  let last = positionIn(page.liveCursor);
  const read = async () => {
    for await (const { data, errors } of client.results) {
      if (errors) throw new Error(JSON.stringify(errors));
      const { kind, cursor, node } = (data as { insiderFilings: Event }).insiderFilings;
      if (node === null) continue;
      mirrored.events += 1;
      const position = positionIn(cursor);
      if (!isBehind(position, last))
        mirrored.surprises.push(`${kind} of ${node.id}, which is not behind the last`);
      last = position;
      if (table.has(node.id) !== (kind !== 'CREATED')) mirrored.surprises.push(`${kind} of ${node.id}`);
      if (kind === 'REMOVED') table.delete(node.id);
      else table.set(node.id, node);
    }
  };
  read().catch((error: unknown) => mirrored.surprises.push(String(error)));
  return mirrored;
}

interface Event {
  readonly kind: string;
  readonly cursor: string;
  readonly node: Row | null;
}

const lines = (rows: Iterable<Row>) => [...rows].map(({ id, value }) => `${id} ${value}`);

test(`pages and the streams behind them add up to the list, ${RUNS} times, while it is written`, async () => {
  const urls = fleet.servers.map(({ url }) => url);
  const random = seeded(RUNS);
  const readers = () =>
    TIERS.flatMap((tier) =>
      [6, 3].flatMap((lt) =>
        TRANSPORTS.map((transport) => ({ tier, lt, transport, url: pick(urls, random) })),
      ),
    );
  // Others who follow the same: whoever joins them has to catch up with where they are.
  const others = urls.flatMap((url) => readers().map((reader) => stream({ ...reader, url })));
  let followers = others.length;
  const following = others.map(async ({ results }) => {
    for await (const { errors } of results) if (errors) break;
  });
  for (const one of following) one.catch(() => undefined).finally(() => (followers -= 1));
  for (let run = 0; run < RUNS; run += 1) {
    let written = 0;
    let isWritten = false;
    const writing = writers.map(({ ingest }, index) =>
      write(ingest, run * WRITERS + index, {
        wrote() {
          written += 1;
        },
        isEnough: () => isWritten,
      }),
    );
    await expect.poll(() => written, { interval: 5 }).toBeGreaterThan(WRITERS);
    const mirrors = await Promise.all(readers().map((reader) => mirror(reader, pick(urls, random))));
    await expect
      .poll(() => Math.min(...mirrors.map(({ events }) => events)), { interval: 5 })
      .toBeGreaterThan(FEW);
    isWritten = true;
    await Promise.all(writing);
    // Rows turn while it is compared, so both sides are read anew each time.
    const differences = async () => {
      const found = mirrors.map(async ({ reader, table }) => {
        const list = new Set(lines(await shown(reader.tier, reader.lt)));
        return [...new Set(lines(table.values())).symmetricDifference(list)];
      });
      return (await Promise.all(found)).flat();
    };
    await expect.poll(differences, { interval: 10 }).toEqual([]);
    expect(
      mirrors.flatMap(({ surprises }) => surprises),
      `run ${run}`,
    ).toEqual([]);
    for (const { kill } of mirrors) kill();
  }
  expect(followers).toBe(others.length);
  for (const other of others) other.kill();
  await Promise.allSettled(following);
}, 600_000);
