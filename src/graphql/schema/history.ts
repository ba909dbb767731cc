import type { VERSION_KINDS } from '../../core/history-ports.ts';
import {
  type FoundVersion,
  type RecordVersion,
  readHistoryCursor,
  type VersionName,
  type VersionPage,
} from '../../core/read/history.ts';
import { type AnyRecord, type Feed, valueAt } from '../../feed/feed.ts';
import type { GraphContext } from '../context.ts';
import { BASE, costing, nestedListObjects } from '../cost/field-cost.ts';
import { showing } from '../execution/shown-leaves.ts';
import { pageArgs } from '../lists/arguments.ts';
import { addConnection, type ConnectionSource, type ListWindow, once } from '../lists/connection.ts';
import { listWindow } from '../lists/feed-source.ts';
import type { Reading } from '../lists/loaders.ts';
import { checkCursors, MAX_PAGE, type PageArgs, sliceOf } from '../lists/page-args.ts';
import { withArticle } from './names.ts';
import type { Builder, ObjectType } from './types.ts';
import { rowOfVersion } from './version-row.ts';

const PAGE = { max: MAX_PAGE, weight: 1 };

/** Makes the enum of what became of versions, which the histories of all feeds share. */
export const addVersionKind = (builder: Builder) =>
  builder.enumType('VersionKind', {
    description: 'Status of a version of a record.',
    values: {
      CURRENT: { description: 'The version is what the record says now.' },
      CHANGED: { description: 'The facts changed, and the next version took its place.' },
      CORRECTED: {
        description: 'The version was never true, by what is known today. It was shown until `replacedAt`.',
      },
      AMENDED: { description: 'Another record took its place, e.g. a line of an amendment.' },
      REMOVED: { description: 'The record was removed, or was no longer in its scan.' },
    } satisfies Record<(typeof VERSION_KINDS)[number], object>,
  });

export type VersionKindType = ReturnType<typeof addVersionKind>;

/** Adds `history` to the type of a feed: what each of its records said before. */
export function addHistory(
  builder: Builder,
  feed: Feed,
  {
    type,
    window,
    kind,
  }: {
    readonly type: ObjectType<AnyRecord>;
    readonly window: ObjectType<ListWindow>;
    readonly kind: VersionKindType;
  },
): void {
  const name = `${feed.type}Version`;
  const version = builder.objectRef<RecordVersion>(name).implement({
    description: `What ${withArticle(feed.type)} said for a while.`,
    fields: (t) => ({
      knownFrom: t.expose('knownFrom', {
        type: 'DateTime',
        description: 'Moment from which the public knew this version.',
      }),
      knownTo: t.expose('knownTo', {
        type: 'DateTime',
        nullable: true,
        description:
          'Moment until which the public knew this version. Null while it is current. For a version that was never true, the same as `knownFrom`.',
      }),
      kind: t.expose('kind', { type: kind, description: 'Status of the version.' }),
      replacedAt: t.expose('replacedAt', {
        type: 'DateTime',
        nullable: true,
        description:
          'When this service replaced the version. Null while it is current, and for versions older than the event log.',
      }),
      node: t.field({
        type,
        description:
          'The record as it was. A version that is not current has its own `id`, by which `node` finds it again.',
        resolve: rowOfVersion,
      }),
    }),
  });
  const connection = addConnection<RecordVersion, ConnectionSource<RecordVersion>>(builder, window, {
    name,
    node: version,
    description: `A page of versions of ${withArticle(feed.type)}.`,
  });
  builder.objectField(type, 'history', (t) =>
    t.field({
      type: connection,
      description:
        'Versions of the record over time, newest first, as far back as the key sees. docs/time.md says which versions are kept.',
      args: pageArgs(t.arg, PAGE.max),
      extensions: {
        ...costing({ kind: 'list', ...PAGE, check: (args) => checkCursors(args, readHistoryCursor) })
          .extensions,
        ...showing('key').extensions,
      },
      resolve: (row, args, context) =>
        historySource(feed, String(valueAt(row as AnyRecord, feed.key)), args, context), // Pothos hands the row itself
    }),
  );
}

function historySource(
  feed: Feed,
  key: string,
  args: PageArgs,
  { loaders, caller }: GraphContext,
): ConnectionSource<RecordVersion> {
  const { size, ...slice } = sliceOf(args, PAGE.max);
  const reading: Reading<VersionPage> = {
    name: `history of ${feed.type} ${JSON.stringify(args)}`,
    objects: ({ versions }) => nestedListObjects(versions.length, PAGE.weight, size),
    read: (keys, { history }, view) => history.pages(feed, keys, slice, view),
  };
  const counting: Reading<number> = {
    name: `count of history of ${feed.type}`,
    objects: () => BASE,
    read: (keys, { history }, view) => history.totals(feed, keys, view),
  };
  return {
    args,
    window: { ...listWindow(feed, caller, () => false), from: caller.view.from },
    total: () => loaders.load(counting, key),
    page: once(async () => {
      const { versions, hasNextPage, hasPreviousPage } = await loaders.load(reading, key);
      return {
        nodes: versions,
        cursorAt: (index) => versions[index]?.cursor ?? '',
        hasNextPage,
        hasPreviousPage,
        liveCursor: () => null,
      };
    }),
  };
}

/** The row of a version, by its id among those of its record; null where there is none in view, `foreign` where the id is none of them. */
export async function loadVersion(
  feed: Feed,
  key: string,
  id: string,
  { loaders }: GraphContext,
): Promise<AnyRecord | null | 'foreign'> {
  const reading: Reading<FoundVersion> = {
    name: `version of ${feed.type}`,
    objects: () => 1,
    read: (names, { history }, view) => history.versions(feed, names.map(nameIn), view),
  };
  const found = await loaders.load(reading, JSON.stringify({ key, id }));
  return found === 'foreign' ? found : found && rowOfVersion(found);
}

const nameIn = (text: string): VersionName => JSON.parse(text); // as `loadVersion` wrote it
