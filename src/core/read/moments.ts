import { AppError } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import { isoTime } from '../../feed/iso-time.ts';
import type { View } from '../access/view.ts';
import type { FeedStore } from '../ports.ts';

/** Refuses to answer as of a moment what would be today's answer. Throws AS_OF_NOT_SUPPORTED. */
export function refuseAsOf({ asOf }: View, what: string): void {
  if (asOf !== undefined) throw notSupported(what);
}

const notSupported = (what: string): AppError =>
  new AppError('AS_OF_NOT_SUPPORTED', `${what} cannot be asked for as of a moment: leave it out`);

/**
 * A store that answers as of a moment only what is known of it. Throws AS_OF_NOT_SUPPORTED for feeds that do not tell it, and
 * NOT_RECORDED for moments before the versions of a feed were recorded: never an empty list in their place.
 */
export function createMomentStore(store: FeedStore): FeedStore {
  const isTold = ({ versions }: Feed) => versions === 'correction';
  async function refusal(feed: Feed, { asOf }: View): Promise<AppError | null> {
    if (asOf === undefined || isTold(feed)) return null;
    if (feed.versions === 'untold') return notSupported(feed.module);
    const since = await store.recordedSince(feed);
    if (since !== null && since <= asOf) return null;
    const known = since === null ? 'nothing of it is recorded yet' : `it is recorded since ${isoTime(since)}`;
    const message = `${feed.module} as of ${isoTime(asOf)} is not known: ${known}`;
    return new AppError('NOT_RECORDED', message, since === null ? {} : { recordedSince: since });
  }
  async function check(feed: Feed, view: View): Promise<void> {
    const refused = await refusal(feed, view);
    if (refused) throw refused;
  }
  const checked =
    <Rest extends unknown[], Result>(read: (feed: Feed, ...rest: [...Rest, View]) => Promise<Result>) =>
    async (feed: Feed, ...rest: [...Rest, View]): Promise<Result> => {
      await check(feed, rest.at(-1) as View); // the last parameter of every read
      return read(feed, ...rest);
    };
  return {
    page: checked(store.page),
    count: checked(store.count),
    countBy: checked(store.countBy),
    groups: checked(store.groups),
    byKeys: checked(store.byKeys),
    aliases: checked(store.aliases),
    pagesBy: checked(store.pagesBy),
    countsBy: checked(store.countsBy),
    async *stream(feed, query, view) {
      await check(feed, view);
      yield* store.stream(feed, query, view);
    },
    async snapshot(feed, query, view, signal) {
      await check(feed, view);
      return store.snapshot(feed, query, view, signal);
    },
    async knownAssets(feed, assets, view) {
      // What cannot be told of a moment names no asset then: others may.
      return (await refusal(feed, view)) ? new Set() : store.knownAssets(feed, assets, view);
    },
    recordedSince: store.recordedSince,
    heads: store.heads,
  };
}
