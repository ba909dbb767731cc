import type { Client } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { admitted, expectRefusal, openSockets, withinOneMinute } from './quota-requests.ts';

/** Refusals of a small key, and of an address, within a minute. */
const PER_KEY = 60;
const PER_ADDRESS = 200;

let fleet: Fleet;
let networks = 0;
const newAddress = () => {
  networks += 1;
  return `10.1.${networks >> 8}.${networks & 255}`;
};
beforeAll(async () => {
  fleet = await startFleet({ TRUST_PROXY_HOPS: '1' });
}, 600_000);
afterAll(() => fleet.stop(), 600_000);

async function ask(n: number, token: string, address: string, query: string): Promise<Response> {
  const { url } = fleet.servers[n % 2] ?? expect.unreachable();
  const headers = { 'x-api-key': token, 'x-forwarded-for': address, 'content-type': 'application/json' };
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  });
  await response.arrayBuffer();
  return response;
}

const flood = (count: number, token: string, address: string) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n, token, address, `{ nope${n} }`)));

/** Units of the minute that a key has left, by the header of an operation. */
const left = async (token: string): Promise<number> =>
  Number((await ask(0, token, newAddress(), '{ __typename }')).headers.get('x-ratelimit-remaining'));

describe('a flood of wrong operations over two processes', () => {
  it(
    'is told what is wrong as often as the limit says, costs nothing, and holds up nobody else',
    () =>
      withinOneMinute(async () => {
        const [flooding, other] = [await fleet.newKey('free'), await fleet.newKey('free')];
        const [answers, good] = await Promise.all([
          flood(1_000, flooding.token, newAddress()),
          ask(1, other.token, newAddress(), '{ signals(first: 10) { nodes { id } } }'),
        ]);
        const late = await Promise.all(
          [0, 1].map((n) => ask(n, flooding.token, newAddress(), '{ signals(first: 10) { nodes { id } } }')),
        );
        return async () => {
          expect(admitted(answers)).toBe(PER_KEY);
          for (const one of answers.filter(({ status }) => status >= 429)) expectRefusal(one, PER_KEY, 60);
          expect(good.status).toBe(200);
          for (const one of late) expectRefusal(one, PER_KEY, 60);
          expect(await left(other.token)).toBe(3); // of 5: what it asked, and this
        };
      }),
    90_000,
  );

  it(
    'of many keys has the limit of their address',
    () =>
      withinOneMinute(async () => {
        const address = newAddress();
        const keys = await Promise.all(Array.from({ length: 6 }, () => fleet.newKey('free')));
        const answers = await Promise.all(keys.map(({ token }) => flood(50, token, address)));
        const elsewhere = await ask(0, keys[0]?.token ?? '', newAddress(), '{ __typename }');
        return () => {
          expect(admitted(answers.flat())).toBe(PER_ADDRESS);
          expect(elsewhere.status).toBe(200);
        };
      }),
    90_000,
  );

  it(
    'over a WebSocket ends no stream of it',
    () =>
      withinOneMinute(async () => {
        const { token } = await fleet.newKey('free');
        const [socket] = await openSockets([fleet.servers[0]], token, 1);
        if (!socket) return expect.unreachable();
        let ended: unknown = null;
        const end = socket.subscribe(
          { query: 'subscription { signals { kind } }' },
          {
            next: () => undefined,
            error: (error) => {
              ended = error;
            },
            complete: () => undefined,
          },
        );
        const codes = await Promise.all(
          Array.from({ length: 150 }, (_, n) => codeOver(socket, `{ nope${n} }`)),
        );
        return async () => {
          expect(codes.filter((code) => code === 'GRAPHQL_VALIDATION_FAILED').length).toBe(PER_KEY);
          expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBe(150 - PER_KEY);
          expect(ended).toBeNull();
          end();
          await socket.dispose();
        };
      }),
    90_000,
  );
});

/** The code that an operation over a WebSocket is refused with. */
function codeOver(socket: Client, query: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  socket.subscribe(
    { query },
    {
      next: () => reject(new Error('answered')),
      error: (errors) => resolve(Array.isArray(errors) ? errors[0]?.extensions?.code : errors),
      complete: () => reject(new Error('answered')),
    },
  );
  return promise;
}
