import { createYoga, type Plugin } from 'graphql-yoga';
import type {
  GraphqlParams,
  OperationContext,
  OperationResult,
  OperationRunner,
} from '../execution/operation-runner.ts';
import { type Documents, hashIn } from '../execution/persisted-documents.ts';

/** What the HTTP surface passes to `fetch`. */
export interface NegotiationContext {
  readonly operation: OperationContext;
  /** Of an operation that was run before; null: yoga reads what it is and has it run. */
  readonly result: OperationResult | null;
}

/** GraphQL over HTTP on fetch: reads parameters, has the operation run, and says its result in the type and status a client takes. */
export function createGraphqlHttp(deps: { readonly documents: Documents; readonly runner: OperationRunner }) {
  return createYoga<NegotiationContext>({
    plugins: [useRunner(deps)],
    parserAndValidationCache: false, // documents are read by the runner
    maskedErrors: false, // errors are made fit for clients by the runner
    logging: false,
    landingPage: false,
    graphiql: false, // the surface answers browsers
    cors: false, // the pipeline's
    batching: false,
    multipart: false,
    maxRequestBodySize: false, // Fastify's bodyLimit; yoga's own check costs 400 µs a request
  });
}

/** Has operations run by the runner, and what yoga itself refuses, answered by it: yoga checks parameters, and executes nothing. */
function useRunner({
  documents,
  runner,
}: Parameters<typeof createGraphqlHttp>[0]): Plugin<NegotiationContext> {
  const answered = new WeakSet<object>();
  const noted = <Result extends object>(result: Result): Result => {
    answered.add(result);
    return result;
  };
  return {
    onParams({ params, setParams, setParamsHandler, context }) {
      const { operation, result } = context as unknown as NegotiationContext; // what the surface passes to fetch
      setParamsHandler(async ({ params: checked }) => {
        const { query = '', operationName = null, variables = null } = checked;
        const wanted: GraphqlParams = { text: query, operationName, variables };
        return noted(result ?? (await runner.run(wanted, operation)));
      });
      if (result) return;
      const { query } = params;
      const sha256 = hashIn(params.extensions);
      if (typeof query === 'string') documents.take(query, sha256);
      else if (sha256 !== undefined) setParams({ ...params, query: documents.named(sha256) });
    },
    async onResultProcess({ result, setResult, serverContext }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result || answered.has(result)) return;
      const { operation } = serverContext as unknown as NegotiationContext; // likewise
      setResult(await runner.refuse(result.errors ?? [], operation));
    },
  };
}
