import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let clock: TestClock;

const START = Date.parse('2026-03-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const at = (hours: number): string => new Date(START + hours * HOUR_MS).toISOString();

const coin = (id: string, score: number, hours: number) => ({
  id,
  symbol: 'BTC',
  name: 'Bitcoin',
  asset_type: 'crypto',
  composite_score: score,
  observed_at: at(hours),
  known_from: at(hours),
});
const filing = (id: string, value: number, hours: number) => ({
  id,
  ticker: 'NVDA',
  company_name: 'NVIDIA CORP',
  insider_name: 'DOE JANE',
  transaction_code: 'P',
  transaction_direction: 'buy',
  value,
  filing_date: at(hours),
});

beforeAll(async () => {
  clock = testClock(at(1));
  app = await startApp({}, { clock });
  const put = async (module: string, records: readonly object[]) => {
    const answer = await app.ingest(module, records);
    expect(answer.status, await answer.clone().text()).toBe(200);
  };
  await put('aoe', [coin('btc', 40, 1)]);
  clock.set(at(5));
  await put('aoe', [coin('btc', 60, 5)]);
  await put('insider', [filing('old', 1, 2), filing('new', 10, 6)]);
  clock.set(at(8));
}, 600_000);
afterAll(() => app?.stop(), 600_000);

interface Ids {
  readonly id: string;
  readonly liveId: string;
}

async function data(query: string, variables: object = {}): Promise<Readonly<Record<string, never>>> {
  const answer = await app.graphql(query, variables);
  expect(answer.errors, JSON.stringify(answer.errors)).toBeUndefined();
  return answer.data as Readonly<Record<string, never>>; // tests read what they asked for
}

describe('everything below a moment is as of that moment', () => {
  const SCORES = `asOf outperformers { totalCount nodes { compositeScore } }
    insiderFilings { nodes { value } } insiders { nodes { totalBuyValue filings { nodes { value } } } }
    asset(symbol: "BTC") { outperformer { compositeScore } } predictionMarkets { totalCount }`;
  const shown = (scores: readonly number[], values: readonly number[]) => ({
    outperformers: { totalCount: scores.length, nodes: scores.map((compositeScore) => ({ compositeScore })) },
    insiderFilings: { nodes: values.map((value) => ({ value })) },
    insiders: {
      nodes: [
        {
          totalBuyValue: values.reduce((sum, value) => sum + value, 0),
          filings: { nodes: values.map((value) => ({ value })) },
        },
      ],
    },
    asset: { outperformer: { compositeScore: scores[0] } },
  });
  const QUESTION = `query ($moment: DateTime!) {
    before: at(asOf: $moment) { ${SCORES.replace('predictionMarkets { totalCount }', '')} }
    now: at(asOf: "${at(8)}") { ${SCORES.replace('predictionMarkets { totalCount }', '')} }
    outperformers { nodes { compositeScore } } insiderFilings { nodes { value } } }`;
  const expected = {
    before: { asOf: at(4), ...shown([40], [1]) },
    now: { asOf: at(8), ...shown([60], [10, 1]) },
    outperformers: { nodes: [{ compositeScore: 60 }] },
    insiderFilings: { nodes: [{ value: 10 }, { value: 1 }] },
  };

  test('beside what is of today', async () => {
    expect(await data(QUESTION, { moment: at(4) })).toEqual(expected);
  });

  test('also where a field of one moment fails, and graphql-js answers all of it', async () => {
    // Of prediction markets nothing is recorded.
    const answer = await app.graphql(
      `{ before: at(asOf: "${at(4)}") { ${SCORES} } now: at(asOf: "${at(8)}") { outperformers { nodes { id compositeScore } } } }`,
    );
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_RECORDED']);
    expect(answer.data).toMatchObject({
      before: { ...shown([40], [1]), predictionMarkets: { totalCount: null } },
      now: { outperformers: { nodes: [{ compositeScore: 60 }] } },
    });
  });

  test('ids are of their moment, and lead back to it', async () => {
    const list = 'outperformers { nodes { id liveId } } asset(symbol: "BTC") { id liveId }';
    const { before, outperformers, asset } = (await data(
      `{ before: at(asOf: "${at(4)}") { ${list} } ${list} }`,
    )) as unknown as Record<string, never> & {
      before: { outperformers: { nodes: Ids[] }; asset: Ids };
      outperformers: { nodes: Ids[] };
      asset: Ids;
    };
    for (const [then, now] of [
      [before.outperformers.nodes[0], outperformers.nodes[0]],
      [before.asset, asset],
    ]) {
      expect(now?.liveId).toBe(now?.id);
      expect(then?.liveId).toBe(now?.id);
    }
    const ids = [before.outperformers.nodes[0]?.id, outperformers.nodes[0]?.id, before.asset.id, asset.id];
    expect(new Set(ids).size).toBe(4);
    const node =
      '{ id ... on Outperformer { compositeScore } ... on Asset { outperformer { compositeScore } } }';
    const byIds = await data(
      `query ($ids: [ID!]!, $id: ID!) { nodes(ids: $ids) ${node} node(id: $id) ${node} }`,
      {
        ids,
        id: ids[2],
      },
    );
    const [thenScore, nowScore] = [{ compositeScore: 40 }, { compositeScore: 60 }];
    expect(byIds).toEqual({
      nodes: [
        { id: ids[0], ...thenScore },
        { id: ids[1], ...nowScore },
        { id: ids[2], outperformer: thenScore },
        { id: ids[3], outperformer: nowScore },
      ],
      node: { id: ids[2], outperformer: thenScore },
    });
  });

  test.each([
    ['2026-03-01T00:30:00Z', 'NOT_RECORDED'],
    ['2026-03-02T00:00:00Z', 'INVALID_PARAMETER'],
    ['2026-03-01', 'INVALID_PARAMETER'],
  ])('as of %s it is refused', async (moment, code) => {
    const answer = await app.graphql(`{ at(asOf: "${moment}") { outperformers { nodes { id } } } }`);
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual([code]);
  });

  test('a day is no moment, as over REST: it begins and ends', async () => {
    const allowed = 'must be an ISO 8601 time with zone, e.g. 2026-03-14T15:30:00Z; got "2026-03-01"';
    const { errors } = await app.graphql(
      'query ($on: DateTime!) { at(asOf: $on) { outperformers { nodes { id } } } }',
      { on: '2026-03-01' },
    );
    expect(errors?.map(({ message }) => message)).toEqual([`asOf ${allowed}`]);
    const rest = await app.get('/api/v1/aoe?as_of=2026-03-01');
    expect([rest.status, await rest.json()]).toMatchObject([400, { detail: `as_of ${allowed}` }]);
  });

  test('a key sees no moment before its history, by an id of that moment neither', async () => {
    const { at: seen } = (await data(
      `{ at(asOf: "${at(4)}") { outperformers { nodes { id } } } }`,
    )) as unknown as {
      at: { outperformers: { nodes: { id: string }[] } };
    };
    clock.set(at(24 * 8));
    try {
      const key = await app.issue('free');
      const codes = async (query: string, variables: object) =>
        (await app.graphql(query, variables, key)).errors?.map(({ extensions }) => extensions.code);
      expect(await codes(`{ at(asOf: "${at(4)}") { congressTrades { totalCount } } }`, {})).toEqual([
        'MOMENT_OUTSIDE_WINDOW',
      ]);
      const id = seen.outperformers.nodes[0]?.id;
      expect(await codes('query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual([
        'MOMENT_OUTSIDE_WINDOW',
      ]);
    } finally {
      clock.set(at(8));
    }
  });

  test('costs what it would without', async () => {
    const cost = async (query: string) => {
      const answer = (await app.graphql(query)) as {
        extensions?: { cost: { requested: number; actual: number } };
      };
      const { requested, actual } = answer.extensions?.cost ?? {};
      return [requested, actual];
    };
    const lists =
      'outperformers(first: 100) { totalCount nodes { id } } insiderFilings(first: 100) { nodes { id } }';
    expect(await cost(`{ at(asOf: "${at(7)}") { ${lists} } }`)).toEqual(await cost(`{ ${lists} }`));
  });

  test('ids of another moment are read as of it, also where graphql-js executes', async () => {
    const scores = 'outperformers { nodes { id compositeScore } }';
    const { then } = (await data(`{ then: at(asOf: "${at(3)}") { ${scores} } }`)) as unknown as {
      then: { outperformers: { nodes: { id: string }[] } };
    };
    const [{ id } = { id: '' }] = then.outperformers.nodes;
    const row = '... on Outperformer { compositeScore }';
    const below = `at(asOf: "${at(6)}") { node(id: "${id}") { ${row} } nodes(ids: ["${id}"]) { ${row} } ${scores} }`;
    const of = (compositeScore: number) => ({ compositeScore });
    const expected = { node: of(40), nodes: [of(40)], outperformers: { nodes: [of(60)] } };
    expect(await data(`{ ${below} }`)).toMatchObject({ at: expected });
    // Introspection beside it is nothing for the plan.
    expect(await data(`{ ${below} __type(name: "Signal") { name } }`)).toMatchObject({ at: expected });
  });
});
