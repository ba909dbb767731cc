import type { IncomingMessage } from 'node:http';
import type { Quota, Refusal } from '../../core/quota/quota.ts';

/** What the ledger refused ahead of the pipeline, by request: it is asked once for each. */
export type Refusals = WeakMap<IncomingMessage, Refusal>;

/** The quota of one request: what was refused already is refused again without asking. */
export function quotaOf(raw: IncomingMessage, quota: Quota, refusals: Refusals): Quota {
  const refusal = refusals.get(raw);
  return refusal ? { ...quota, reserve: async () => refusal } : quota;
}
