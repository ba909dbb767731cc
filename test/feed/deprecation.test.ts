import { expect, test } from 'vitest';
import { type Deprecation, deprecationHeaders } from '../../src/feed/deprecation.ts';

const of = (since: string, until: string): Deprecation => ({
  id: 'x',
  what: 'Parameter `x`',
  instead: 'use `y`',
  since,
  until,
});

const LINKS =
  '</guides/versioning>; rel="deprecation"; type="text/html", </guides/versioning>; rel="sunset"; type="text/html"';

test('nothing deprecated was used: no header, and the link of the answer is left alone', () => {
  expect(deprecationHeaders([])).toEqual({});
  expect(deprecationHeaders([], '</a>; rel="next"')).toEqual({});
});

test('the dates are in the forms of RFC 9745 and RFC 8594', () => {
  expect(deprecationHeaders([of('2026-11-26', '2027-11-26')])).toEqual({
    deprecation: '@1795651200',
    sunset: 'Fri, 26 Nov 2027 00:00:00 GMT',
    link: LINKS,
  });
});

test('of several the earliest dates count, and the next page stands in front', () => {
  const used = [of('2027-01-01', '2028-01-01'), of('2026-11-26', '2029-01-01')];
  expect(deprecationHeaders(used, '</a>; rel="next"')).toEqual({
    deprecation: '@1795651200',
    sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
    link: `</a>; rel="next", ${LINKS}`,
  });
});
