import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import type { HeldPosition } from '../../src/core/live/live-cursors.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type LiveClient, subscribe, TRANSPORTS } from '../support/live-reader.ts';
import { TEST_TIERS } from '../support/tiers.ts';
import { type MatrixModule, MODULES } from './access-modules.ts';

const NOW = '2026-03-04T05:06:07.000Z';
const DAY_MS = 86_400_000;
/** The clock of the server stands still: how long events take on a busy machine decides nothing. */
const PATIENCE = { timeout: 300_000 };
/** Rows a second before (small) and behind (capital) what streams cut at: a year, 14 days, 7 days and the lag. */
const ROWS = Object.entries({ y: 365, w: 14, d: 7, l: 1 }).flatMap(([letter, days]) => {
  const cut = Date.parse(NOW) - days * DAY_MS;
  return [
    [letter, new Date(cut - 1_000).toISOString()],
    [letter.toUpperCase(), new Date(cut + 1_000).toISOString()],
  ] as const;
});
const ALL = 'yYwWdDlL';
const SEES: Readonly<Record<string, string>> = {
  free: 'DlL',
  plus: 'WdDlL',
  pro: 'WdDlL',
  premium: 'YwWdDlL',
  pro_api: 'YwWdDlL',
  quant: ALL,
};

const clock = testClock('2026-01-01T00:00:00.000Z');
let app: TestApp;
const keys = new Map<string, string>();
beforeAll(async () => {
  const free = { requestsPerDay: 1e9, requestsPerMinute: 1e9, streamsPerKey: 1e6, streamsPerSocket: 1e6 };
  app = await startApp({}, { clock, tiers: TEST_TIERS.map((tier) => ({ ...tier, ...free })) });
  for (const { id } of DEFAULT_TIERS) keys.set(id, await app.issue(id));
}, 600_000);
afterAll(() => app.stop(), 600_000);

// Insider filings have two lists and one stream.
const modules = MODULES.filter(({ rest }) => !rest.startsWith('/api/v1/insider-alpha'));
const recordsOf = ({ record }: MatrixModule) => ROWS.map(([letter, at]) => record(letter, at));

interface Listener {
  readonly what: string;
  readonly tier: string;
  readonly module: MatrixModule;
  readonly client: LiveClient;
  /** `+` and the letter of a row that came, `R` of a RESYNC. */
  readonly got: string[];
  failed: unknown;
}

function listen(
  tier: string,
  module: MatrixModule,
  transport: (typeof TRANSPORTS)[number],
  after: string,
): Listener {
  const query = `subscription S($after: String) {
    changes: ${module.stream}(after: $after ${module.arguments ?? ''}) { kind node { id } } }`;
  const client = subscribe(transport, app.url, keys.get(tier) ?? '', { query, variables: { after } });
  const listener: Listener = {
    what: `${module.name} for ${tier} over ${transport}`,
    tier,
    module,
    client,
    got: [],
    failed: null,
  };
  (async () => {
    for await (const { data, errors } of client.results) {
      if (errors) throw new Error(JSON.stringify(errors));
      const { kind, node } = (data as { changes: { kind: string; node: { id: string } | null } }).changes;
      if (kind === 'RESYNC') listener.got.push('R');
      if (node) listener.got.push(Buffer.from(node.id, 'base64url').toString().at(-1) ?? '');
    }
  })().catch((error: unknown) => {
    listener.failed = error;
  });
  return listener;
}

/** One stream of all feeds behind the lists of all modules; what came as type and letter. */
function listenToAll(tier: string, transport: (typeof TRANSPORTS)[number], after: string) {
  const feeds = [...new Set(modules.map(({ stream }) => stream.replace(/[A-Z]/g, '_$&').toUpperCase()))];
  const query = `subscription S($after: String) {
    changes(feeds: [${feeds}], scorecardPoints: { timeframe: { eq: "1D" } }, after: $after) {
      kind node { __typename id } } }`;
  const client = subscribe(transport, app.url, keys.get(tier) ?? '', { query, variables: { after } });
  const listener = {
    what: `everything for ${tier} over ${transport}`,
    tier,
    client,
    got: [] as string[],
    failed: null as unknown,
  };
  (async () => {
    for await (const { data, errors } of client.results) {
      if (errors) throw new Error(JSON.stringify(errors));
      const { kind, node } = (
        data as { changes: { kind: string; node: { id: string; __typename: string } | null } }
      ).changes;
      if (kind === 'RESYNC') listener.got.push('R');
      if (node)
        listener.got.push(`${node.__typename} ${Buffer.from(node.id, 'base64url').toString().at(-1)}`);
    }
  })().catch((error: unknown) => {
    listener.failed = error;
  });
  return listener;
}

async function liveCursor(tier: string, { list, card }: MatrixModule): Promise<string> {
  const field = `list: ${list} { liveCursor }`;
  const query = card ? `{ card: scorecard(name: ${card}) { ${field} } }` : `{ ${field} }`;
  const { data } = await app.graphql(query, {}, keys.get(tier));
  const answer = data as unknown as { card?: typeof answer; list: { liveCursor: string } };
  return (answer.card ?? answer).list.liveCursor;
}

const lettersFor = (tier: string, { kind }: MatrixModule, isTurned: boolean): string => {
  if (kind === 'current') return ALL;
  const letters = SEES[tier] ?? '';
  return kind === 'delayed' && tier === 'free' && !isTurned ? letters.replace('L', '') : letters;
};

