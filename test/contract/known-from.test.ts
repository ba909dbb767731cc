import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { knownFields } from '../../src/feed/known.ts';
import { registry } from '../../src/feeds/index.ts';
import { freqtradeBacktest } from '../../src/sources/freqtrade/freqtrade-backtest.ts';
import { testClock } from '../core/clock.ts';
import { nativeResult, nativeStrategy, nativeTrade, tempFiles } from '../sources/freqtrade/reading.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { lettersOf, MODULES } from './access-modules.ts';

const NOW = '2026-03-04T05:06:07.000Z';
const SENT = '2026-03-03T04:05:06.000Z';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { clock: testClock(NOW) });
}, 600_000);
afterAll(() => app.stop(), 600_000);

it.each(registry.map(({ feed }) => [feed.module, feed] as const))('%s declares it', (_, feed) => {
  expect(feed.fields).toMatchObject(knownFields);
  expect(feed.clock?.name ?? 'known_from').toBe('known_from');
  if (feed.clock) expect(feed.lookBack).not.toBe(feed.clock);
});

// Insider filings have two lists and are one feed.
const modules = MODULES.filter(({ rest }) => !rest.startsWith('/api/v1/insider-alpha'));

it.each(modules.map((module) => [module.name, module] as const))(
  '%s: records have it, sent or not',
  async (_, module) => {
    const record = (letter: string) => module.record(letter, SENT) as Readonly<Record<string, unknown>>;
    const { known_from: _sent, known_precision: _precision, ...silent } = record('n');
    const sent = { ...record('s'), known_from: SENT, known_precision: 'ESTIMATED' };
    const taken = await app.ingest(module.ingest, [silent, sent]);
    expect(taken.status, await taken.clone().text()).toBe(200);
    const again = await app.ingest(module.ingest, [silent, sent]);
    expect(await again.json()).toMatchObject({ updated: 0, unchanged: 2 });

    const list = `list: ${module.list} { nodes { id knownFrom knownPrecision } }`;
    const { data, errors } = await app.graphql(
      module.card ? `{ card: scorecard(name: ${module.card}) { ${list} } }` : `{ ${list} }`,
    );
    expect(errors).toBeUndefined();
    const answer = data as unknown as { card?: typeof answer; list: { nodes: Shown[] } };
    const { nodes } = (answer.card ?? answer).list;
    const of = (letter: string) =>
      nodes.find(({ id }) => Buffer.from(id, 'base64url').toString().endsWith(letter));
    expect(of('s')).toMatchObject({ knownFrom: SENT, knownPrecision: 'ESTIMATED' });
    expect(Date.parse(of('n')?.knownFrom ?? '')).toBeLessThanOrEqual(Date.parse(NOW));

    const query = `known_from=${SENT}&known_precision=ESTIMATED`;
    const found = await app.get(`${module.rest}${module.rest.includes('?') ? '&' : '?'}${query}`);
    const rows = ((await found.json()) as Record<string, Record<string, string>[]>)[module.wrapper] ?? [];
    expect(lettersOf(rows.map((row) => row[module.key] ?? ''))).toBe('s');
    expect(rows[0]).not.toHaveProperty('known_from');
  },
);

interface Shown {
  readonly id: string;
  readonly knownFrom: string;
  readonly knownPrecision: string;
}

it('a precision without its moment is refused', async () => {
  const module = modules[0] ?? expect.unreachable();
  const { known_from: _, ...silent } = module.record('p', SENT) as Readonly<Record<string, unknown>>;
  const answer = await app.ingest(module.ingest, [{ ...silent, known_precision: 'DAY' }]);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    errors: [{ line: 1, field: 'known_precision', message: 'needs a known_from' }],
  });
});

it('a trade of a backtest is known from the first run that tells it, in whatever order the runs come', async () => {
  const run = (name: string, day: string, trade: Readonly<Record<string, unknown>>) =>
    nativeResult({
      [name]: nativeStrategy({
        backtest_run_start_ts: Date.parse(day) / 1_000,
        trades: [nativeTrade(trade)],
      }),
    });
  const [first, second] = ['2024-02-01', '2024-03-01'];
  const files = await tempFiles(
    Object.fromEntries(
      ['Early', 'Late'].flatMap((name) => [
        [`${name}-1.json`, run(name, first, {})],
        [`${name}-2.json`, run(name, second, name === 'Early' ? {} : { close_rate: 120 })],
      ]),
    ),
  );
  for (const file of files.toReversed())
    await runFormat(app.services, freqtradeBacktest, [file], {
      reject: async () => expect.unreachable(),
      onProgress: () => undefined,
    });
  const known = async (until: string) => {
    const { data } = await app.graphql(
      `{ signals(filter: { source: { eq: "mte" }, timeframe: { eq: "5m" }, knownFrom: { lte: "${until}T00:00:00Z" } }) {
        nodes { sourceDetail knownFrom knownPrecision } } }`,
    );
    return (data as unknown as { signals: { nodes: object[] } }).signals.nodes;
  };
  expect(await known('2024-01-31')).toEqual([]);
  const early = { sourceDetail: 'early', knownFrom: `${first}T00:00:00.000Z`, knownPrecision: 'EXACT' };
  expect(await known(first)).toEqual([early]);
  expect(await known(second)).toContainEqual({
    ...early,
    sourceDetail: 'late',
    knownFrom: `${second}T00:00:00.000Z`,
  });
});
