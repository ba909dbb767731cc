import type { RecordVersion } from '../../core/read/history.ts';
import type { AnyRecord } from '../../feed/feed.ts';

const VERSION_ID = Symbol('id of the version');

/**
 * The record of a version as a row: what does not stand any more has an id of its own, or caches would put it over the record of
 * today.
 */
export const rowOfVersion = ({ record, kind, id }: RecordVersion): AnyRecord =>
  kind === 'CURRENT' ? record : Object.assign({ ...record }, { [VERSION_ID]: id });

/** Undefined for the object of today. */
export const versionIdOf = (value: unknown): string | undefined =>
  (value as { readonly [VERSION_ID]?: string })[VERSION_ID]; // any object may be asked
