import { describe, expect, it } from 'vitest';
import { defineFeed, filterableLeaves, sortableLeaves } from '../../src/feed/feed.ts';
import { group, id, number, text } from '../../src/feed/field.ts';
import { parseRecord, toJsonRecord, toRest } from '../../src/feed/record.ts';

const feed = defineFeed({
  module: 'bonds',
  type: 'Bond',
  plural: 'bonds',
  description: 'A feed with a field that the specification does not name.',
  fields: {
    id: id('Identity.'),
    coupon: number('Coupon.', { sort: true }),
    isin: text('Number of the security.', { rest: false, filter: true }),
  },
  key: 'id',
  order: ['coupon', 'desc'],
});
const record = { id: 'b1', coupon: 4.5, isin: 'US0000000001' };

describe('a field that REST rows do not show', () => {
  it('is in the JSON of a record and not in its REST row', () => {
    expect(toRest(feed, record)).toEqual({ id: 'b1', coupon: 4.5 });
    expect(toJsonRecord(feed, record)).toEqual(record);
  });

  it('may be sent, and need not be', () => {
    expect(parseRecord(feed, record)).toEqual({ ok: true, record });
    expect(parseRecord(feed, toRest(feed, record))).toEqual({ ok: true, record: { ...record, isin: null } });
  });

  it('need not be sent when it is in a group of such fields, nor need the group', () => {
    const withGroup = defineFeed({
      module: 'bonds',
      type: 'Bond',
      plural: 'bonds',
      description: 'A feed with a group that the specification does not name.',
      fields: {
        id: id('Identity.'),
        coupon: number('Coupon.', { sort: true }),
        issuer: group('Who borrows.', { name: text('Name.', { nullable: true, rest: false }) }),
      },
      key: 'id',
      order: ['coupon', 'desc'],
    });
    expect(parseRecord(withGroup, { id: 'b1', coupon: 4.5 })).toEqual({
      ok: true,
      record: { id: 'b1', coupon: 4.5, issuer: { name: null } },
    });
    expect(parseRecord(withGroup, { id: 'b1', coupon: 4.5, issuer: 'x' })).toMatchObject({
      problems: [{ field: 'issuer', message: 'must be an object' }],
    });
  });

  it('can be filtered and sorted by like any other', () => {
    expect(filterableLeaves(feed).map(({ name }) => name)).toContain('isin');
    expect(sortableLeaves(feed).map(({ name }) => name)).toEqual(['coupon']);
  });
});
