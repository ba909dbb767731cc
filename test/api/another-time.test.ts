import { afterAll, beforeAll, expect, test } from 'vitest';
import { withValue } from '../../src/feed/record.ts';
import { registry } from '../../src/feeds/index.ts';
import { schemaOf } from '../../src/graphql/schema/schema.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { sampleRecords, seeded } from '../support/records.ts';
import { keyOf, momentQuestions, restQuestions, withQuery } from '../support/time-questions.ts';

const START = Date.parse('2026-03-10T00:00:00Z');
const HOUR_MS = 3_600_000;
const MOMENT = new Date(START).toISOString();
/** Files are made two at once for a key. */
const AT_ONCE = 2;
const GRAPH_QUESTIONS = fuzzRuns(20);

let app: TestApp;
let clock: TestClock;

beforeAll(async () => {
  clock = testClock(MOMENT);
  app = await startApp({}, { clock });
}, 600_000);
afterAll(() => app?.stop(), 600_000);

/** What was answered, without what is of the request: refusals by their codes, which may say since when something is recorded. */
async function rest(path: string): Promise<unknown> {
  const response = await app.get(path);
  const text = await response.text();
  if (response.status !== 200) return [response.status, JSON.parse(text).code];
  return [response.headers.get('x-total-count') ?? response.headers.get('x-export-rows'), text];
}

async function graph(args: string, selection: string): Promise<unknown> {
  const { data, errors = [] } = await app.graphql(`{ at${args}${selection} }`);
  // How many of several failed by the time that nothing was left of the answer is chance.
  return { data, errors: new Set(errors.map(({ extensions }) => extensions.code)) };
}

/** Records of every feed, members and bars: all of it comes in behind the moment. */
async function fill(): Promise<void> {
  const { ingest, references, inputs } = app.services;
  for (const { feed } of registry) {
    const known = new Date(clock.now().getTime() - HOUR_MS);
    const records = sampleRecords(feed, 12, 3).map((record, index) => {
      const keyed = withValue(record, feed.key, keyOf(index));
      const timed = withValue(keyed, feed.leaf('known_from'), known);
      return feed.shelfLife ? withValue(timed, feed.shelfLife.from, known) : timed;
    });
    await ingest.write(feed, records);
  }
  const term = {
    type: 'rep',
    state: 'CA',
    district: 1,
    party: 'Democrat',
    start: '2026-03-11',
    end: '2028-01-03',
  };
  await references.put('legislators', new Map([['Z000001', { official: 'Zoe Zebra', terms: [term] }]]));
  const data = { o: 1, h: 1, l: 1, c: 1, v: 1 };
  await inputs.put([{ kind: 'stock_bar', series: 'BAC|tiingo|raw+events', key: '2026-03-11', data }]);
}

test('nothing that is asked of a time before the data answers with it', async () => {
  const selections = momentQuestions(schemaOf(registry), GRAPH_QUESTIONS, seeded(5));
  const told = (await app.get('/api/v1/congress')).headers.get('x-snapshot') ?? '';
  const questions = [
    ...restQuestions('as_of').map((path) => withQuery(path, `as_of=${MOMENT}`)),
    ...restQuestions('snapshot').map((path) => withQuery(path, `snapshot=${told}`)),
  ];
  const times = [`(asOf: "${MOMENT}")`, `(snapshot: "${told}")`];
  const ask = async () => {
    const answers = new Map<string, unknown>();
    const asking = [
      ...questions.map((path) => async () => answers.set(path, await rest(path))),
      ...times.flatMap((args) =>
        selections.map(
          (selection) => async () => answers.set(`at${args}${selection}`, await graph(args, selection)),
        ),
      ),
    ];
    for (let next = 0; next < asking.length; next += AT_ONCE)
      await Promise.all(asking.slice(next, next + AT_ONCE).map((one) => one()));
    return answers;
  };
  const before = await ask();
  clock.set(new Date(START + 48 * HOUR_MS).toISOString());
  await fill();
  const today = JSON.stringify(await rest('/api/v1/congress'));
  expect(today).toContain(keyOf(1));
  for (const [question, answer] of await ask()) expect(answer, question).toEqual(before.get(question));
}, 600_000);
