import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../src/feeds/index.ts';
import { schemaOf } from '../../src/graphql/schema/schema.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { chanceOf } from '../support/random-writes.ts';
import { seeded } from '../support/records.ts';
import { momentQuestions, restQuestions, withQuery } from '../support/time-questions.ts';
import { FREELY_ASKED, startTwoServers, type TwoServers } from '../support/two-servers.ts';

const START = Date.parse('2026-03-10T00:00:00Z');
const HOUR_MS = 3_600_000;
/** Of each step three questions over REST, which goes once through all of them, and one of the graph. */
const STEPS = fuzzRuns(50);

const chance = chanceOf(seeded(11));
const { below, oneOf } = chance;

let servers: TwoServers;

beforeAll(async () => {
  servers = await startTwoServers(START, chance);
}, 600_000);
afterAll(() => servers?.stop(), 600_000);

/** What is known of time beside the answers: the state that all lists below are of. */
const GRAPH = `{ snapshot asOf
  insiders { totalCount nodes { id } } insiderMarketStats { last7d { buyValue filings } mostBought7d { ticker value count } }
  whales { totalCount nodes { id name eventCount positions { totalCount } activity { totalCount nodes { id } } } }
  asset(symbol: "BAC", kind: STOCK) {
    id insiderFilings { totalCount nodes { id value insider { name totalBuyValue filings { totalCount } } } }
    insiderWindows { days30 { buyValue } } insiderClusters(daysBack: 30, minInsiders: 1) { totalValue } }
}`;

/** Something that was asked, of what kind and by whom. */
interface Asked {
  readonly kind: 'rest' | 'graph';
  readonly text: string;
  readonly key: string;
}

interface Recorded extends Asked {
  readonly answer: unknown;
  readonly snapshot: string;
}

async function askRest({ text: path, key }: Asked, snapshot?: string) {
  const asked = snapshot ? withQuery(path, `snapshot=${snapshot}`) : path;
  const response = await servers.any().get(asked, { 'x-api-key': key });
  const link = response.headers.get('link')?.replace(/(?<=[?&])snapshot=[\w-]+&?/, '') ?? null;
  const total = response.headers.get('x-total-count') ?? response.headers.get('x-export-rows');
  const { status } = response;
  expect(response.headers.has('x-snapshot'), `${asked} ${status}`).toBe(status === 200);
  const text = await response.text();
  const answer = { status, total, link, text: status === 200 ? text : JSON.parse(text).code };
  return { answer, told: response.headers.get('x-snapshot') };
}

async function askGraph({ text, key }: Asked, snapshot?: string) {
  const query = `{ at${snapshot ? `(snapshot: "${snapshot}")` : ''} ${text.replace(/^ ?\{/, '{ told: snapshot')} }`;
  const { data, errors = [] } = await servers.any().graphql(query, {}, key);
  // How many of several failed by the time that nothing was left of the answer is chance.
  const answer = { data, errors: new Set(errors.map(({ extensions }) => extensions.code)) };
  return { answer, told: (data as unknown as { at: { told: string } } | null)?.at.told ?? null };
}

const ask = (asked: Asked, snapshot?: string) =>
  asked.kind === 'graph' ? askGraph(asked, snapshot) : askRest(asked, snapshot);

const recorded: Recorded[] = [];

async function record(kind: Asked['kind'], text: string): Promise<void> {
  const asked = { kind, text, key: oneOf(servers.keys) };
  const { answer, told } = await ask(asked);
  if (told !== null) recorded.push({ ...asked, answer, snapshot: told });
}

/** Each in its turn, by chance from where on. */
function inTurn<T>(list: readonly T[]): () => T {
  let next = below(list.length);
  return () => {
    next = (next + 1) % list.length;
    return list[next] ?? expect.unreachable('an empty list');
  };
}

describe('a snapshot', () => {
  test('gives every answer again, whatever was written meanwhile and since', async () => {
    // A file in CSV tells no snapshot.
    const paths = restQuestions('snapshot', { open: false, variants: true }).filter(
      (path) => !path.includes('format=csv'),
    );
    const restQuestion = inTurn(paths);
    // A window is that of the key at the time of asking.
    const selections = momentQuestions(schemaOf(registry), STEPS * 2, seeded(23)).filter(
      (selection) => !/\bwindow\b/.test(selection),
    );
    const graphQuestion = inTurn([...selections, ...Array.from({ length: STEPS / 4 }, () => GRAPH)]);
    for (let step = 0; step < STEPS; step += 1) {
      if (below(3) === 0) servers.moveOn((1 + below(40)) * 60_000);
      await servers.replaceSometimes();
      await Promise.all([
        servers.write(),
        record('rest', restQuestion()),
        servers.tick(),
        record('rest', restQuestion()),
        servers.write(),
        record('graph', graphQuestion()),
        record('rest', restQuestion()),
      ]);
    }
    expect(STEPS * 3).toBeGreaterThanOrEqual(paths.length);
    servers.moveOn(5 * HOUR_MS);
    for (let step = 0; step < 20; step += 1) await servers.write();
    await servers.replaceBoth();

    expect(recorded.length).toBeGreaterThan(STEPS * 3);
    const tierOf = (key: string) => FREELY_ASKED[servers.keys.indexOf(key)]?.id;
    for (const was of recorded) {
      const { answer, told } = await ask(was, was.snapshot);
      expect(answer, `${was.text} as ${tierOf(was.key)}`).toEqual(was.answer);
      expect(told).toBe(was.snapshot);
    }
    // Much of it is something else by now, or nothing would have been tried.
    const some = recorded.filter(({ kind }, index) => kind === 'rest' && index % 5 === 0);
    const again = await Promise.all(some.map(async (was) => JSON.stringify((await ask(was)).answer)));
    const changed = again.filter((answer, index) => answer !== JSON.stringify(some[index]?.answer));
    expect(changed.length).toBeGreaterThan(some.length / 3);
  }, 600_000);
});
