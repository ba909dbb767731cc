import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registry } from '../../../src/feeds/index.ts';
import { schemaOf } from '../../../src/graphql/schema/schema.ts';
import { graphqlOf, pandasOf, restPath } from '../../../src/web/data/feed-code.ts';
import { GROUPS } from '../../../src/web/data/feed-groups.ts';
import { type Condition, LIST_ORDER, type PagedFeed, PLACES } from '../../../src/web/data/feed-query.ts';
import { FEEDS } from '../../../src/web/data/feeds.ts';
import { isOffered } from '../../../src/web/data/field-names.ts';

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: { readonly enum?: readonly string[] };
}

const api = JSON.parse(readFileSync(join(import.meta.dirname, '../../../schema/openapi.json'), 'utf8'));
const schema = schemaOf(registry);
const NAMES = Object.keys(PLACES) as PagedFeed[];
const ROWS = { conditions: [], sort: null, direction: 'DESC', by: null } as const;

/** The parameters of a route, by their names. */
function parametersOf(path: string): ReadonlyMap<string, Parameter> {
  const listed: readonly (Parameter & { $ref?: string })[] = api.paths[path].get.parameters;
  const whole = listed.map((one) =>
    one.$ref === undefined ? one : api.components.parameters[one.$ref.split('/').at(-1) ?? ''],
  );
  return new Map(whole.map((one: Parameter) => [one.name, one]));
}

/** Fields that are offered to filter by, with the kind of each. */
function kindsOf(name: PagedFeed): ReadonlyMap<string, string> {
  const filter = schema.getType(`${FEEDS[name].type}Filter`);
  if (!isInputObjectType(filter)) return expect.unreachable('no filter');
  const fields = Object.values(filter.getFields()).filter(({ name: field }) => !/^(and|or|not)$/.test(field));
  return new Map(
    fields
      .filter(({ name: field }) => isOffered(name, field))
      .map(({ name: field, type }) => [field, String(type).replace(/^Nullable|Filter$/g, '')]),
  );
}

const asked = (path: string) => [...new URL(path, 'http://localhost').searchParams];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-31T12:34:56Z') });
  vi.stubGlobal('location', { origin: 'http://localhost', search: '' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(NAMES)('the tabs of %s are of a field of the kind that they say', (name) => {
  const { tabs } = PLACES[name];
  expect(tabs?.kind).toBe(tabs && kindsOf(name).get(tabs.field));
});

test.each(NAMES)('REST knows every parameter that %s are exported by', (name) => {
  const kinds = kindsOf(name);
  const conditions = [...kinds].flatMap(([field, kind]): readonly Condition[] => [
    { field, op: 'eq', value: '1' },
    ...(/Date/.test(kind) ? [{ field, op: 'within', value: 'P7D' }] : []),
    ...(/Float|Int/.test(kind) ? [{ field, op: 'gte', value: '1' }] : []),
  ]);
  const query = { ...ROWS, conditions, sort: LIST_ORDER[name] };
  const known = parametersOf(`${PLACES[name].path}/export`);
  for (const [param, value] of asked(restPath({ name, query, by: null, kinds }))) {
    expect([...known.keys()]).toContain(param);
    if (/^sort/.test(param)) expect(known.get(param)?.schema.enum).toContain(value);
  }
});

test.each(NAMES)('REST knows the words of closed sets that %s are exported by', (name) => {
  const known = parametersOf(`${PLACES[name].path}/export`);
  const filter = schema.getType(`${FEEDS[name].type}Filter`);
  if (!isInputObjectType(filter)) return expect.unreachable('no filter');
  for (const { name: field, type } of Object.values(filter.getFields())) {
    const eq = isInputObjectType(type) ? getNamedType(type.getFields().eq?.type) : undefined;
    for (const { name: word } of isEnumType(eq) ? eq.getValues() : []) {
      const query = { ...ROWS, conditions: [{ field, op: 'eq', value: word }] };
      const [[param = '', value = ''] = []] = asked(restPath({ name, query, by: null, kinds: new Map() }));
      const { description = '', schema: of } = known.get(param) ?? expect.unreachable(param);
      const small = (one: string) => (description.includes('Case does not matter') ? one.toLowerCase() : one);
      expect(of.enum?.map(small), param).toContain(small(value));
    }
  }
});

test.each(NAMES)('REST has the groups of %s, with their measures and orders', (name) => {
  const known = parametersOf(`${PLACES[name].path}/groups`);
  for (const by of GROUPS[name].by) {
    const params = new Map(asked(restPath({ name, query: { ...ROWS, by }, by, kinds: new Map() })));
    for (const param of params.keys()) expect([...known.keys()]).toContain(param);
    const has = (param: string, text = '') => known.get(param)?.description.match(/\w+/g)?.includes(text);
    for (const key of params.get('by')?.split(',') ?? []) expect(has('by', key), key).toBe(true);
    for (const one of params.get('measures')?.split(',') ?? []) expect(has('measures', one), one).toBe(true);
    // By the key, or by one of the measures that are asked for.
    expect(['key', ...(params.get('measures')?.split(',') ?? [])]).toContain(params.get('sort_by'));
  }
});

test('the last days are from when to when, as REST has no durations', () => {
  const pathOf = (kind: string, value: string) =>
    asked(
      restPath({
        name: 'whales',
        query: { ...ROWS, conditions: [{ field: 'createdAt', op: 'within', value }] },
        by: null,
        kinds: new Map([['createdAt', kind]]),
      }),
    );
  expect(pathOf('DateTime', 'P1DT2H')).toEqual([
    ['created_at_gt', '2026-03-30T10:35:00.000Z'],
    ['created_at_lte', '2026-03-31T12:35:00.000Z'],
  ]);
  expect(pathOf('LocalDateTime', 'P1W')[0]).toEqual(['created_at_gt', '2026-03-24T12:35:00']);
  expect(pathOf('Date', 'P1M')).toEqual([
    ['created_at_gt', '2026-02-28'],
    ['created_at_lte', '2026-03-31'],
  ]);
  expect(pathOf('DateTime', 'soon')).toEqual([['created_at_gt', 'soon']]);
});

test('many groups are put together out of pages; the order of groups is theirs', () => {
  const query = { ...ROWS, by: 'TICKER', sort: 'COUNT', direction: 'ASC' } as const;
  const shown = { name: 'congress', query, by: 'TICKER', kinds: new Map() } as const;
  expect(pandasOf(shown, 100)).not.toContain('page=');
  expect(pandasOf(shown, 101)).toContain('for page in range(2)');
  expect(pandasOf(shown, 101)).toContain('limit=100&sort_by=count&order=asc&page={page}');
  expect(graphqlOf(shown)).toContain('{"orderBy":{"field":"COUNT","direction":"ASC"}}');
  expect(graphqlOf(shown)).toContain('congressTradeGroups(by: [TICKER]');
});
