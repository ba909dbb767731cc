import { getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import { registry } from '../../../src/feeds/index.ts';
import { complexityOf } from '../../../src/graphql/cost/cost.ts';
import { schemaOf, sdlOf } from '../../../src/graphql/schema/schema.ts';
import { randomOperations } from '../../support/random-operations.ts';
import { seeded } from '../../support/records.ts';
import { VOCABULARY } from './cost-vocabulary.ts';
import { createSdlCost } from './sdl-cost.ts';

const schema = schemaOf(registry);
const sdlCost = createSdlCost(sdlOf(schema));

function complexity(text: string): number {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('no operation');
  return complexityOf(schema, document, operation, {}).objects;
}

test('who reads the directives alone comes to the same cost, over 5000 random operations', () => {
  const next = randomOperations(schema, VOCABULARY, seeded(11));
  let sum = 0;
  for (let n = 0; n < 5000; n += 1) {
    const text = next();
    const objects = sdlCost(text);
    expect(objects, text).toBe(complexity(text));
    sum += objects;
  }
  expect(sum).toBeGreaterThan(5000 * 50);
});

test.each([
  [2200, '{ congressTrades(first: 100) { nodes { asset { insiderFilings(first: 20) { nodes { id } } } } } }'],
  [110, '{ scorecard(name: AMS) { latest { value } points(first: 1000) { nodes { value } } } }'],
  [10 + 10, '{ insiderMarketStats { mostBought7d { asset { symbol } } } }'],
  [12, '{ nodes(ids: ["1","2","3","4","5","6","7","8","9","10","11","12"]) { id } }'],
])('%i objects', (objects, text) => {
  expect([sdlCost(text), complexity(text)]).toEqual([objects, objects]);
});
