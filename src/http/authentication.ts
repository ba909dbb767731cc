import type { IncomingMessage } from 'node:http';
import type { Keys } from '../core/keys.ts';
import type { KeyRecord } from '../core/ports.ts';
import type { PresentedKeys } from './api-key.ts';

/** Who sends a request, found out once however many parts of the pipeline ask. */
export interface Authentication {
  /** Rejects with what `Keys.authenticate` throws. */
  of(raw: IncomingMessage): Promise<KeyRecord>;
  /** The same, where it is known without asking anybody. */
  recall(raw: IncomingMessage): KeyRecord | null;
}

export function createAuthentication(keys: Keys, presentedKeys: PresentedKeys): Authentication {
  const found = new WeakMap<IncomingMessage, Promise<KeyRecord>>();
  return {
    of(raw) {
      const known = found.get(raw) ?? keys.authenticate(presentedKeys.of(raw));
      found.set(raw, known);
      return known;
    },
    recall(raw) {
      const token = presentedKeys.of(raw);
      return token === undefined ? null : keys.recall(token);
    },
  };
}
