import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { registry } from '../../src/feeds/index.ts';
import { schemaOf } from '../../src/graphql/schema/schema.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { sampleRecords, seeded } from '../support/records.ts';
import { bodyPlaces } from './body-places.ts';
import { graphqlPlaces } from './graphql-places.ts';
import { faultOf, type Outcome, type Place } from './place.ts';
import { codesIn, outcomeOf, restPlaces } from './rest-places.ts';
import { NAUGHTY } from './strings.ts';

/**
 * Sends each text of the list to every place that takes one. A sample of them unless NAUGHTY=all; NAUGHTY_SEED repeats
 * the sample of a run. Of NAUGHTY_PLACES and NAUGHTY_TEXTS, regular expressions, each leaves out what it does not match.
 */
const IS_WHOLE = process.env.NAUGHTY === 'all';
const SEED = Number(process.env.NAUGHTY_SEED ?? Math.floor(Math.random() * 2 ** 31));
const ONLY_PLACES = new RegExp(process.env.NAUGHTY_PLACES ?? '');
const ONLY_TEXTS = new RegExp(process.env.NAUGHTY_TEXTS ?? '');
const TEXTS = NAUGHTY.filter(([aim]) => ONLY_TEXTS.test(aim));
const SAMPLE = 800;
const AT_ONCE = 8;

let app: TestApp;
let places: readonly Place[];
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);

beforeAll(async () => {
  app = await startApp({ OPEN_FEEDS_PER_MINUTE: '1000000000' });
  for (const { feed } of registry) await app.services.ingest.write(feed, sampleRecords(feed, 3));
  const admin = await app.issue('unmetered', 'admin');
  const { secret } = await app.services.webhooks.create({ slug: 'momentum', symbol: null, timeframe: null });
  const schema = schemaOf(registry);
  const ask = (query: string, variables: object) =>
    outcomeOf(
      fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': app.key },
        body: JSON.stringify({ query, variables }),
      }),
    );
  places = (
    [
      ...graphqlPlaces(schema, 'Query', ask),
      ...graphqlPlaces(schema, 'Subscription', subscribe),
      ...socketPlaces(),
      ...restPlaces(app, { admin }),
      ...bodyPlaces(app, { admin, webhookSecret: secret }),
    ] as readonly Place[]
  ).filter(({ name }) => ONLY_PLACES.test(name));
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await app?.stop();
});

interface Message {
  readonly id?: string;
  readonly type: string;
  readonly payload?: unknown;
}

/** Sends messages over a socket of its own until one of type `end` comes, or the socket is closed. */
async function overSocket(
  messages: readonly object[],
  end: string,
  init?: unknown,
): Promise<readonly Message[]> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { 'x-api-key': app.key },
  });
  const came: Message[] = [];
  const closed = new Promise<void>((resolve) => {
    socket.on('close', (code, reason) => {
      came.push({ type: 'closed', payload: `${code} ${reason}` });
      resolve();
    });
  });
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    came.push(message);
    if (message.type === 'connection_ack') for (const one of messages) socket.send(JSON.stringify(one));
    if (message.type === end) socket.close(1000);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: init }));
  await closed;
  return came;
}

/** Operations of a socket are taken one after another: once the pong of the query is there, the stream was opened or not. */
async function subscribe(query: string, variables: object): Promise<Outcome> {
  const came = await overSocket(
    [
      { id: 's', type: 'subscribe', payload: { query, variables } },
      { id: 'q', type: 'subscribe', payload: { query: '{ __typename }' } },
    ],
    'complete', // of the query: a stream goes on, and a refusal is an `error`
  );
  const refusal = came.find(({ type }) => type === 'error');
  return outcomeOfMessages(came, JSON.stringify({ errors: refusal?.payload ?? [] }));
}

function outcomeOfMessages(came: readonly Message[], errors = '{}'): Outcome {
  const end = came.find(({ type }) => type === 'closed')?.payload;
  // 4400: no message of the protocol; 4409: an id twice. Both are the client's.
  const isOurs = /^(1011|1006|4500)/.test(String(end));
  return { status: isOurs ? 500 : 200, codes: codesIn(errors), body: JSON.stringify(came).slice(0, 4_000) };
}

