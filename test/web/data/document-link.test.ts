import { expect, test } from 'vitest';
import { documentLink } from '../../../src/web/data/document-link.ts';

test('a document is led to where it can be read', () => {
  const form = 'https://www.sec.gov/Archives/edgar/data/1/form4.xml';
  expect(documentLink(form)).toBe(form);
  expect(documentLink('https://example.com/invalid')).not.toBeNull();
  expect(documentLink('https://notinvalid/x')).not.toBeNull();
});

test.each([
  null,
  undefined,
  '',
  'no address',
  'https://demo.invalid/ptr-pdfs/2026/1.pdf',
  'https://invalid/',
  'javascript:alert(1)',
])('%j leads nowhere', (url) => {
  expect(documentLink(url)).toBeNull();
});
