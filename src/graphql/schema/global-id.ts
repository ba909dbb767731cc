import { isPlainText } from '../../feed/text.ts';

/** Of which object of a type an id is, when it is not the one of today. */
export interface IdOf {
  /** The object as of this moment. */
  readonly asOf?: Date | undefined;
  /** The object by the snapshot with this mark, see `View.heldBy`. */
  readonly heldBy?: string | undefined;
  /** The version of a record with this id among its versions. */
  readonly version?: string | undefined;
}

/**
 * Global ids are base64url of `Type:key`; those of an object as of a moment of `Type@moment:key`, in milliseconds since 1970;
 * by a snapshot of `Type^mark:key`; those of a version of a record that does not stand of `Type~version:key`.
 */
export function encodeGlobalId(type: string, key: string, { asOf, heldBy, version }: IdOf = {}): string {
  const moment = asOf === undefined ? (heldBy === undefined ? '' : `^${heldBy}`) : `@${asOf.getTime()}`;
  const of = version === undefined ? moment : `${moment}~${version}`;
  return Buffer.from(`${type}${of}:${key}`).toString('base64url');
}

export interface GlobalId extends IdOf {
  readonly type: string;
  readonly key: string;
}

const HEAD =
  /^(?<type>[^@~^]+)(?:@(?<moment>\d{1,14})|\^(?<heldBy>[\w-]{12}))?(?:~(?<version>[\w-]{1,100}))?$/;

/** Null for what is no id of this service. Never throws: ids are client input. */
export function decodeGlobalId(id: string): GlobalId | null {
  const text = Buffer.from(id, 'base64url').toString('utf8');
  const at = text.indexOf(':');
  if (at <= 0 || at === text.length - 1) return null;
  const key = text.slice(at + 1);
  const { type, moment, heldBy, version } = HEAD.exec(text.slice(0, at))?.groups ?? {};
  if (type === undefined) return null;
  const of = {
    ...(moment !== undefined && { asOf: new Date(Number(moment)) }),
    ...(heldBy !== undefined && { heldBy }),
    ...(version !== undefined && { version }),
  };
  // Spelled otherwise it would be the same row under a second id.
  if (encodeGlobalId(type, key, of) !== id || !isPlainText(key)) return null;
  return { type, key, ...of };
}
