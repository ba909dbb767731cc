import type { FeedStore } from '../ports.ts';
import type { Versioned, Versions } from './versions.ts';

/** A lost notice costs less than a second. */
const POLL_MS = 750;

export interface HeadNotices {
  /** Resolves when it listens. `missed`: some may have been lost. */
  listen(notified: (module: string, head: bigint) => void, missed: () => void): Promise<void>;
}

/**
 * Keeps versions up with the commits of other processes: by notices, and by looking every `POLL_MS`, since notices
 * may be lost.
 */
export function followHeads(
  versions: Pick<Versions, 'moved'>,
  deps: {
    readonly feeds: readonly Versioned[];
    readonly store: Pick<FeedStore, 'heads'>;
    readonly notices: HeadNotices;
    /** Told when the heads cannot be read; the next poll tries again. */
    readonly report: (error: unknown) => void;
  },
): { close(): void } {
  const { feeds, store, notices, report } = deps;
  const look = () => {
    store.heads(feeds).then((heads) => {
      for (const [module, head] of heads) versions.moved(module, head);
    }, report);
  };
  const polling = setInterval(look, POLL_MS).unref();
  notices.listen(versions.moved, look).catch(report);
  return { close: () => clearInterval(polling) };
}
