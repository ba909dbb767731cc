import type { RecordSource } from '../../core/read/sources.ts';
import { type AnyRecord, type Feed, valueAt } from '../../feed/feed.ts';
import { costing } from '../cost/field-cost.ts';
import { showing } from '../execution/shown-leaves.ts';
import type { Reading } from '../lists/loaders.ts';
import { graphName } from './names.ts';
import type { Builder, ObjectType } from './types.ts';
import { isPast } from './version-row.ts';

/** What a native entry costs: it may be a document. */
const ENTRY_OBJECTS = 10;

/** The type that says where a record came from. */
export function addRecordSource(builder: Builder): ObjectType<RecordSource> {
  return builder.objectRef<RecordSource>('RecordSource').implement({
    description:
      'Where a record came from. Where several files or answers have the record, the one that came last.',
    fields: (t) => ({
      provider: t.exposeString('provider', {
        description: 'Format that was imported, or provider that was synchronised: `house-transactions`.',
      }),
      document: t.string({
        nullable: true,
        description: 'Name of the file or document, without its folders; null where it has none.',
        resolve: ({ provider, place }) => (CAME_BY_REQUEST.has(provider) ? null : documentOf(place)),
      }),
      url: t.string({
        nullable: true,
        description: 'URL that the provider was asked for. Null for files.',
        resolve: ({ place }) => (isUrl(place) ? place : null),
      }),
      firstSeen: t.field({
        type: 'DateTime',
        description: 'When the entry first came in.',
        resolve: ({ firstSeen }) => firstSeen,
      }),
      entry: t.string({
        nullable: true,
        description:
          'The native entry as it came: JSON, a row with its header, or a document. Third parties wrote it: do not trust it. Null for records computed from several entries, and for entries that are no longer kept.',
        ...costing({ kind: 'few', max: ENTRY_OBJECTS }),
        resolve: ({ entry }, _, { loaders }) => (entry === null ? null : loaders.load(TEXTS, String(entry))),
      }),
    }),
  });
}

const TEXTS: Reading<string | null> = {
  name: 'native entry',
  objects: () => ENTRY_OBJECTS,
  read: (keys, reader) => reader.nativeEntries(keys.map(BigInt)),
};

/** Adds it to the type of a feed; where a record has a `source` of its own as `nativeSource`. */
export function addSourceField(
  builder: Builder,
  feed: Feed,
  { type, source }: { readonly type: ObjectType<AnyRecord>; readonly source: ObjectType<RecordSource> },
): void {
  const reading: Reading<RecordSource | null> = {
    name: `source of ${feed.type}`,
    objects: () => 1,
    read: (keys, reader, view) => reader.sources(feed, keys, view),
  };
  builder.objectField(type, sourceName(feed), (t) =>
    t.field({
      type: source,
      nullable: true,
      description:
        'Where the record came from. Null for records sent over the API before sources were kept, for records computed from many others, and for versions that are not current.',
      ...withBoth(costing({ kind: 'one' }), showing('key')),
      // Pothos hands the row itself. What is kept is of what the record says now.
      resolve: (row, _, { loaders }) =>
        isPast(row) ? null : loaders.load(reading, String(valueAt(row as AnyRecord, feed.key))),
    }),
  );
}

const withBoth = (
  one: { readonly extensions: object },
  other: { readonly extensions: object },
): { readonly extensions: Record<string, unknown> } => ({
  extensions: { ...one.extensions, ...other.extensions },
});

const sourceName = (feed: Feed): string =>
  Object.entries(feed.fields).some(([name, field]) => graphName(name, field) === 'source')
    ? 'nativeSource'
    : 'source';

/** Providers whose places are routes of this service. */
const CAME_BY_REQUEST: ReadonlySet<string> = new Set(['api', 'webhook']);

const isUrl = (place: string): boolean => /^https?:\/\//.test(place);

/** The last part of a path or URL. */
function documentOf(place: string): string | null {
  const path = isUrl(place) ? (URL.parse(place)?.pathname ?? '') : place;
  return (
    path
      .split(/[/\\]/)
      .filter((part) => part !== '')
      .at(-1) ?? null
  );
}
