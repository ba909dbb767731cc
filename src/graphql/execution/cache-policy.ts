import { hidesRows, type View } from '../../core/access/view.ts';
import type { Reader } from '../../core/read/read.ts';
import { type Analysed, createTrackingReader, type Tracked } from '../../core/read/tracking-reader.ts';
import type { Versions } from '../../core/read/versions.ts';
import type { CachePolicy } from '../../http/reply.ts';
import { type CostReport, reportOf } from '../cost/query-cost.ts';

/** What the surface needs to say which answers may be shared, and for how long. */
export interface Sharing {
  readonly versions: Pick<Versions, 'begin'>;
  readonly analysed: Analysed;
}

/** Notes of one operation what its answer is made of. */
export interface CachePolicyBuilder {
  /** Through which the operation reads. */
  over(reader: Reader): Reader;
  /** The answer shows something of the key. */
  markPersonal(): void;
  /** The answer is complete and has no errors. */
  complete(cost: CostReport): void;
  /** What can be shared of the answer that was sent; null: nothing. */
  answer(body: string, view: View): CachePolicy | null;
}

/** To be made before the operation reads anything. */
export function createCachePolicyBuilder({ versions, analysed }: Sharing): CachePolicyBuilder {
  const stampFor = versions.begin();
  const feeds = new Set<Tracked>();
  let cost: CostReport | null = null;
  let isPersonal = false;
  return {
    over: (reader) => createTrackingReader(reader, analysed, (feed) => feeds.add(feed)),
    markPersonal() {
      isPersonal = true;
    },
    complete(report) {
      cost = report;
    },
    answer(body, view) {
      if (cost === null || isPersonal) return null;
      // Made anew with every commit, its new `liveCursor` would show that something came in.
      if (hidesRows(feeds, view)) return null;
      const { complexity, requested, actual } = cost;
      const own = costSuffixOf(cost);
      if (!body.endsWith(own)) return null;
      return {
        // Whether an operation looks back is not known here: every answer turns with the minute.
        versionStamp: stampFor(feeds, view),
        etag: null,
        units: { requested, actual },
        costSuffix: {
          own,
          of: (windows) => costSuffixOf({ complexity, requested, actual, ...reportOf(windows) }),
        },
      };
    },
  };
}

/** What comes behind the data of an answer. */
export const costSuffixOf = (cost: CostReport): string => `,"extensions":{"cost":${JSON.stringify(cost)}}}`;
