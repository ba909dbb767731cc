import { type AnyRecord, type Feed, valueAt } from '../../feed/feed.ts';
import { type View, withStale } from '../access/view.ts';
import type { EntryHead, OriginOf, Provenance } from '../capture/provenance.ts';
import { refuseAsOf } from './moments.ts';

/** Where a record came from. */
export interface RecordSource {
  readonly provider: string;
  /** File or URL. */
  readonly place: string;
  readonly firstSeen: Date;
  /**
   * The native entry it is; null where an engine made it of others, which may tell what the caller does not see: trades older
   * than its window in a backtest, positions of a wallet.
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
  async function derived(feed: Feed, keys: readonly string[], view: View) {
    const rows = keys.length === 0 ? [] : [...(await rowsByKey(feed, keys, withStale(view))).values()]; // they are shown already
    const traced = rows.flatMap((row) => {
      const origin = originOf(feed, row);
      return origin === null ? [] : [{ key: String(valueAt(row, feed.key)), origin }];
    });
    const heads = await provenance.heads(traced.map(({ origin }) => origin));
    return new Map(traced.map(({ key }, index) => [key, heads[index] ?? null]));
  }

  return async (
    feed: Feed,
    keys: readonly string[],
    view: View,
  ): Promise<readonly (RecordSource | null)[]> => {
    refuseAsOf(view, 'where a record came from');
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
      return head ? sourceOf(head, head.id) : sourceOf(others.get(key) ?? null, null);
    });
  };
}

function sourceOf(head: EntryHead | null, entry: bigint | null): RecordSource | null {
  if (head === null) return null;
  const { provider, place, firstSeen } = head;
  return { provider, place, firstSeen, entry };
}
