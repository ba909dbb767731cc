import { expect, test } from 'vitest';
import { checkName } from '../../../src/core/checks/check-name.ts';

test('a name is kept trimmed', () => {
  expect(checkName(' Käufe, große – 日本 👩‍👩‍👧 \n')).toBe('Käufe, große – 日本 👩‍👩‍👧');
});

test.each([
  '',
  ' ',
  'a'.repeat(101),
  '\u001b[31mRED\u001b[0m',
  'mail\r\nBcc: evil',
  'a\tb',
  'a\u2028b',
  'a\u009bb',
  '\ud800',
])('%j is no name', (text) => {
  expect(() => checkName(text)).toThrow('name must be one line of 1 to 100 characters');
});
