import { isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { registry } from '../../../src/feeds/index.ts';
import { schemaOf } from '../../../src/graphql/schema/schema.ts';
import { type PagedFeed, PLACES } from '../../../src/web/data/feed-query.ts';
import { FEEDS } from '../../../src/web/data/feeds.ts';
import { fieldName, isOffered, named } from '../../../src/web/data/field-names.ts';

const schema = schemaOf(registry);

test.each(Object.keys(PLACES) as PagedFeed[])('the filters of %s are called in plain words', (feed) => {
  const filter = schema.getType(`${FEEDS[feed].type}Filter`);
  if (!isInputObjectType(filter)) throw new Error('no filter');
  const fields = Object.keys(filter.getFields()).filter((one) => !['and', 'or', 'not'].includes(one));
  const offered = fields.filter((field) => isOffered(feed, field));
  const names = offered.map((field) => fieldName(feed, field));
  expect(names.length).toBeGreaterThan(8);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names)
    expect(name).not.toMatch(/\b(id|pct|pnl|prev|norm|perf|avg|at|is|slug|known)\b|[a-z]\d/i);
  const mayLack = ['id', 'currentUntil']; // of some feeds alone
  for (const field of named(feed).filter((one) => !mayLack.includes(one))) expect(fields).toContain(field);
});
