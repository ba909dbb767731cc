import { getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import * as operations from '../../../schema/operations/generated/graphql.ts';
import { registry } from '../../../src/feeds/index.ts';
import { complexityOf, unitsOf } from '../../../src/graphql/cost/cost.ts';
import { schemaOf } from '../../../src/graphql/schema/schema.ts';

const schema = schemaOf(registry);

/** Every page of one thing has its query; a key pays for all that a query asks for before anything is read. */
test.each(Object.entries(operations).filter(([name]) => /PageDocument$/.test(name)))(
  '%s asks for two units at most, as the plans of its pages say',
  (_, text) => {
    const document = parse(String(text));
    const operation = getOperationAST(document);
    if (!operation) throw new Error('no operation');
    const { objects } = complexityOf(schema, document, operation, { id: 'x', symbol: 'X', query: 'x' });
    expect(objects).toBeGreaterThan(0);
    expect(unitsOf(objects)).toBeLessThanOrEqual(2);
  },
);