it('replays and goes on with what each tier sees, one second either side of every cut-off', async () => {
  const tiers = DEFAULT_TIERS.map(({ id }) => id);
  expect(Object.keys(SEES)).toEqual(tiers);
  const asked = modules.flatMap((module) => tiers.map((tier) => ({ module, tier })));
  const cursors = await Promise.all(asked.map(({ module, tier }) => liveCursor(tier, module)));
  clock.set(NOW);
  for (const module of modules) {
    expect((await app.ingest(module.ingest, recordsOf(module))).status, module.name).toBe(200);
    const beside = { ...module.record('x', NOW), timeframe: '1W' };
    if (module.card) expect((await app.ingest(module.ingest, [beside])).status).toBe(200);
  }
  // All at once, so that tiers that ask the same could be taken for one group.
  const listeners = asked.flatMap(({ module, tier }, index) =>
    TRANSPORTS.map((transport) => listen(tier, module, transport, cursors[index] ?? '')),
  );
  const ofAll = tiers.flatMap((tier) =>
    TRANSPORTS.map((transport) => {
      // Of modules that share a feed one says where to go on.
      const after = new Map(
        asked.flatMap((one, index) => (one.tier === tier ? [[one.module.type, cursors[index] ?? '']] : [])),
      );
      return listenToAll(tier, transport, [...after.values()].join(','));
    }),
  );
  const differencesOfAll = (isTurned: boolean) =>
    ofAll.flatMap(({ what, tier, got }) => {
      const shown = got.filter((one) => !one.endsWith(' m')).sort();
      const expected = modules
        .flatMap((module) =>
          [...lettersFor(tier, module, isTurned)].map((letter) => `${module.type} ${letter}`),
        )
        .sort();
      return isDeepStrictEqual(shown, expected) ? [] : [`${what}: ${shown}, not ${expected}`];
    });
  const gotBy = (isTurned: boolean) => [
    listeners.map(
      ({ what, got }) =>
        `${what}: ${got
          .filter((letter) => letter !== 'm')
          .sort()
          .join('')}`,
    ),
    listeners.map(
      ({ what, tier, module }) => `${what}: ${[...lettersFor(tier, module, isTurned)].sort().join('')}`,
    ),
  ];
  const differences = (isTurned: boolean) => {
    const [got = [], expected = []] = gotBy(isTurned);
    return got.filter((line, index) => line !== expected[index]);
  };
  await expect.poll(() => differences(false), PATIENCE).toEqual([]);
  await expect.poll(() => differencesOfAll(false), PATIENCE).toEqual([]);
  clock.set('2026-03-04T05:06:07.999Z');
  // What everybody sees comes behind whatever came too early.
  const marker = new Date(Date.parse(NOW) - 2 * DAY_MS).toISOString();
  for (const module of modules) await app.ingest(module.ingest, [module.record('m', marker)]);
  await expect.poll(() => listeners.filter(({ got }) => !got.includes('m')), PATIENCE).toEqual([]);
  const markersOf = ({ got }: { readonly got: readonly string[] }) =>
    got.filter((one) => one.endsWith(' m')).length;
  await expect.poll(() => ofAll.map(markersOf), PATIENCE).toEqual(ofAll.map(() => modules.length));
  expect(differences(false)).toEqual([]);
  expect(differencesOfAll(false)).toEqual([]);
  clock.set('2026-03-04T05:06:08.000Z');
  await expect.poll(() => differences(true), PATIENCE).toEqual([]);
  await expect.poll(() => differencesOfAll(true), PATIENCE).toEqual([]);
  expect([...listeners, ...ofAll].map(({ failed }) => failed).filter(Boolean)).toEqual([]);
  for (const { client } of [...listeners, ...ofAll]) client.kill();
}, 600_000);

it('no cursor shows a key more than its tier does', async () => {
  const filings = modules.find(({ type }) => type === 'InsiderFiling') ?? expect.unreachable();
  const { liveCursors, eventLog } = app.services;
  const { head: seq } = await eventLog.bounds(insiderFilings);
  const made = (held: HeldPosition | null) => liveCursors.encode(insiderFilings, { seq, held });
  const ahead = ['2026-03-04T05:06:07Z', '2026-03-03T05:08:00Z', '9999-12-31T00:00:00Z'].flatMap((iso) =>
    [null, seq].map((heldSeq) => made({ until: new Date(iso), seq: heldSeq })),
  );
  const listeners = [made(null), ...ahead].map((cursor, index) =>
    listen('free', filings, TRANSPORTS[index % 2] ?? 'WebSocket', cursor),
  );
  await expect
    .poll(() => listeners.map(({ got }) => got.join('')), PATIENCE)
    .toEqual(listeners.map(() => 'R'));
  // What it may see comes behind whatever came too early.
  await app.ingest('insider', [filings.record('x', clock.now().toISOString())]);
  await app.ingest('insider', [filings.record('n', new Date(Date.parse(NOW) - 2 * DAY_MS).toISOString())]);
  await expect
    .poll(() => listeners.map(({ got }) => got.join('')), PATIENCE)
    .toEqual(listeners.map(() => 'Rn'));
  for (const { client } of listeners) client.kill();
}, 600_000);
