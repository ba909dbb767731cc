import { expect, it } from 'vitest';
import { mergeFootnotes, mergeOwners } from '../../../src/feeds/insider/merge-lists.ts';

const owner = (over: object) => ({
  cik: '0000000001',
  name: 'DOE JANE',
  title: null,
  is_director: null,
  is_officer: null,
  is_ten_percent: null,
  other_relation: null,
  ...over,
});

it('an owner keeps what the other source alone says of her', () => {
  const better = [owner({ title: 'CEO' }), owner({ cik: null, name: 'FUND LP' })];
  const other = [
    owner({ title: 'Chief', is_officer: true }),
    owner({ cik: null, name: 'ELSE', title: 'GP' }),
  ];
  expect(mergeOwners(better, other)).toEqual([owner({ title: 'CEO', is_officer: true }), better[1]]);
  expect(mergeOwners(null, other)).toEqual(other);
  expect(mergeOwners(better, null)).toEqual(better);
});

it('footnotes of two sources are all there, with the texts and fields that one of them knows', () => {
  const withFields = [
    { field: 'shares', id: 'F1', text: null },
    { field: 'pricePerShare', id: 'F1', text: null },
  ];
  const withTexts = [
    { field: null, id: 'F1', text: 'A weighted average.' },
    { field: null, id: 'F2', text: 'By a trust.' },
  ];
  const both = [
    { field: 'shares', id: 'F1', text: 'A weighted average.' },
    { field: 'pricePerShare', id: 'F1', text: 'A weighted average.' },
    { field: null, id: 'F2', text: 'By a trust.' },
  ];
  expect(mergeFootnotes(withFields, withTexts)).toEqual(both);
  expect(mergeFootnotes(withTexts, withFields)).toEqual(expect.arrayContaining(both));
  expect(mergeFootnotes(both, both)).toEqual(both);
  expect(mergeFootnotes(null, both)).toEqual(both);
});
