import type { Deprecation } from '../../src/feed/deprecation.ts';
import { defineFeed } from '../../src/feed/feed.ts';
import { id, instant, number, text } from '../../src/feed/field.ts';

export const WEIGHT: Deprecation = {
  id: 'weight',
  what: 'Field `weight` of things',
  instead: 'use `mass`',
  since: '2026-01-01',
  until: '2027-01-01',
};

/** A feed of which one field goes. */
export const things = defineFeed({
  module: 'things',
  type: 'Thing',
  plural: 'things',
  description: 'Things.',
  fields: {
    id: id('Stable identifier.'),
    name: text('Name.', { filter: true, sort: true, group: true }),
    mass: number('Mass.', { filter: true, sort: true, unit: 'kg' }),
    weight: number('Weight.', { filter: true, sort: true, unit: 'kg', nullable: true, deprecated: WEIGHT }),
    at: instant('When it was weighed.', { sort: true }),
  },
  key: 'id',
  order: ['at', 'desc'],
  rest: { path: '/api/v1/things', open: '/api/things', wrapper: 'things', sizeParam: 'limit' },
});
