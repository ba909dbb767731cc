import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endOf, follow, type LiveFollower } from '../../support/live-follower.ts';
import { TRANSPORTS } from '../../support/live-reader.ts';
import { type LiveServer, startLiveServer } from '../../support/live-server.ts';
import { signal } from '../../support/signal.ts';

const SOCKETS = 1_000;
const QUERY = 'subscription S($after: String) { signals(after: $after) { kind cursor node { symbol } } }';
const PATIENCE = { timeout: 300_000, interval: 100 };

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
}, 600_000);
afterAll(() => server.stop(), 600_000);

const symbolsFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, index) => `S${start + index}`);
const ingest = (symbols: readonly string[]) =>
  server.ingest(
    'trade-feed',
    symbols.map((symbol) => signal(symbol, { symbol })),
  );
const symbolsOf = ({ events }: LiveFollower) => events.map(({ node }) => node?.symbol);
const untilAll = (followers: readonly LiveFollower[], is: (one: LiveFollower) => boolean) =>
  vi.waitFor(() => expect(followers.filter((one) => !is(one))).toHaveLength(0), PATIENCE);

test(`a stop with ${SOCKETS} streams open closes them with 1001 within 10 s; who comes again misses nothing`, async () => {
  const after = await server.liveCursor('signals');
  // Every tenth over server-sent events.
  const followers = Array.from({ length: SOCKETS }, (_, index) =>
    follow(TRANSPORTS[index % 10 === 9 ? 1 : 0] ?? 'WebSocket', server, {
      query: QUERY,
      variables: { after },
    }),
  );
  await ingest(symbolsFrom(0, 1));
  await untilAll(followers, ({ events }) => events.length === 1);

  const written = [ingest(symbolsFrom(1, 100)), ingest(symbolsFrom(101, 100))];
  await Promise.race(written); // one is acknowledged, one may be under way
  expect(await server.process.stop()).toBe(0); // 1 for what has not ended in time
  await untilAll(followers, ({ ended }) => ended !== undefined);
  const ends = Object.groupBy(followers, (one) => `${one.transport}: ${endOf(one)}`);
  expect(Object.entries(ends).map(([end, those]) => [end, those?.length])).toEqual([
    ['WebSocket: 1001', SOCKETS * 0.9],
    // Without "complete", which clients would take for the end.
    ['server-sent events: NetworkError: Connection closed while having active streams', SOCKETS * 0.1],
  ]);

  const answers = await Promise.allSettled(written);
  const acknowledged = answers.filter((one) => one.status === 'fulfilled' && one.value.ok).length;
  expect(acknowledged).toBeGreaterThan(0);
  server = await server.startAgain();
  await ingest(['LAST']);
  const again = followers.slice(0, 100);
  const rest = again.map(({ transport, cursor }) =>
    follow(transport, server, { query: QUERY, variables: { after: cursor } }),
  );
  await untilAll(rest, (one) => symbolsOf(one).includes('LAST'));
  const [first = [], ...others] = again.map((one, index) => {
    const other = rest[index];
    return [...symbolsOf(one), ...(other ? symbolsOf(other) : [])];
  });
  expect(new Set(first).size).toBe(first.length);
  expect(first.length).toBeGreaterThanOrEqual(2 + acknowledged * 100);
  for (const symbols of others) expect(symbols).toEqual(first);
  for (const { kill } of rest) kill();
}, 600_000);
