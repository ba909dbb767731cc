import { randomUUID } from 'node:crypto';
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import type { Caller } from '../../core/access/caller.ts';
import { AppError } from '../../errors.ts';
import type { GraphServices } from '../context.ts';
import type { QueryCost } from '../cost/query-cost.ts';
import type { FormatError } from '../execution/errors.ts';
import type { Execute } from '../execution/execute.ts';
import { LiveSource } from './live-source.ts';
import { readSubscription, type Subscription, type SubscriptionRequest } from './subscription.ts';

interface StreamContext {
  readonly caller: Caller;
  readonly listen: ((subscription: Subscription) => Promise<void>) | null;
  readonly lastEventId: string | null;
  readonly queryCost: Pick<QueryCost, 'keepAll'> | null;
}

/**
 * Has a subscription that is valid and paid for opened by its transport, whose stream brings the events. The answer to the
 * operation itself says no more than that it is open, so every transport checks and charges alike.
 */
export async function openStream(
  deps: {
    readonly schema: GraphQLSchema;
    readonly services: GraphServices;
    readonly formatError: FormatError;
    readonly execute: Execute;
  },
  request: SubscriptionRequest,
  { listen, caller, lastEventId, queryCost }: StreamContext,
): Promise<ExecutionResult> {
  if (listen === null)
    throw new AppError(
      'BAD_REQUEST',
      'subscriptions are served over WebSocket (graphql-transport-ws) and server-sent events (Accept: text/event-stream)',
    );
  // Its errors are shown to all who share it: they get an id of their own, not that of the first request.
  const id = randomUUID();
  const toClientError = (error: GraphQLError) => deps.formatError(error, id);
  const read = await readSubscription({ ...deps, toClientError }, request, caller);
  if ('errors' in read) return read;
  await listen(lastEventId === null ? read : resumedAt(read, lastEventId));
  queryCost?.keepAll();
  return { data: null };
}

/** A browser that connects again says itself what it got last. */
function resumedAt(subscription: Subscription, cursor: string): Subscription {
  return { ...subscription, source: new LiveSource(subscription.source.followed, cursor) };
}
