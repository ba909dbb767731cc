import type { RecordVersion } from '../../core/read/history.ts';
import type { AnyRecord } from '../../feed/feed.ts';

const VERSION_ID = Symbol('id of the version');

/**
 * The record of a version as a row: what does not stand any more has an id of its own, or caches would put it over the record of
 * today.
 */
export const rowOfVersion = ({ record, kind, id, stands }: RecordVersion): AnyRecord =>
  Object.assign(
    { ...record },
    kind === 'CURRENT' ? {} : { [VERSION_ID]: id },
    stands ? {} : { [IS_PAST]: true },
  );

const IS_PAST = Symbol('whether the record says something else by now');

/** Whether the record says something else by now, which the key may not be told yet: what leads from it by its key is of today. */
export const isPast = (value: unknown): boolean => (value as { readonly [IS_PAST]?: true })[IS_PAST] === true;

/** Undefined for the object of today. */
export const versionIdOf = (value: unknown): string | undefined =>
  (value as { readonly [VERSION_ID]?: string })[VERSION_ID]; // any object may be asked
