import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import type { Quota, Spender } from '../../../src/core/quota/quota.ts';
import { createCharge, createDryCharge } from '../../../src/http/quota/charge.ts';

// Nothing is asked of them.
const quota = {} as Quota;
const spender = {} as Spender;
const report = { windows: null, refusing: null, cost: 0 };

/**
 * V8 puts an accessor of a literal among its old objects, and it holds the whole request: only the rare, dear collection
 * would take that away. What has such an accessor is a dictionary.
 */
test('a charge has no accessors', () => {
  setFlagsFromString('--allow-natives-syntax');
  const isDictionary = new Function('value', 'return !%HasFastProperties(value)');
  expect(
    isDictionary({
      get size() {
        return 1;
      },
    }),
  ).toBe(true); // or this test could not fail
  for (const create of [createCharge, createDryCharge])
    expect(isDictionary(create(quota, spender, report, async () => undefined)), create.name).toBe(false);
});
