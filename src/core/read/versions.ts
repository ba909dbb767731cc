import type { Feed } from '../../feed/feed.ts';
import type { View } from '../access/view.ts';

/** What an answer was made of: as long as it holds, the same question has the same answer. */
export interface VersionStamp {
  /** Whether nothing has moved since, for a caller of this view. */
  isFresh(view: View): boolean;
}

/** How far this process knows the feeds to have come. */
export interface Versions {
  /** A commit of the feed is visible; `head` is the number of its last event. Heads never go back. */
  moved(module: string, head: bigint): void;
  /**
   * To be called before anything is read for an answer: a commit that becomes visible meanwhile then ends the basis,
   * whether the answer shows it or not.
   */
  begin(): BeginVersionStamp;
}

/**
 * The basis of an answer that read these feeds.
 * @param view the view it was made for; null when it does not depend on the view's times.
 */
export type BeginVersionStamp = (feeds: Iterable<Versioned>, view: View | null) => VersionStamp;

/** A feed, or the bars that prices are read of. */
export type Versioned = Pick<Feed, 'module'>;

export function createVersions(feeds: readonly Versioned[]): Versions {
  const placeOf = new Map(feeds.map(({ module }, place) => [module, place]));
  const heads = feeds.map(() => 0n);
  const place = ({ module }: Versioned): number => {
    const found = placeOf.get(module);
    if (found === undefined) throw new Error(`feed ${module} has no version`);
    return found;
  };
  return {
    moved(module, head) {
      const at = placeOf.get(module);
      // Heads come from several sides, the older one perhaps last.
      if (at !== undefined && head > (heads[at] ?? 0n)) heads[at] = head;
    },
    begin() {
      const before = heads.slice();
      return (read, view) => {
        const places = Array.from(read, place);
        return {
          isFresh: (current) =>
            places.every((at) => heads[at] === before[at]) && (view === null || isSameView(view, current)),
        };
      };
    },
  };
}

const isSameView = (one: View, other: View): boolean =>
  one.now.getTime() === other.now.getTime() &&
  one.from?.getTime() === other.from?.getTime() &&
  one.until?.getTime() === other.until?.getTime();
