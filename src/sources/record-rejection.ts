import { type AnyRecord, type Feed, valueAt } from '../feed/feed.ts';
import { describeBounds } from '../feed/field-bounds.ts';
import { outOfBounds } from '../feed/within-bounds.ts';
import type { Rejection } from './format.ts';

/** What is wrong with a record whose fields fit; null for a good one. */
export type Refusal = (
  feed: Feed,
  record: AnyRecord,
) => { readonly field: string; readonly message: string } | null;

/** Why a record that a parser made cannot be taken in; null for a good one. */
export function recordRejection(feed: Feed, record: AnyRecord, refusal: Refusal): Rejection | null {
  const leaf = outOfBounds(feed, record);
  const fault = leaf
    ? { field: leaf.name, message: `is not ${describeBounds(leaf.field)}` }
    : refusal(feed, record);
  if (fault === null) return null;
  const { field, message } = fault;
  const at = `record ${String(valueAt(record, feed.key))}`;
  return { kind: 'rejected', file: feed.module, at, field, reason: `${field} ${message}`, raw: record };
}
