import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  type ValidationContext,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Caller } from '../core/caller.ts';
import { AppError } from '../errors.ts';
import type { Bill } from './bill.ts';
import type { GraphContext, GraphServices } from './context.ts';
import { type Documents, useDocuments } from './documents.ts';
import { type Explain, toGraphqlError, type WordError } from './errors.ts';
import { type Execute, useExecute } from './execute.ts';
import type { KnownDocuments } from './known-documents.ts';
import { checkDocument, checkSource, checkVariables, isIntrospection, LIMITS } from './limits.ts';
import type { Subscription } from './live/subscription.ts';
import { useStreams } from './live/use-streams.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import type { Draft } from './sharing.ts';
import { checkTexts } from './texts.ts';
import { useBill } from './use-bill.ts';

/** Told of errors nobody expected, with the request they belong to. */
export type LogUnexpected = (error: unknown, requestId: string) => void;

/** What the transport knows of a request. */
export interface RequestContext {
  readonly caller: Caller;
  readonly requestId: string;
  /** Null: nobody pays. */
  readonly bill: Bill | null;
  /** Opens the stream of a subscription; null where the transport has none. */
  readonly listen: ((subscription: Subscription) => Promise<void>) | null;
  /** Live cursor of the last event a browser got of the stream it opens again. */
  readonly lastEventId: string | null;
  /** Called with the name of the operation once it is known. */
  readonly onOperation: (name: string) => void;
  /** Null: the answer is for this request alone. */
  readonly draft: Draft | null;
  /** Default: new ones. */
  readonly loaders?: Loaders;
}

type Context = RequestContext & GraphContext;

export interface GraphqlServerDeps {
  readonly schema: GraphQLSchema;
  readonly services: GraphServices;
  readonly documents: Documents;
  readonly known: KnownDocuments;
  readonly execute: Execute;
  readonly explain: Explain;
  readonly log: LogUnexpected;
}

/** GraphQL over HTTP on fetch: parses, limits, validates, executes, and words every error. */
export function createGraphqlServer(deps: GraphqlServerDeps) {
  const { schema, services, documents, known, execute, explain, log } = deps;
  const { reader, ...rest } = services;
  const word: WordError = (error, requestId) => {
    const explainAndLog: Explain = (unexpected) => {
      const known = explain(unexpected);
      if (known.code === 'INTERNAL') log(unexpected, requestId);
      return known;
    };
    return toGraphqlError(error, explainAndLog, requestId);
  };
  return createYoga<RequestContext, GraphContext>({
    schema,
    context: ({ caller, draft, loaders = createLoaders(draft?.over(reader) ?? reader, caller.view) }) => ({
      ...rest,
      caller,
      loaders,
    }),
    plugins: [
      useDocuments(documents),
      useLimits(),
      useOperationTypes(),
      useErrors(word),
      useBill(word),
      useStreams({ schema, services, word, execute }),
      useExecute(execute),
      known.plugin,
    ],
    parserAndValidationCache: known,
    // Masking is done in useErrors, which knows the request and words errors outside of execution as well.
    maskedErrors: { maskError: (error) => error as Error },
    logging: false,
    landingPage: false,
    graphiql: false, // the surface answers browsers
    cors: false, // the pipeline's
    batching: false,
    multipart: false,
    maxRequestBodySize: false, // Fastify's bodyLimit; yoga's own check costs 400 µs a request
  });
}

/** Refuses documents before they are validated, and keyless ones that ask for more than the schema. */
function useLimits(): Plugin<Context> {
  return {
    onParams({ params }) {
      if (typeof params.query === 'string') checkSource(params.query);
      checkVariables(params.variables);
    },
    onParse({ context, setParseFn }) {
      setParseFn((source, options) => parse(source, { ...options, maxTokens: LIMITS.tokens }));
      return ({ result }) => {
        if (result === null || result instanceof Error) return;
        const document = result as DocumentNode; // what parse returns
        const name = getOperationAST(document, context.params?.operationName)?.name?.value;
        if (name !== undefined) context.onOperation(name);
        checkDocument(document);
        checkTexts(document);
        if (context.caller.key === null && !isIntrospection(document))
          throw new AppError(
            'KEY_MISSING',
            'an API key is needed; send it in the X-API-Key header. Without one only the schema can be asked for',
          );
      };
    },
  };
}

/**
 * Refuses operations the schema has no root type for, as validation: the specification leaves that to execution, whose
 * errors are no reason for a status other than 200.
 */
function useOperationTypes(): Plugin<Context> {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(knownOperationTypes);
    },
  };
}

const knownOperationTypes = (context: ValidationContext): ASTVisitor => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`the schema has no ${node.operation}`, { nodes: node }));
  },
});

/** Words every error, wherever it arose, and marks it with the request's id. */
function useErrors(word: WordError): Plugin<Context> {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors?.length) return;
      const { requestId } = serverContext as unknown as RequestContext; // what the surface passes to fetch
      setResult({ ...result, errors: result.errors.map((error) => word(error, requestId)) });
    },
  };
}
