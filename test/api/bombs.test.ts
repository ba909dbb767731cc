import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOMBS, type Bomb, fitsUrl } from '../graphql/bombs.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { endOf, follow } from '../support/live-follower.ts';
import { TRANSPORTS } from '../support/live-reader.ts';
import { UNMETERED } from '../support/tiers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop(), 600_000);

type Request = Pick<Bomb, 'query' | 'variables'>;
/** Sends a request with a key; the code it is refused with. */
type Ask = (key: string, request: Request) => Promise<string>;

const codeOf = async (response: Response): Promise<string> => {
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return String(errors?.map(({ extensions }) => extensions.code));
};

const OVER_HTTP: Readonly<Record<string, Ask>> = {
  POST: async (key, { query, variables }) =>
    codeOf(
      await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query, variables }),
      }),
    ),
  GET: async (key, { query, variables }) => {
    const asked = new URLSearchParams({ query, variables: JSON.stringify(variables) });
    return codeOf(await app.get(`/graphql?${asked}`, { 'x-api-key': key }));
  },
};

const LIVE: Readonly<Record<string, Ask>> = Object.fromEntries(
  TRANSPORTS.map((transport) => [
    transport,
    async (key, { query, variables }) => {
      const follower = follow(transport, { url: app.url, key }, { query, variables });
      await expect.poll(() => follower.ended).toBeDefined();
      follower.kill();
      return endOf(follower);
    },
  ]),
);

const WAYS: Readonly<Record<string, Ask>> = { ...OVER_HTTP, ...LIVE };

/** What a new key is refused with over each way, and the units that took. */
async function refusals(tier: string, ways: Readonly<Record<string, Ask>>, request: Request) {
  const told = Object.entries(ways).map(async ([name, ask]) => {
    const key = await app.issue(tier);
    const code = await ask(key, request);
    const { data } = await app.graphql('{ viewer { usage { dailyUsed } } }', {}, key);
    const { viewer } = data as unknown as { viewer: { usage: { dailyUsed: number } } };
    return [name, `${code} for ${viewer.usage.dailyUsed - 1}`];
  });
  return Object.fromEntries(await Promise.all(told)) as Readonly<Record<string, string>>;
}

const everywhere = (ways: Readonly<Record<string, Ask>>, refusal: string) =>
  Object.fromEntries(Object.keys(ways).map((way) => [way, refusal]));

/** A message over 64 KB closes a socket before anybody looks at what it asks for. */
const fitsSocket = ({ query }: Bomb) => query.length < 60_000;

const filings = (first: number) => `insiderFilings(first: ${first}) { nodes { id } }`;

describe('what asks for too much is refused over every way with the same code, for the same units:', () => {
  test.each(BOMBS.filter(fitsSocket))('$name', async (bomb) => {
    const { GET, ...others } = WAYS;
    const ways = fitsUrl(bomb) ? WAYS : others;
    expect(await refusals(UNMETERED.id, ways, bomb)).toEqual(everywhere(ways, 'LIMIT_EXCEEDED for 0'));
  });

  test('what a key could never pay', async () => {
    const query = `{ congressTrades(first: 100) { nodes { asset { ${filings(20)} } } } }`;
    const bomb = { query, variables: {} };
    expect(await refusals('free', WAYS, bomb)).toEqual(everywhere(WAYS, 'COST_EXCEEDED for 0'));
  });
});

describe('subscriptions are limited as queries are, over every way they come:', () => {
  const follows = (node: string) => ({
    query: `subscription { signals { kind node { ${node} } } }`,
    variables: {},
  });

  test.each([
    ['depth', `${'asset { signals { nodes { '.repeat(3)} id ${'} } }'.repeat(3)}`],
    ['aliases', Array.from({ length: 61 }, (_, i) => `a${i}: id`).join(' ')],
    ['one name again and again', 'id '.repeat(101)],
    ['objects', `asset { congressTrades(first: 100) { nodes { asset { ${filings(100)} } } } }`],
  ])('%s', async (_name, node) => {
    expect(await refusals(UNMETERED.id, LIVE, follows(node))).toEqual(
      everywhere(LIVE, 'LIMIT_EXCEEDED for 0'),
    );
  });

  test('what a key could never pay', async () => {
    const node = `asset { congressTrades(first: 10) { nodes { asset { ${filings(100)} } } } }`;
    expect(await refusals('free', LIVE, follows(node))).toEqual(everywhere(LIVE, 'COST_EXCEEDED for 0'));
  });
});
