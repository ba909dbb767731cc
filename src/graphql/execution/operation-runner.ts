import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Caller } from '../../core/access/caller.ts';
import { AppError, ERRORS, type ErrorCode } from '../../errors.ts';
import type { Deprecation } from '../../feed/deprecation.ts';
import type { GraphContext, GraphServices } from '../context.ts';
import { checkObjects, checkVariables, isIntrospection } from '../cost/limits.ts';
import { priceOf } from '../cost/price.ts';
import type { CostReport, Ending, QueryCost } from '../cost/query-cost.ts';
import type { Loaders } from '../lists/loaders.ts';
import type { PageEnds } from '../lists/page-ends.ts';
import { openStream } from '../live/open-stream.ts';
import type { Subscription } from '../live/subscription.ts';
import type { CachePolicyBuilder } from './cache-policy.ts';
import { createDocumentReader, type ReadDocumentText } from './document-reader.ts';
import { type FormatError, placeOf, type ToClientError, toGraphqlError } from './errors.ts';
import type { Execute } from './execute.ts';
import { type Operation, readOperation } from './operation.ts';
import { selectedFields } from './selected-fields.ts';
import { shownLeaves } from './shown-leaves.ts';

/** An operation as a client asks for it, its document no longer named by a hash. */
export interface GraphqlParams {
  /** The document. */
  readonly text: string;
  readonly operationName: string | null;
  readonly variables: { readonly [name: string]: unknown } | null;
}

/** Who asks for an operation, and what its transport can do. */
export interface OperationContext {
  readonly caller: Caller;
  readonly requestId: string;
  /** Null: the operation is not metered. */
  readonly queryCost: QueryCost | null;
  /** Opens the stream of a subscription; null where the transport has none. */
  readonly listen: ((subscription: Subscription) => Promise<void>) | null;
  /** Live cursor of the last event a browser got of the stream it opens again. */
  readonly lastEventId: string | null;
  /** Whether it came by a method that may change nothing. */
  readonly isSafe: boolean;
  /** Called with the name of the operation once it is known. */
  readonly onOperation: (name: string) => void;
  /** Null: the answer is for this request alone. */
  readonly cachePolicy: CachePolicyBuilder | null;
  readonly loaders: Loaders;
  /** Records the end cursors of the answer's pages, for an answer that may be cut; default: they are not recorded. */
  readonly pageEnds?: PageEnds | undefined;
}

/** Of an operation that is over, or of a subscription that is open. Its errors are fit for clients. */
export interface OperationResult {
  readonly data?: ExecutionResult['data'];
  readonly errors?: readonly GraphQLError[];
  /** Absent where the operation is not metered. */
  readonly extensions?: { readonly cost: CostReport };
}

/** Runs every operation, whatever transport it came by. Neither function rejects. */
export interface OperationRunner {
  /** Reads, limits, validates, prices, charges and executes it, and settles what it costs. */
  run(params: GraphqlParams, context: OperationContext): Promise<OperationResult>;
  /** The answer to what cannot be run, with its cost settled. */
  refuse(errors: readonly unknown[], context: OperationContext): Promise<OperationResult>;
  /** Which operation the parameters ask for; null where `run` refuses that. */
  kindOf(params: GraphqlParams): OperationTypeNode | null;
  /** What the document and its variables use that is deprecated. */
  deprecationsIn(params: GraphqlParams): readonly Deprecation[];
}

/** Takes unexpected errors, with the id of the request they belong to. */
export type LogUnexpected = (error: unknown, requestId: string) => void;

export interface OperationRunnerDeps {
  readonly schema: GraphQLSchema;
  readonly services: GraphServices;
  readonly execute: Execute;
  readonly toClientError: ToClientError;
  readonly log: LogUnexpected;
}

export function createOperationRunner(deps: OperationRunnerDeps): OperationRunner {
  const { schema, services, execute } = deps;
  const { reader: _reader, ...rest } = services;
  const read = createDocumentReader(schema);
  const formatError = formatErrorWith(deps);

  /** Throws what refuses the operation before it is executed. */
  const answer = async (params: GraphqlParams, context: OperationContext): Promise<ExecutionResult> => {
    const { text, operationName, variables } = params;
    checkVariables(variables);
    const { document, definition, errors } = admit(read, params, context);
    if (errors.length > 0) return { errors };
    const contextValue: GraphContext = {
      ...rest,
      caller: context.caller,
      loaders: context.loaders,
      pageEnds: context.pageEnds,
      shown: shownLeaves(schema, document),
      selects: selectedFields(schema, document),
    };
    const args = { schema, document, operationName, variableValues: variables, contextValue };
    const operation = readOperation(args);
    if (!(await reserveCost(args, operation, context))) return { data: null };
    if (definition.operation === OperationTypeNode.SUBSCRIPTION) {
      const request = { query: text, document, operation: definition, variables: variables ?? {} };
      return openStream({ schema, services, formatError, execute }, request, context);
    }
    return markBadRequest(await execute(args, undefined, operation));
  };

  const finish = async (result: ExecutionResult, context: OperationContext): Promise<OperationResult> => {
    const { queryCost, cachePolicy, requestId } = context;
    const errors = result.errors?.map((error) => formatError(error, requestId));
    const { data } = result;
    const formatted = { ...(data === undefined ? {} : { data }), ...(errors?.length ? { errors } : {}) };
    if (queryCost === null) return formatted;
    try {
      const cost = await queryCost.settle(endingOf(data, errors));
      if (!errors?.length) cachePolicy?.complete(cost);
      return { ...formatted, extensions: { cost } };
    } catch (error) {
      const cost = await queryCost.settle('fault').catch(() => undefined); // not even the windows can be read
      return {
        errors: [formatError(error, requestId)],
        ...(cost === undefined ? {} : { extensions: { cost } }),
      };
    }
  };

  const refuse = (errors: readonly unknown[], context: OperationContext): Promise<OperationResult> =>
    finish({ errors: errors as readonly GraphQLError[] }, context); // whatever they are, they are worded there

  return {
    refuse,
    run: (params, context) =>
      answer(params, context).then(
        (result) => finish(result, context),
        (error: unknown) => refuse([error], context),
      ),
    kindOf({ text, operationName }) {
      const { document } = read(text);
      return (document && getOperationAST(document, operationName)?.operation) ?? null;
    },
    deprecationsIn: ({ text, variables }) => read(text).deprecations(variables ?? {}),
  };
}

