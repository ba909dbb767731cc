import { describe, expect, test } from 'vitest';
import {
  boolean,
  day,
  entryInstant,
  type Field,
  id,
  instant,
  metrics,
  numbers,
  objects,
  text,
  texts,
} from '../../src/feed/field.ts';
import { describeKind, parseInstant, parseText, parseValue } from '../../src/feed/value.ts';

const accepts = (field: Field, value: unknown) => parseValue(field, value).ok;

describe('times', () => {
  test.each(['9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00+23:59', '0000-12-31'])(
    '%s is outside the years 0001 to 9999 once it is in UTC',
    (value) => {
      expect(parseInstant(value)).toBeNull();
      expect(parseText(instant(''), value).ok).toBe(false);
    },
  );

  test('the first and the last instant', () => {
    expect(parseInstant('0001-01-01')?.toISOString()).toBe('0001-01-01T00:00:00.000Z');
    expect(parseInstant('9999-12-31T23:59:59.999Z')?.toISOString()).toBe('9999-12-31T23:59:59.999Z');
  });

  test('a Date is held to the same', () => {
    for (const time of [8.64e15, -8.64e15, Number.NaN])
      expect(accepts(instant(''), new Date(time)), String(time)).toBe(false);
  });
});

test.each([
  ['2026-01-31', true],
  ['9999-12-31', true],
  ['2026-02-30', false],
  ['2026-01-31T00:00:00', false],
  ['2026-1-31', false],
])('the day %s', (value, isDay) => {
  expect(accepts(day(''), value)).toBe(isDay);
});

describe('lengths', () => {
  test.each([
    [id(''), 200],
    [text('', { sort: true }), 500],
    [text('', { filter: true }), 500],
    [text('', { nullable: true }), 10_000],
  ] as const)('of %o', (field, max) => {
    expect(accepts(field, 'x'.repeat(max))).toBe(true);
    expect(accepts(field, 'x'.repeat(max + 1))).toBe(false);
    expect(describeKind(field)).toContain(String(max));
  });

  test('in bytes, of what may be in an index', () => {
    expect(accepts(text('', { filter: true }), '漢'.repeat(433))).toBe(true);
    expect(accepts(text('', { filter: true }), '漢'.repeat(434))).toBe(false);
    expect(accepts(text('', { nullable: true }), '漢'.repeat(10_000))).toBe(true);
  });

  test('of lists and of metrics', () => {
    const names = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`m${i}`, i]));
    expect(accepts(texts(''), Array(1000).fill('x'))).toBe(true);
    expect(accepts(texts(''), Array(1001).fill('x'))).toBe(false);
    expect(accepts(texts(''), ['x'.repeat(501)])).toBe(false);
    expect(accepts(numbers(''), Array(1001).fill(1))).toBe(false);
    expect(accepts(metrics(''), names(1000))).toBe(true);
    expect(accepts(metrics(''), names(1001))).toBe(false);
  });
});

describe('lists of objects', () => {
  const owners = objects(
    '',
    { name: text('', { nullable: true }), isOfficer: boolean('') },
    { typeName: 'Owner' },
  );

  test('hold every member, null where it is not given', () => {
    const parsed = parseValue(owners, [{ isOfficer: true }, { name: 'A', isOfficer: false }]);
    expect(parsed).toEqual({
      ok: true,
      value: [
        { name: null, isOfficer: true },
        { name: 'A', isOfficer: false },
      ],
    });
  });

  test('keep times as ISO 8601, as the store gives them back', () => {
    const stays = objects('', { since: entryInstant('') }, { typeName: 'Stay' });
    const parsed = parseValue(stays, [{ since: '2026-01-01T02:00:00+02:00' }]);
    expect(parsed).toEqual({ ok: true, value: [{ since: '2026-01-01T00:00:00.000Z' }] });
    expect(parseValue(stays, [{ since: 'soon' }]).ok).toBe(false);
  });

  test.each([
    [{}, 'a list of at most 1000 objects of name, isOfficer, not {}'],
    [['x'], '"x" is no object'],
    [[{ name: 'A' }], 'isOfficer must be true or false, not null'],
    [[{ isOfficer: true, age: 4 }], 'age is unknown'],
  ])('say what is wrong with %j', (value, message) => {
    const parsed = parseValue(owners, value);
    expect(parsed.ok ? '' : parsed.message).toContain(message);
  });
});
