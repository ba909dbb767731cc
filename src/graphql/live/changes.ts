import { AppError, invalidParameter } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import { costing } from '../cost/field-cost.ts';
import { includeStale } from '../lists/arguments.ts';
import { createFilterReader } from '../lists/filter.ts';
import type { FilterInput } from '../lists/filter-inputs.ts';
import type { Builder, InputType } from '../schema/types.ts';
import type { EventTypes } from './event-type.ts';
import { LiveSource } from './live-source.ts';

/** A feed as `changes` follows it. */
interface FollowedFeed {
  readonly feed: Feed;
  readonly filter: InputType<FilterInput>;
}

/** Adds `changes`: the subscriptions of several feeds as one stream with one cursor. */
export function addChanges(builder: Builder, events: EventTypes, made: readonly FollowedFeed[]): void {
  const readers = new Map(made.map(({ feed }) => [feed.plural, readerOf(feed)]));
  const feedName = builder.enumType('ChangeFeed', {
    description: 'A feed that `changes` can follow.',
    values: Object.fromEntries(
      made.map(({ feed }) => [
        nameOf(feed.plural),
        { value: feed.plural, description: `Rows of type ${feed.type}.` },
      ]),
    ),
  });
  builder.subscriptionField('changes', (t) =>
    t.field({
      type: events.ofAll(builder.nodeInterfaceRef(), feedName),
      description:
        'Changes of several feeds as they are committed: one stream, one cursor. The changes of one feed come in order. Changes of different feeds have no order between them.',
      args: {
        feeds: t.arg({
          type: [feedName],
          required: true,
          description: 'Which feeds to follow, at least one.',
        }),
        ...Object.fromEntries(
          made.map(({ feed, filter }) => [
            feed.plural,
            t.arg({
              type: filter,
              description: `Which rows of type ${feed.type} to follow. Default: all.`,
            }),
          ]),
        ),
        after: t.arg.string({
          description:
            'Where to continue: `cursor` of the last event, the `liveCursor`s of several lists joined by commas, or the snapshot of an answer (`X-Snapshot`), which covers all feeds. A feed without a cursor begins with what is committed from now on.',
        }),
        includeStale: includeStale(t.arg),
      },
      ...costing({ kind: 'one' }),
      subscribe: (_, { feeds, after, includeStale: stale, ...filters }) =>
        sourceOf(readers, { feeds, after, stale, filters } as ChangesArgs), // by the types above
      resolve: (event) => event,
    }),
  );
}

interface ChangesArgs {
  /** Plurals of feeds. */
  readonly feeds: readonly string[];
  readonly after: string | null | undefined;
  /** Rows whose shelf life is over, too. */
  readonly stale: boolean | null | undefined;
  /** By the plural of the feed. */
  readonly filters: Readonly<Record<string, FilterInput | null | undefined>>;
}

type Reader = ReturnType<typeof readerOf>;

const readerOf = (feed: Feed) => ({ feed, readFilter: createFilterReader(feed, feed.plural) });

const nameOf = (plural: string): string => plural.replace(/[A-Z]/g, '_$&').toUpperCase();

/** Throws INVALID_PARAMETER. */
function sourceOf(
  readers: ReadonlyMap<string, Reader>,
  { feeds, after, stale, filters }: ChangesArgs,
): LiveSource {
  if (feeds.length === 0)
    throw invalidParameter('feeds', feeds, `at least one of ${[...readers.keys()].map(nameOf).join(', ')}`);
  const unused = Object.keys(filters).find((plural) => filters[plural] && !feeds.includes(plural));
  if (unused !== undefined)
    throw new AppError(
      'INVALID_PARAMETER',
      `${unused} filters the feed ${nameOf(unused)}, which is not among feeds`,
      {
        param: unused,
      },
    );
  const followed = [...new Set(feeds)].map((plural) => {
    const { feed, readFilter } = readers.get(plural) as Reader; // the enum has their names alone
    return { feed, filter: readFilter(filters[plural], null), stale: stale === true };
  });
  return new LiveSource(followed, after);
}
