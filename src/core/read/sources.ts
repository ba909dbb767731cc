import { type AnyRecord, type Feed, valueAt } from '../../feed/feed.ts';
import { type View, withStale } from '../access/view.ts';
import type { EntryHead, OriginOf, Provenance } from '../capture/provenance.ts';
import { refuseSnapshot } from './held-reads.ts';
import { refuseAsOf } from './moments.ts';

/** Where a record came from. */
export interface RecordSource {
  readonly provider: string;
  /** File or URL. */
  readonly place: string;
  readonly firstSeen: Date;
  /**
   * The native entry it is, or was made of; null where an engine made it of entries that may tell what the caller does not
   * see: trades older than its window in a backtest, positions of a wallet.
   */
  readonly entry: bigint | null;
}

/** What is known of where records came from. */
export interface Sources {
  readonly provenance: Provenance;
  readonly originOf: OriginOf;
}

export const NO_SOURCES: Sources = {
  provenance: {
    heads: async (traced) => traced.map(() => null),
    texts: async (entries) => entries.map(() => null),
  },
  originOf: () => null,
};

/** Reads where records came from; `rowsByKey` gives those in view. */
export function createSourceReader(
  deps: Sources & {
    readonly rowsByKey: (
      feed: Feed,
      keys: readonly string[],
      view: View,
    ) => Promise<ReadonlyMap<string, AnyRecord>>;
  },
) {
  const { provenance, originOf, rowsByKey } = deps;

  /** Of records that no entry became: the newest entry that an engine made each of. */
  async function derived(
    feed: Feed,
    keys: readonly string[],
    view: View,
  ): Promise<ReadonlyMap<string, RecordSource | null>> {
    const rows = keys.length === 0 ? [] : [...(await rowsByKey(feed, keys, withStale(view))).values()]; // they are shown already
    const traced = rows.flatMap((row) => {
      const origin = originOf(feed, row);
      return origin === null ? [] : [{ key: String(valueAt(row, feed.key)), origin }];
    });
    const heads = await provenance.heads(traced.map(({ origin }) => origin.traced));
    return new Map(
      traced.map(({ key, origin }, index) => [key, sourceOf(heads[index] ?? null, origin.showsEntry)]),
    );
  }

  return async (
    feed: Feed,
    keys: readonly string[],
    view: View,
  ): Promise<readonly (RecordSource | null)[]> => {
    refuseAsOf(view, 'where a record came from');
    refuseSnapshot(view, 'where a record came from');
    const own = await provenance.heads(
      keys.map((key) => ({ kind: 'record', subject: feed.module, key }) as const),
    );
    const others = await derived(
      feed,
      keys.filter((_, index) => !own[index]),
      view,
    );
    return keys.map((key, index) => {
      const head = own[index];
      return head ? sourceOf(head, true) : (others.get(key) ?? null);
    });
  };
}

function sourceOf(head: EntryHead | null, showsEntry: boolean): RecordSource | null {
  if (head === null) return null;
  const { id, provider, place, firstSeen } = head;
  return { provider, place, firstSeen, entry: showsEntry ? id : null };
}
