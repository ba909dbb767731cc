import type { Place } from './batch.ts';

/**
 * What was delivered to all members of a group. Members look it up here: delivering to one of thousands changes nothing but
 * its socket.
 */
export interface DeliveredOffset {
  /** The end of the last batch. */
  last: Place | null;
  /** Of all batches. */
  objects: number;
  /** At how many objects a member has to be charged next: no higher than any of them has set it. */
  dueAt: number;
}

export const nothingDelivered = (): DeliveredOffset => ({
  last: null,
  objects: 0,
  dueAt: Number.POSITIVE_INFINITY,
});
