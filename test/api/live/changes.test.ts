import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Feed } from '../../../src/feed/feed.ts';
import { congress } from '../../../src/feeds/congress/feed.ts';
import { signals } from '../../../src/feeds/trade-feed/feed.ts';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type LiveClient, type LiveResult, subscribe, TRANSPORTS } from '../../support/live-reader.ts';
import { sampleRecords } from '../../support/records.ts';
import { signal } from '../../support/signal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop(), 600_000);

interface Change {
  readonly kind: string;
  readonly feed: string | null;
  readonly cursor: string;
  readonly node: { readonly __typename: string; readonly id: string } | null;
  readonly gap: unknown;
}

const SELECTED = '{ kind feed cursor node { __typename id } gap { from to dropped } }';
const BOTH = `subscription ($after: String) { changes(feeds: [SIGNALS, WHALE_ACTIVITY], after: $after) ${SELECTED} }`;

interface Reader {
  readonly events: Change[];
  readonly errors: unknown[];
  readonly client: LiveClient;
}

function follow(
  transport: (typeof TRANSPORTS)[number],
  query: string,
  variables: Record<string, unknown> = {},
): Reader {
  const client = subscribe(transport, app.url, app.key, { query, variables });
  const reader: Reader = { events: [], errors: [], client };
  const read = async (all: AsyncIterable<LiveResult>) => {
    for await (const { data, errors } of all) {
      if (errors) reader.errors.push(errors);
      else reader.events.push(...Object.values(data as Record<string, Change>));
    }
  };
  read(client.results).catch((error: unknown) => reader.errors.push(error));
  return reader;
}

const keyOf = (id: string): string => Buffer.from(id, 'base64url').toString().split(/[:|]/).at(-1) ?? '';
const changed = ({ events }: Reader) => events.filter(({ node }) => node !== null);
const told = (reader: Reader, feed: string) =>
  changed(reader)
    .filter((one) => one.feed === feed)
    .map(({ kind, node }) => `${kind} ${keyOf(node?.id ?? '')}`);

let written = 0;
/** One row more of each feed, and the first one of signals again with another price. */
async function writeRound(): Promise<void> {
  written += 1;
  const id = `c${String(written).padStart(4, '0')}`;
  const [whale] = sampleRecords(whaleActivity, 1);
  await app.services.ingest.write(whaleActivity, [{ ...whale, id, title: id }]);
  await app.ingest('trade-feed', [signal(id), signal('first', { current_price: written })]);
}

