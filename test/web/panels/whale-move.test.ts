import { expect, test } from 'vitest';
import { toneOfMove } from '../../../src/web/panels/whale-move.ts';

test.each([
  ['ENTRY', 'LONG', 'up'],
  ['EXIT', 'LONG', 'down'],
  ['SIZE_INCREASE', 'SHORT', 'down'],
  ['size_decrease', 'SHORT', 'up'],
  ['TOKEN_BUY', null, 'up'],
  ['SIZE_DECREASE', null, 'down'],
  ['ENTRY', 'Yes', undefined],
])('%s of %s is a bet on a price that goes %s', (eventType, outcome, tone) => {
  expect(toneOfMove({ eventType, outcome })).toBe(tone);
});
