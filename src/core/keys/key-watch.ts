import { AppError } from '../../errors.ts';
import type { KeyRecord } from '../ports.ts';
import type { Keys } from './keys.ts';

/** What is open under a key, and has to end with it: a WebSocket, a stream. */
export interface KeyWatcher {
  /** The token it was opened with; null: the id of the key is known alone, as behind a WebSocket. */
  readonly token: string | null;
  readonly keyId: string;
  /** The key is valid; it may have another tier by now. */
  found?(key: KeyRecord): void;
  /** The key is revoked, expired or unknown. */
  refused?(error: AppError): void;
}

/** Looks at the keys of all that is open every two seconds: what belongs to a key that is revoked or expired ends within 5 s. */
export interface KeyWatch {
  /** @returns what ends the watch. */
  watch(watcher: KeyWatcher): () => void;
  close(): void;
}

const KEY_CHECK_MS = 2_000;

/** @param report takes the errors of a store that is away, which ends nothing. */
export function createKeyWatch(
  keys: Pick<Keys, 'check' | 'authenticate'>,
  report: (error: unknown) => void,
): KeyWatch {
  const watchers = new Set<KeyWatcher>();

  const check = async (same: readonly KeyWatcher[]): Promise<void> => {
    const [first] = same;
    if (!first) return;
    try {
      const key = await (first.token === null ? keys.check(first.keyId) : keys.authenticate(first.token));
      for (const watcher of same) watcher.found?.(key);
    } catch (error) {
      if (!(error instanceof AppError)) return report(error);
      for (const watcher of same) watcher.refused?.(error);
    }
  };
  const checking = setInterval(() => {
    const byKey = Map.groupBy(watchers, ({ token, keyId }) => token ?? keyId);
    for (const same of byKey.values()) void check(same);
  }, KEY_CHECK_MS).unref();

  return {
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    close: () => clearInterval(checking),
  };
}
