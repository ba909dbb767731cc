import { AppError } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import { isoTime } from '../../feed/iso-time.ts';
import type { View } from '../access/view.ts';
import type { FeedStore } from '../ports.ts';
import { createKeptChecks, type KeptChecks } from './held-reads.ts';

/** Refuses to answer as of a moment what would be today's answer. Throws AS_OF_NOT_SUPPORTED. */
export function refuseAsOf({ asOf }: View, what: string): void {
  if (asOf !== undefined) throw notSupported(what);
}

const notSupported = (what: string): AppError =>
  new AppError('AS_OF_NOT_SUPPORTED', `${what} cannot be read as of a moment: leave it out`);

type ByView = 'page' | 'count' | 'countBy' | 'groups' | 'byKeys' | 'aliases' | 'pagesBy' | 'countsBy';

/**
 * Refuses a view of a moment that a feed does not tell: with AS_OF_NOT_SUPPORTED where it tells none, with NOT_RECORDED before
 * its versions were recorded. Null: it may be asked.
 */
async function refusalOf(
  store: Pick<FeedStore, 'recordedSince'>,
  feed: Feed,
  { asOf }: View,
): Promise<AppError | null> {
  if (asOf === undefined || feed.versions === 'correction') return null;
  if (feed.versions === 'untold') return notSupported(feed.module);
  const since = await store.recordedSince(feed);
  if (since !== null && since <= asOf) return null;
  const known = since === null ? 'nothing is recorded yet' : `records begin at ${isoTime(since)}`;
  const message = `${feed.module} as of ${isoTime(asOf)} is not known: ${known}`;
  return new AppError('NOT_RECORDED', message, since === null ? {} : { recordedSince: since });
}

/** Throws as `refusalOf` refuses. */
export async function checkMoment(
  store: Pick<FeedStore, 'recordedSince'>,
  feed: Feed,
  view: View,
): Promise<void> {
  const refused = await refusalOf(store, feed, view);
  if (refused) throw refused;
}

/**
 * A store that answers as of a moment only what is known of it. Throws AS_OF_NOT_SUPPORTED for feeds that do not tell it, and
 * NOT_RECORDED for moments before the versions of a feed were recorded: never an empty list in their place. By a snapshot it answers as long as all of
 * it is kept: SNAPSHOT_EXPIRED.
 */
export function createMomentStore(store: FeedStore, kept: KeptChecks = createKeptChecks(store)): FeedStore {
  const check = async (feed: Feed, view: View): Promise<void> => {
    await checkMoment(store, feed, view);
    await kept.before(feed, view);
  };
  const checked = <Name extends ByView>(name: Name): FeedStore[Name] =>
    (async (feed: Feed, ...rest: readonly unknown[]) => {
      const view = rest.at(-1) as View; // the last parameter of each of them
      await check(feed, view);
      const read = await (store[name] as (...args: readonly unknown[]) => Promise<unknown>)(feed, ...rest);
      await kept.behind(feed, view);
      return read;
    }) as FeedStore[Name];
  return {
    page: checked('page'),
    count: checked('count'),
    countBy: checked('countBy'),
    groups: checked('groups'),
    byKeys: checked('byKeys'),
    aliases: checked('aliases'),
    pagesBy: checked('pagesBy'),
    countsBy: checked('countsBy'),
    async *stream(feed, query, view) {
      await check(feed, view);
      yield* store.stream(feed, query, view);
    },
    async snapshot(feed, query, view, signal) {
      await check(feed, view);
      const opened = await store.snapshot(feed, query, view, signal);
      try {
        await kept.behind(feed, view);
        return opened;
      } catch (error) {
        await opened.close();
        throw error;
      }
    },
    async knownAssets(feed, assets, view) {
      // What cannot be told of a moment names no asset then: others may.
      if (await refusalOf(store, feed, view)) return new Set();
      await kept.before(feed, view);
      const known = await store.knownAssets(feed, assets, view);
      await kept.behind(feed, view);
      return known;
    },
    recordedSince: store.recordedSince,
    precisionAt: store.precisionAt,
    keepsBehind: store.keepsBehind,
    heads: store.heads,
  };
}
