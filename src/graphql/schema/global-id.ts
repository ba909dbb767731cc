import { isPlainText } from '../../feed/text.ts';

/** Global ids are base64url of `Type:key`. */
export function encodeGlobalId(type: string, key: string): string {
  return Buffer.from(`${type}:${key}`).toString('base64url');
}

export interface GlobalId {
  readonly type: string;
  readonly key: string;
}

/** Null for what is no id of this service. Never throws: ids are client input. */
export function decodeGlobalId(id: string): GlobalId | null {
  const text = Buffer.from(id, 'base64url').toString('utf8');
  const at = text.indexOf(':');
  if (at <= 0 || at === text.length - 1) return null;
  const [type, key] = [text.slice(0, at), text.slice(at + 1)];
  // Spelled otherwise it would be the same row under a second id.
  if (encodeGlobalId(type, key) !== id || !isPlainText(key)) return null;
  return { type, key };
}
