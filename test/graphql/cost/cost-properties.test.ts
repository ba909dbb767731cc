import { GraphQLError, getOperationAST, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { fullView } from '../../../src/core/access/view.ts';
import { createQuota } from '../../../src/core/quota/quota.ts';
import { AppError } from '../../../src/errors.ts';
import { registry } from '../../../src/feeds/index.ts';
import type { GraphContext } from '../../../src/graphql/context.ts';
import { complexityOf, unitsOf } from '../../../src/graphql/cost/cost.ts';
import { createQueryCost, type OperationCharge } from '../../../src/graphql/cost/query-cost.ts';
import { executePlanned } from '../../../src/graphql/execution/execute.ts';
import { createLoaders, type Loaders } from '../../../src/graphql/lists/loaders.ts';
import { schemaOf } from '../../../src/graphql/schema/schema.ts';
import { createMemoryLedger } from '../../../src/memory/ledger.ts';
import { compareExecutions } from '../../support/execute-twice.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { liveCursors } from '../../support/live-cursors.ts';
import { randomOperations } from '../../support/random-operations.ts';
import { seeded } from '../../support/records.ts';
import { snapshots } from '../../support/snapshots.ts';
import { UNMETERED } from '../../support/tiers.ts';
import { callerOf, NOW, tierOf } from '../serve.ts';
import { weighingReader } from '../weighing-reader.ts';
import { memoryMarket, startCostServer } from './cost-server.ts';
import { VOCABULARY } from './cost-vocabulary.ts';

const IN_PROCESS = fuzzRuns(2_000);
const OVER_HTTP = fuzzRuns(240);
const ROWS = 40;

const schema = schemaOf(registry);

/** What an operation asks for; null for one over the limits, which is never executed. */
function priced(text: string) {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('no operation');
  try {
    const complexity = complexityOf(schema, document, operation, {});
    return complexity.objects <= 10_000 ? { document, complexity } : null;
  } catch (error) {
    if (error instanceof GraphQLError && error.originalError instanceof AppError) return null;
    throw error;
  }
}

test(`${IN_PROCESS} random operations: a plan answers as graphql-js does, what is loaded is within what was asked for, and every charge is in the books`, async () => {
  const market = await memoryMarket(ROWS);
  const weighing = weighingReader(market.reader);
  const caller = callerOf(UNMETERED);
  const { key } = caller;
  if (!key) throw new Error('no key');
  const ledger = createMemoryLedger();
  const quota = createQuota({ ledger, clock: { now: () => NOW } });
  const next = randomOperations(schema, VOCABULARY, seeded(2026));

  let charged = 0;
  let allLoaded = 0;
  let settledLower = 0;
  let executed = 0;
  let failed = 0;
  while (executed < IN_PROCESS) {
    const text = next();
    const asked = priced(text);
    if (asked === null) continue;
    const { document, complexity } = asked;
    if (executed % 100 === 0) expect(validate(schema, document), text).toEqual([]);
    executed += 1;

    let loaded = 0;
    const inner = createLoaders(weighing.reader, fullView(NOW));
    const loaders: Loaders = {
      ...inner,
      async close() {
        loaded = await inner.close();
        return loaded;
      },
    };
    const bill = createQueryCost(
      chargeOf(await quota.reserve({ key, tier: UNMETERED }, unitsOf(complexity.objects))),
    );
    await bill.reserve(complexity, loaders);
    const contextValue: GraphContext = {
      caller,
      loaders,
      tiers: [],
      usage: quota.usage,
      liveCursors,
      snapshots,
    };
    const args = { schema, document, contextValue };
    const isCompared = executed % 3 === 0;
    const { result, isPlanned } = isCompared
      ? await compareExecutions(args)
      : { result: await executePlanned(args), isPlanned: null };
    if (isCompared) expect(isPlanned, text).toBe(!result.errors);
    if (isCompared && result.errors) failed += 1;
    const { requested, actual } = await bill.settle('answered');

    const taken = weighing.taken();
    // The stronger form of: at least a unit for every 100 objects, at most what was reserved.
    if (loaded > complexity.objects || loaded < taken - 1e-6 || actual !== unitsOf(loaded))
      expect.fail(
        `${text}\nasked ${complexity.objects}, loaded ${loaded}, taken ${taken}, of ${requested} charged ${actual}`,
      );
    const unexpected = result.errors?.filter(({ originalError }) => !(originalError instanceof AppError));
    expect(unexpected ?? [], text).toEqual([]);
    charged += actual;
    allLoaded += loaded;
    if (actual < requested) settledLower += 1;
  }
  expect((await ledger.used({ account: key.id, limits: { minute: 0, day: 0 } }, NOW)).minute).toBe(charged);
  // The operations are of some size, or this would show nothing.
  expect(charged).toBeGreaterThan(IN_PROCESS);
  expect(allLoaded / IN_PROCESS).toBeGreaterThan(10);
  expect(settledLower).toBeGreaterThan(IN_PROCESS / 10);
  expect(failed).toBeGreaterThan(IN_PROCESS / 400);
}, 600_000);

test(`${OVER_HTTP} random operations over HTTP: the counters are the sum of the charges`, async () => {
  await using costs = await startCostServer(await memoryMarket(ROWS));
  const { id, token } = await costs.server.newKey(UNMETERED.id);
  const next = randomOperations(schema, VOCABULARY, seeded(7));
  let charged = 0;
  const one = async () => {
    const { status, body } = await costs.query(token, next());
    const { complexity, requested, actual } = body.extensions.cost;
    expect(status === 200 || status === 400).toBe(true);
    expect(actual).toBeGreaterThanOrEqual(body.errors ? 0 : 1);
    expect(actual).toBeLessThanOrEqual(requested);
    if (complexity !== null) expect(requested).toBe(Math.max(1, Math.ceil(complexity / 100)));
    charged += actual;
  };
  for (let n = 0; n < OVER_HTTP; n += 20) await Promise.all(Array.from({ length: 20 }, one));
  expect(await costs.spent(id)).toBe(charged);
  expect(charged).toBeGreaterThan(OVER_HTTP);
}, 600_000);

/** A reservation of the quota as the pipeline hands it over. */
function chargeOf(answer: Awaited<ReturnType<ReturnType<typeof createQuota>['reserve']>>): OperationCharge {
  if (!answer.granted) throw new Error(`refused for ${tierOf('quant').id}`);
  return {
    isDry: false,
    reserve: async () => answer.windows,
    settle: (units) => answer.settle(units),
    refuse: async () => undefined,
    windows: async () => answer.windows,
  };
}
