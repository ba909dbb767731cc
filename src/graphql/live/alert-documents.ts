import { randomUUID } from 'node:crypto';
import { type GraphQLError, OperationTypeNode } from 'graphql';
import type { AlertDocument } from '../../core/alerts/alert.ts';
import type { AlertCaller, AlertDocuments, AlertStream } from '../../core/alerts/alert-events.ts';
import { refuseImpossible } from '../../core/quota/quota.ts';
import { both } from '../../core/quota/units.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { unitsOf } from '../cost/cost.ts';
import type { QueryCost } from '../cost/query-cost.ts';
import type { OperationRunner } from '../execution/operation-runner.ts';
import { paramsIn } from '../execution/params.ts';
import type { Documents } from '../execution/persisted-documents.ts';
import type { Loaders } from '../lists/loaders.ts';
import { type AlertStreamDeps, createAlertStream, createSharedFrames } from './alert-stream.ts';
import type { Subscription } from './subscription.ts';

export interface AlertDocumentsDeps extends Omit<AlertStreamDeps, 'frames'> {
  readonly runner: OperationRunner;
  readonly documents: Documents;
  readonly loadersFor: (caller: AlertCaller) => Loaders;
}

/** Reads documents of alerts by the runner of all operations: what a stream may not ask for, no alert may. */
export function createAlertDocuments(deps: AlertDocumentsDeps): AlertDocuments {
  const { runner, documents, loadersFor, ...streamDeps } = deps;
  const frames = createSharedFrames();
  return {
    async open(document, caller): Promise<AlertStream> {
      const params = paramsIn(document satisfies AlertDocument, documents);
      if (!params)
        throw new AppError('INVALID_PARAMETER', 'query must be a GraphQL document', { param: 'query' });
      const kind = runner.kindOf(params);
      if (kind !== null && kind !== OperationTypeNode.SUBSCRIPTION)
        throw new AppError('INVALID_PARAMETER', `query must be a subscription; it is a ${kind}`, {
          param: 'query',
        });
      const opened: { subscription?: Subscription } = {};
      const cost = priceFor(caller);
      const { errors } = await runner.run(params, {
        caller,
        requestId: randomUUID(),
        queryCost: cost,
        listen: async (subscription) => {
          opened.subscription = subscription;
        },
        lastEventId: null,
        isSafe: false,
        onOperation: () => undefined,
        cachePolicy: null,
        loaders: loadersFor(caller),
      });
      const [error] = errors ?? [];
      if (error) throw refusalOf(error);
      if (!opened.subscription) throw new Error('a subscription that is neither open nor refused');
      return createAlertStream({ ...streamDeps, frames }, opened.subscription, cost.units);
    },
  };
}

/** Prices a document without charging it: what an alert delivers is charged. Throws COST_EXCEEDED as a stream would. */
function priceFor({ tier }: AlertCaller): QueryCost & { units: number } {
  const free = { limit: 0, remaining: 0, resetsAt: '' }; // nobody is shown it
  return {
    units: 0,
    async reserve({ objects }) {
      this.units = unitsOf(objects);
      refuseImpossible(both(this.units), tier);
      return true;
    },
    keepAll: () => undefined,
    settle: async () => ({ complexity: null, requested: 0, actual: 0, minute: free, day: free }),
  };
}

/** The first thing that is wrong with a document, with where it is. */
function refusalOf({ message, extensions, locations }: GraphQLError): AppError {
  const [at] = locations ?? [];
  const where = at ? ` (line ${at.line}, column ${at.column} of query)` : '';
  const { code, retryAfter } = extensions as { readonly code: ErrorCode; readonly retryAfter?: number }; // of the table, by the runner
  const wait = retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter };
  return new AppError(code, `${message}${where}`, { param: 'query', ...wait });
}
