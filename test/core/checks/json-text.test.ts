import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTooDeep, MAX_JSON_DEPTH, parseJson } from '../../../src/core/checks/json-text.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Levels of a value. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('the depth of a JSON text', () => {
  test('is counted to the bound, and no further than it has to be', () => {
    expect(parseJson(nested(MAX_JSON_DEPTH))).toMatchObject({ ok: true });
    expect(parseJson(nested(MAX_JSON_DEPTH + 1))).toEqual({
      ok: false,
      message: 'is nested deeper than 64 levels',
    });
    expect(parseJson(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toMatchObject({ ok: false });
  });

  test('does not count brackets of strings, whatever they escape', () => {
    for (const text of ['['.repeat(100), '\\'.repeat(3), '"[[', '\\"', '\\\\"'.repeat(50) + '['.repeat(100)])
      expect(isTooDeep(JSON.stringify([text, text]))).toBe(false);
    expect(isTooDeep(`["\\\\",${nested(MAX_JSON_DEPTH)}]`)).toBe(true);
  });

  test('is that of the value, for any value and for any text', () => {
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { depthSize: 'large' },
        fc.string(),
        fc.array(tie('json'), { maxLength: 2 }),
        fc.dictionary(fc.string(), tie('json'), { maxKeys: 2 }),
      ),
    }));
    fc.assert(
      fc.property(json, fc.nat(80), (value, more) => {
        const text = '['.repeat(more) + JSON.stringify(value) + ']'.repeat(more);
        expect(isTooDeep(text)).toBe(depthOf(value) + more > MAX_JSON_DEPTH);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void parseJson(text)));
  });
});
