import { Type } from 'typebox';
import { FILE_KINDS } from '../../core/files/feed-file.ts';
import { KEY_SECURITY, problems } from '../openapi/route-schema.ts';
import { count, exact } from '../openapi/schema.ts';

export const FILES_TAG = { name: 'files', description: 'Files of days and months of each feed.' };

export const FILE = exact(
  {
    feed: Type.String({ description: 'Module of the feed.' }),
    day: Type.String({ format: 'date', description: 'The UTC day, or the first one of the month.' }),
    kind: {
      type: 'string',
      enum: FILE_KINDS,
      description:
        'day: what changed on that day of records that became known on it or later; revisions: what changed on it of records ' +
        'that were known before; month: all records as they stood at the end of the month.',
    },
    rows: count('Rows; 0 of a day without any.'),
    bytes: count('Length of the file.'),
    sha256: Type.String({ description: 'Of its bytes, in hexadecimal.' }),
    recorded_until: Type.String({
      format: 'date-time',
      description: 'The moment up to which it holds what was recorded.',
    }),
    units: Type.Integer({
      minimum: 1,
      description: 'What a link costs, once a day: one unit for every 10,000 rows.',
    }),
    path: Type.String({ description: 'Where a link to it is given.' }),
  },
  'A file that is made. It never changes.',
);

const path = (name: string, description: string, example: string) => ({
  [name]: { type: 'string', description, examples: [example] },
});

export const linkRoute = {
  operationId: 'getFile',
  summary: 'A link to a file',
  description:
    'Leads to the Parquet file of a day (`2026-11-20.parquet`), to what changed on it of what was known before ' +
    '(`2026-11-20-revisions.parquet`), or to a month (`2026-11.parquet`), by a link that needs no key and is good for an hour; it takes HEAD and ' +
    'ranges. A link costs one unit for every 10,000 rows, once an account and UTC day.',
  tags: [FILES_TAG.name],
  security: KEY_SECURITY,
  params: {
    type: 'object',
    required: ['feed', 'file'],
    properties: {
      ...path('feed', 'Module of the feed.', 'congress'),
      ...path('file', 'Day or month, as the manifest has it.', '2026-11-20.parquet'),
    },
  },
  response: {
    302: {
      type: 'null',
      description: 'The file is at `Location`, for an hour.',
      headers: { Location: { type: 'string', description: 'Where the file is read, without a key.' } },
    },
    ...problems([
      'COST_EXCEEDED',
      'KEY_MISSING',
      'KEY_INVALID',
      'KEY_REVOKED',
      'MOMENT_OUTSIDE_WINDOW',
      'NOT_FOUND',
      'NOT_YET',
      'NOT_RECORDED',
      'RATE_LIMITED',
      'INTERNAL',
      'UNAVAILABLE',
    ]),
  },
};