function socketPlaces(): readonly Place[] {
  const payload = { query: '{ __typename }', operationName: null, variables: {}, extensions: {} };
  const at = (name: string, message: (text: string) => object, init?: (text: string) => object): Place => ({
    name: `message of a socket: ${name}`,
    argument: null,
    send: async (text) =>
      outcomeOfMessages(
        await overSocket(
          [message(text), { id: 'last', type: 'subscribe', payload: { query: '{' } }],
          'error',
          init?.(text),
        ),
      ),
  });
  const good = { id: 'a', type: 'subscribe', payload };
  return [
    at('id', (id) => ({ ...good, id })),
    at('type', (type) => ({ ...good, type })),
    at('query', (query) => ({ ...good, payload: { ...payload, query } })),
    at('operationName', (operationName) => ({ ...good, payload: { ...payload, operationName } })),
    at('a variable', (text) => ({ ...good, payload: { ...payload, variables: { a: text } } })),
    at('the name of a variable', (text) => ({ ...good, payload: { ...payload, variables: { [text]: 1 } } })),
    at('a persisted id', (sha256Hash) => ({
      ...good,
      payload: { extensions: { persistedQuery: { sha256Hash } } },
    })),
    at(
      'a parameter of the connection',
      () => good,
      (text) => ({ [text]: text }),
    ),
    at(
      'the key',
      () => good,
      (text) => ({ api_key: text }),
    ),
  ];
}

interface Fault {
  readonly place: string;
  readonly aim: string;
  readonly fault: string;
  readonly body: string;
}

type Case = readonly [Place, aim: string, text: string];

const everything = (): readonly Case[] =>
  places.flatMap((place) => TEXTS.map(([aim, text]): Case => [place, aim, text]));

/** As many of each surface, since most places are filters of GraphQL; U+0000 is every fourth text. */
function sampleOf(random: () => number): readonly Case[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // never empty
  const surfaces = [...Map.groupBy(places, ({ name }) => /^(GraphQL \w+|\w+)/.exec(name)?.[0]).values()];
  const nulls = NAUGHTY.filter(([, text]) => text.includes('\0'));
  return Array.from({ length: SAMPLE }, (_, index): Case => {
    const [aim, text] = pick(index % 4 === 0 ? nulls : TEXTS);
    return [pick(pick(surfaces)), aim, text];
  });
}

async function drive(cases: readonly Case[]) {
  const faults: Fault[] = [];
  const counts = { taken: 0, refused: 0, 'cannot be sent': 0 };
  let next = 0;
  const work = async () => {
    for (let one = cases[next++]; one; one = cases[next++]) {
      const [place, aim, text] = one;
      const outcome = await place.send(text);
      if (outcome === null) counts['cannot be sent'] += 1;
      else {
        const isTaken = outcome.status < 400 && outcome.codes.length === 0;
        counts[isTaken ? 'taken' : 'refused'] += 1;
        const fault = faultOf(place, outcome);
        if (fault !== null) faults.push({ place: place.name, aim, fault, body: outcome.body.slice(0, 300) });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { faults, counts };
}

describe('naughty texts', () => {
  it(`${IS_WHOLE ? 'all' : `a sample of ${SAMPLE}, NAUGHTY_SEED=${SEED}`}: each is taken or refused by name`, async () => {
    const cases = IS_WHOLE ? everything() : sampleOf(seeded(SEED));
    const { faults, counts } = await drive(cases);
    if (IS_WHOLE)
      process.stdout.write(`${places.length} places × ${TEXTS.length} texts: ${JSON.stringify(counts)}\n`);
    expect(faults.slice(0, 20)).toEqual([]);
    expect(faults).toHaveLength(0);
    expect(unhandled).toEqual([]);
    expect(counts.refused).toBeGreaterThan(0);
    expect(counts.taken).toBeGreaterThan(0);
  }, 3_600_000);

  it('U+0000 is refused by every argument that takes a text, with status 400', async () => {
    const answers: unknown[] = [];
    for (const [query, variables] of NULS) {
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': app.key },
        body: JSON.stringify({ query, variables }),
      });
      answers.push([response.status, codesIn(await response.text())]);
    }
    expect(answers).toEqual(NULS.map(() => [400, ['INVALID_PARAMETER']]));
    const rest = await app.get('/api/scorecards/ams/data?timeframe=%00');
    expect([rest.status, await rest.json()]).toMatchObject([
      400,
      { code: 'INVALID_PARAMETER', param: 'timeframe' },
    ]);
  });
});

const NULS: readonly (readonly [string, object])[] = [
  ['{ scorecard(name: AMS) { points(timeframe: "\\u0000") { totalCount } } }', {}],
  ['{ scorecard(name: AMS) { latest(timeframe: "a\\u0000b") { id } } }', {}],
  ['query ($t: String) { scorecard(name: AMS) { points(timeframe: $t) { totalCount } } }', { t: '\0' }],
  ['query ($t: String = "\\u0000") { scorecard(name: AMS) { points(timeframe: $t) { totalCount } } }', {}],
  ['query ($s: String!) { asset(symbol: $s) { symbol } }', { s: 'A\ud800' }],
  ['{ asset(symbol: "\\u0000") { symbol } }', {}],
  ['{ signals(filter: { symbol: { in: ["A", "\\u0000"] } }) { totalCount } }', {}],
];