/** What is to be executed, unless there are errors of validation. Throws what refuses it before that. */
function admit(
  read: ReadDocumentText,
  { text, operationName }: GraphqlParams,
  { caller, isSafe, onOperation }: OperationContext,
): {
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly errors: readonly GraphQLError[];
} {
  const { document, refusal, errors } = read(text);
  const definition = document && getOperationAST(document, operationName);
  if (definition?.name) onOperation(definition.name.value);
  if (refusal) throw refusal;
  if (!document) throw new Error('a document that does not parse is refused');
  if (caller.key === null && !isIntrospection(document))
    throw new AppError(
      'KEY_MISSING',
      'an API key is needed: send it in the X-API-Key header. Without a key, only the schema and the guides can be read',
    );
  if (!definition) throw badRequest(noSuchOperation(document, operationName), 400);
  if (isSafe && definition.operation === OperationTypeNode.MUTATION)
    throw badRequest('Can only perform a mutation operation from a POST request.', 405, { Allow: 'POST' });
  return { document, definition, errors: errors() };
}

/** REST names the parameter `operation_name`, GraphQL over HTTP `operationName`: both are said. */
function noSuchOperation({ definitions }: DocumentNode, wanted: string | null | undefined): string {
  const names = definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? [one.name?.value ?? '(without a name)'] : [],
  );
  if (names.length === 0) return 'The document has no operation, only fragments.';
  // As JSON: over HTTP it may be no text at all.
  const which = wanted ? `has no operation ${JSON.stringify(wanted).slice(0, 80)}` : 'has several operations';
  return `The document ${which}: operationName (operation_name of an alert) must be one of ${names.slice(0, 20).join(', ')}.`;
}

function badRequest(message: string, status: number, headers: Readonly<Record<string, string>> = {}) {
  const code: ErrorCode = status === 405 ? 'BAD_REQUEST' : 'GRAPHQL_VALIDATION_FAILED';
  return new GraphQLError(message, { extensions: { code, http: { status, headers } } });
}

/**
 * Whether the operation is to be executed: a dry run is not; one that cannot be read is, since execution says why. Throws
 * when it asks for too much, or for more than its key has.
 */
async function reserveCost(
  { schema, document }: Pick<ExecutionArgs, 'schema' | 'document'>,
  operation: Operation | null,
  { queryCost, loaders, cachePolicy }: OperationContext,
): Promise<boolean> {
  if (operation === null) return true;
  const complexity = priceOf(schema, document, operation);
  checkObjects(complexity.objects);
  if (complexity.isPersonal) cachePolicy?.markPersonal();
  return queryCost === null || queryCost.reserve(complexity, loaders);
}

/** Without data nothing was executed: variables of the wrong type. */
function markBadRequest(result: ExecutionResult): ExecutionResult {
  if (result.data !== undefined || !result.errors) return result;
  const errors = result.errors.map(
    (error) =>
      new GraphQLError(error.message, {
        ...placeOf(error),
        extensions: { ...error.extensions, http: { status: 400 } },
      }),
  );
  return { errors };
}

/** What it is charged for: see `Ending`. An answer that shows a part of what was asked for is one. */
function endingOf(data: ExecutionResult['data'], errors: readonly GraphQLError[] | undefined): Ending {
  if (!errors?.length) return 'answered';
  if (errors.some(isFault)) return 'fault';
  return Object.values(data ?? {}).every((value) => value === null) ? 'refused' : 'answered';
}

/** Our own failures and refusals over a limit. */
function isFault({ extensions }: GraphQLError): boolean {
  const { status } = ERRORS[extensions.code as ErrorCode]; // worded by now, with a code of the table
  return status >= 500 || status === ERRORS.RATE_LIMITED.status;
}

function formatErrorWith({
  toClientError,
  log,
}: Pick<OperationRunnerDeps, 'toClientError' | 'log'>): FormatError {
  return (error, requestId) => {
    const toLoggedClientError: ToClientError = (unexpected) => {
      const known = toClientError(unexpected);
      if (known.code === 'INTERNAL') log(unexpected, requestId);
      return known;
    };
    return toGraphqlError(error, toLoggedClientError, requestId);
  };
}
