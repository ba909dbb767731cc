import { isPlainText } from '../../feed/text.ts';

/** Global ids are base64url of `Type:key`, those of an object as of a moment of `Type@moment:key`, in milliseconds since 1970. */
export function encodeGlobalId(type: string, key: string, asOf?: Date): string {
  const of = asOf === undefined ? type : `${type}@${asOf.getTime()}`;
  return Buffer.from(`${of}:${key}`).toString('base64url');
}

export interface GlobalId {
  readonly type: string;
  readonly key: string;
  /** Left out: the object of today. */
  readonly asOf?: Date;
}

/** Null for what is no id of this service. Never throws: ids are client input. */
export function decodeGlobalId(id: string): GlobalId | null {
  const text = Buffer.from(id, 'base64url').toString('utf8');
  const at = text.indexOf(':');
  if (at <= 0 || at === text.length - 1) return null;
  const [head, key] = [text.slice(0, at), text.slice(at + 1)];
  const [type = '', moment] = head.split('@');
  if (moment !== undefined && !/^\d{1,14}$/.test(moment)) return null;
  const asOf = moment === undefined ? undefined : new Date(Number(moment));
  // Spelled otherwise it would be the same row under a second id.
  if (encodeGlobalId(type, key, asOf) !== id || !isPlainText(key)) return null;
  return { type, key, ...(asOf && { asOf }) };
}