const pages = async () => {
  const { data } = await app.graphql(
    '{ signals(first: 1) { liveCursor } whaleActivity(first: 1) { liveCursor } }',
  );
  const { signals: one, whaleActivity: other } = data as unknown as Record<string, { liveCursor: string }>;
  return [one?.liveCursor ?? '', other?.liveCursor ?? ''];
};

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('a stream of two feeds tells what the streams of each tell, in their order, behind both pages', async () => {
    const after = await pages();
    for (let n = 0; n < 40; n += 1) await writeRound();
    const both = follow(transport, BOTH, { after: after.join(',') });
    const one = follow(
      transport,
      `subscription ($after: String) { signals(after: $after) { kind node { id } } }`,
      {
        after: after[0],
      },
    );
    const other = follow(
      transport,
      `subscription ($after: String) { whaleActivity(after: $after) { kind node { id } } }`,
      { after: after[1] },
    );
    for (let n = 0; n < 10; n += 1) await writeRound();
    await expect.poll(() => [changed(one).length, changed(other).length]).toEqual([100, 50]);
    await expect.poll(() => changed(both).length).toBe(150);
    const plain = (reader: Reader) =>
      changed(reader).map(({ kind, node }) => `${kind} ${keyOf(node?.id ?? '')}`);
    expect(told(both, 'SIGNALS')).toEqual(plain(one));
    expect(told(both, 'WHALE_ACTIVITY')).toEqual(plain(other));
    expect(
      changed(both).every(({ feed, node }) => (feed === 'SIGNALS') === (node?.__typename === 'Signal')),
    ).toBe(true);
    for (const { client } of [both, one, other]) client.kill();
  });

  test('a stream after the snapshot of an answer tells what has changed since, in each feed', async () => {
    await writeRound();
    const list = await app.get('/api/v1/trade-feed', { 'x-api-key': app.key });
    const after = list.headers.get('x-snapshot');
    for (let n = 0; n < 3; n += 1) await writeRound();
    const both = follow(transport, BOTH, { after });
    await expect.poll(() => changed(both).length).toBe(9);
    const ids = [2, 1, 0].map((ago) => `c${String(written - ago).padStart(4, '0')}`);
    expect(told(both, 'SIGNALS')).toEqual(ids.flatMap((id) => [`CREATED ${id}`, 'UPDATED first']));
    expect(told(both, 'WHALE_ACTIVITY')).toEqual(ids.map((id) => `CREATED ${id}`));
    both.client.kill();
  });

  test('cut off anywhere, it goes on behind the last cursor: nothing is lost, nothing comes twice', async () => {
    let after = (await pages()).join(',');
    const first = written + 1;
    const kept: Change[] = [];
    for (let round = 0; round < 6; round += 1) {
      for (let n = 0; n < 5; n += 1) await writeRound();
      const reader = follow(transport, BOTH, { after });
      await expect.poll(() => changed(reader).length).toBeGreaterThan(round);
      reader.client.kill();
      const taken = changed(reader).slice(0, round + 1); // it may have got more by now, which it forgets
      kept.push(...taken);
      after = taken.at(-1)?.cursor ?? after;
    }
    const rest = follow(transport, BOTH, { after });
    await expect.poll(() => kept.length + changed(rest).length).toBe(30 * 3);
    const all = { events: [...kept, ...rest.events], errors: [], client: rest.client };
    const ids = Array.from({ length: 30 }, (_, n) => `CREATED c${String(first + n).padStart(4, '0')}`);
    expect(told(all, 'WHALE_ACTIVITY')).toEqual(ids);
    expect(told(all, 'SIGNALS').filter((one) => one.startsWith('CREATED c'))).toEqual(ids);
    rest.client.kill();
  });

  test('each feed has a filter of its own; a feed without a cursor begins with what is committed next', async () => {
    const [after] = await pages();
    await writeRound();
    const query = `subscription ($after: String) { changes(
      feeds: [CONGRESS_TRADES, SIGNALS, WHALE_ACTIVITY], after: $after
      signals: { symbol: { eq: "WANTED" } }) ${SELECTED} }`;
    await app.ingest('trade-feed', [signal(`${transport}-1`, { symbol: 'WANTED' })]);
    const reader = follow(transport, query, { after });
    await expect.poll(() => told(reader, 'SIGNALS')).toEqual([`CREATED ${transport}-1`]);
    const [trade] = sampleRecords(congress as unknown as Feed, 1);
    await app.services.ingest.write(congress, [{ ...trade, id: `${transport}-t` }]);
    await app.ingest('trade-feed', [
      signal(`${transport}-2`),
      signal(`${transport}-3`, { symbol: 'WANTED' }),
    ]);
    await expect.poll(() => told(reader, 'CONGRESS_TRADES')).toEqual([`CREATED ${transport}-t`]);
    await expect
      .poll(() => told(reader, 'SIGNALS'))
      .toEqual([`CREATED ${transport}-1`, `CREATED ${transport}-3`]);
    expect(told(reader, 'WHALE_ACTIVITY')).toEqual([]);
    reader.client.kill();
  });

  test('what cannot be followed is refused, and says what is wrong', async () => {
    const [ofSignals, ofWhales] = await pages();
    const refusals = [
      ['feeds: []', {}, 'feeds must be at least one of SIGNALS, STRATEGIES,'],
      [
        'feeds: [SIGNALS], whaleActivity: { title: { eq: "x" } }',
        {},
        'whaleActivity filters the feed WHALE_ACTIVITY, which is not among feeds',
      ],
      ['feeds: [SIGNALS], after: $after', { after: ofWhales }, 'it belongs to WhaleActivity, not to Signal'],
      [
        'feeds: [SIGNALS, WHALE_ACTIVITY], after: $after',
        { after: `${ofSignals},${ofSignals}` },
        'it says two places in the list of Signal',
      ],
      [
        'feeds: [SIGNALS, WHALE_ACTIVITY], after: $after',
        { after: `${ofSignals},` },
        'it is not a live cursor of this service',
      ],
      [
        'feeds: [SIGNALS], signals: { and: [{ or: [] }] }',
        {},
        'signals.and[0].or must be a list of at least one filter',
      ],
    ] as const;
    for (const [args, variables, message] of refusals) {
      const declared = 'after' in variables ? '($after: String)' : '';
      const reader = follow(
        transport,
        `subscription ${declared} { changes(${args}) ${SELECTED} }`,
        variables,
      );
      await expect.poll(() => JSON.stringify(reader.errors), { message: args }).toContain(message);
    }
  });
});

test('the feeds to follow are the lists of the graph', async () => {
  const { data } = await app.graphql(
    '{ __type(name: "ChangeFeed") { enumValues { name } } __schema { subscriptionType { fields { name } } } }',
  );
  const { __type, __schema } = data as unknown as {
    __type: { enumValues: readonly { name: string }[] };
    __schema: { subscriptionType: { fields: readonly { name: string }[] } };
  };
  const streams = __schema.subscriptionType.fields
    .map(({ name }) => name)
    .filter((name) => name !== 'changes');
  expect(__type.enumValues.map(({ name }) => name)).toEqual(
    streams.map((name) => name.replace(/[A-Z]/g, '_$&').toUpperCase()),
  );
  expect(streams).toContain(signals.plural);
});
