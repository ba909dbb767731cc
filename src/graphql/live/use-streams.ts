import { randomUUID } from 'node:crypto';
import { type GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Caller } from '../../core/caller.ts';
import { AppError } from '../../errors.ts';
import type { Bill } from '../bill.ts';
import type { GraphServices } from '../context.ts';
import type { WordError } from '../errors.ts';
import type { Execute } from '../execute.ts';
import { LiveSource } from './live-source.ts';
import { readSubscription, type Subscription } from './subscription.ts';

interface StreamContext {
  readonly caller: Caller;
  readonly listen: ((subscription: Subscription) => Promise<void>) | null;
  readonly lastEventId: string | null;
  readonly bill: Pick<Bill, 'keepAll'> | null;
  readonly params: { readonly query?: string | null | undefined };
}

/**
 * Has subscriptions that are valid and paid for opened by the transport, whose streams bring the events. The answer to
 * the operation itself says no more than that they are, so every transport checks and charges alike.
 */
export function useStreams(deps: {
  readonly schema: GraphQLSchema;
  readonly services: GraphServices;
  readonly word: WordError;
  readonly execute: Execute;
}): Plugin<StreamContext> {
  const { schema, services, word, execute } = deps;
  return {
    async onSubscribe({ args, context, setResultAndStopExecution }) {
      const { listen, caller, params, lastEventId, bill } = context;
      if (listen === null)
        throw new AppError(
          'BAD_REQUEST',
          'subscriptions are served over WebSocket (graphql-transport-ws) and server-sent events (Accept: text/event-stream)',
        );
      const operation = getOperationAST(args.document, args.operationName);
      if (!operation) return; // yoga has looked it up
      const request = {
        query: params.query ?? '',
        document: args.document,
        operation,
        variables: args.variableValues ?? {},
      };
      // Its errors are shown to all who share it: they get an id of their own, not that of the first request.
      const id = randomUUID();
      const explain = (error: GraphQLError) => word(error, id);
      const read = await readSubscription({ schema, services, explain, execute }, request, caller);
      if ('errors' in read) return setResultAndStopExecution(read);
      await listen(lastEventId === null ? read : resumedAt(read, lastEventId));
      bill?.keepAll();
      setResultAndStopExecution({ data: null });
    },
  };
}

/** A browser that connects again says itself what it got last. */
function resumedAt(subscription: Subscription, cursor: string): Subscription {
  const { feed, filter } = subscription.source;
  return { ...subscription, source: new LiveSource(feed, filter, cursor) };
}
