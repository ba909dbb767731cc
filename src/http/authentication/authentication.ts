import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Keys } from '../../core/keys/keys.ts';
import { digestOf, MAX_TOKEN_BYTES } from '../../core/keys/token.ts';
import type { Clock, KeyRecord } from '../../core/ports.ts';
import type { PresentedKeys } from './api-key.ts';

/** Who sends a request, found out once however many parts of the pipeline ask. */
export interface Authentication {
  /** Rejects with what `Keys.authenticate` throws. */
  of(raw: IncomingMessage): Promise<KeyRecord>;
  /** The same, where it is known without asking anybody. */
  recall(raw: IncomingMessage, now: Date): KeyRecord | null;
}

export function createAuthentication(keys: Keys, presentedKeys: PresentedKeys, clock: Clock): Authentication {
  const found = new WeakMap<IncomingMessage, Promise<KeyRecord>>();
  // A connection mostly presents the same token again, and the digest is the dearest part of recognising it.
  const lastOf = new WeakMap<Socket, { readonly token: string; readonly digest: string }>();

  const digestFrom = (socket: Socket, token: string): string => {
    const last = lastOf.get(socket);
    if (last?.token === token) return last.digest;
    const digest = digestOf(token);
    lastOf.set(socket, { token, digest });
    return digest;
  };

  const recall = (raw: IncomingMessage, now: Date): KeyRecord | null => {
    const token = presentedKeys.of(raw);
    if (token === undefined || token.length > MAX_TOKEN_BYTES) return null;
    return keys.recall(digestFrom(raw.socket, token), now);
  };

  return {
    recall,
    async of(raw) {
      const held = recall(raw, clock.now());
      if (held) return held;
      const asked = found.get(raw) ?? keys.authenticate(presentedKeys.of(raw));
      found.set(raw, asked);
      return asked;
    },
  };
}
