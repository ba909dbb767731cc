import { Type } from 'typebox';
import { FILE_KINDS } from '../../core/files/feed-file.ts';
import { KEY_SECURITY, problems } from '../openapi/route-schema.ts';
import { count, exact } from '../openapi/schema.ts';

export const FILES_TAG = {
  name: 'files',
  title: 'Daily and monthly files',
  description:
    'Parquet files to download: what changed in a feed on a UTC day, and all of a feed as it stood at the end of a month.',
};

export const FILE = exact(
  {
    feed: Type.String({ description: 'Module of the feed.' }),
    day: Type.String({ format: 'date', description: 'The UTC day. For a month, its first day.' }),
    kind: {
      type: 'string',
      enum: FILE_KINDS,
      description:
        'day: changes on that day to records that became known on that day or later. revisions: changes on that day to records that were known before. month: all records as they stood at the end of the month.',
    },
    rows: count('Number of rows; 0 for a day without any.'),
    bytes: count('Length of the file.'),
    sha256: Type.String({ description: 'SHA-256 of the file, in hexadecimal.' }),
    recorded_until: Type.String({
      format: 'date-time',
      description: 'Moment up to which the file holds what was recorded.',
    }),
    units: Type.Integer({
      minimum: 1,
      description: 'Units that a link costs, once per UTC day: one for every 10,000 rows.',
    }),
    path: Type.String({ description: 'Route that gives a link to the file.' }),
  },
  'A complete file. It never changes.',
);

const path = (name: string, description: string, example: string) => ({
  [name]: { type: 'string', description, examples: [example] },
});

export const linkRoute = {
  operationId: 'getFile',
  summary: 'A link to a file',
  description:
    "Redirects to the Parquet file of a day (`2026-11-20.parquet`), of a day's revisions to earlier records (`2026-11-20-revisions.parquet`), or of a month (`2026-11.parquet`). The link needs no key, is valid for an hour, and takes HEAD and ranges. A link costs one unit for every 10,000 rows, once per account and UTC day.",
  tags: [FILES_TAG.name],
  security: KEY_SECURITY,
  params: {
    type: 'object',
    required: ['feed', 'file'],
    properties: {
      ...path('feed', 'Module of the feed.', 'congress'),
      ...path('file', 'Name of the file, as the manifest has it.', '2026-11-20.parquet'),
    },
  },
  response: {
    302: {
      type: 'null',
      description: 'The file is at `Location`, for an hour.',
      headers: { Location: { type: 'string', description: 'URL of the file. It needs no key.' } },
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
