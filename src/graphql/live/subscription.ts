import {
  createSourceEventStream,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { Caller } from '../../core/access/caller.ts';
import { AppError } from '../../errors.ts';
import type { GraphServices } from '../context.ts';
import type { Execute } from '../execution/execute.ts';
import { createLoaders } from '../lists/loaders.ts';
import type { Frame } from './batch.ts';
import { type LiveEvent, LiveSource } from './live-source.ts';

/** A subscription that was checked: what it follows, and how to make of an event what it asked for. */
export interface Subscription {
  readonly source: LiveSource;
  /** Says everything the frames depend on besides the view; subscriptions with the same may share them. */
  readonly shared: string;
  /** Throws UNAVAILABLE when what the event shows cannot be read for now. */
  render(event: LiveEvent, caller: Caller): Promise<Pick<Frame, 'payload' | 'objects'>>;
}

/** A subscription as the client sent it, valid under the schema. */
export interface SubscriptionRequest {
  readonly query: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: { readonly [name: string]: unknown };
}

export interface SubscriptionDeps {
  readonly schema: GraphQLSchema;
  readonly services: GraphServices;
  /** Words an error as clients may see it. */
  readonly toClientError: (error: GraphQLError) => GraphQLError;
  readonly execute: Execute;
}

/** With `errors` when the arguments are refused. Throws GRAPHQL_VALIDATION_FAILED. */
export async function readSubscription(
  { schema, services, toClientError, execute }: SubscriptionDeps,
  request: SubscriptionRequest,
  caller: Caller,
): Promise<Subscription | { readonly errors: readonly GraphQLError[] }> {
  const { document, operation, variables } = request;
  if (isConditional(document, operation.selectionSet))
    throw new AppError(
      'GRAPHQL_VALIDATION_FAILED',
      'the field of a subscription cannot have @skip or @include',
    );
  const { reader, ...rest } = services;
  const args = { schema, document, operationName: operation.name?.value, variableValues: variables };
  const contextFor = (one: Caller) => ({ ...rest, caller: one, loaders: createLoaders(reader, one.view) });
  const source = await createSourceEventStream({ ...args, contextValue: contextFor(caller) });
  if ('errors' in source) return { errors: source.errors ?? [] };
  if (!(source instanceof LiveSource)) throw new Error('no source of events');
  return {
    source,
    shared: JSON.stringify([
      request.query,
      operation.name?.value,
      without(variables, resumeVariable(request)),
    ]),
    async render(event, viewer) {
      const context = contextFor(viewer);
      const { data, errors } = await execute({ ...args, rootValue: event, contextValue: context });
      const loaded = await context.loaders.close();
      const result = errors ? { data, errors: errors.map(toClientError) } : { data };
      const away = result.errors?.find(({ extensions }) => extensions.code === 'UNAVAILABLE');
      if (away) throw new AppError('UNAVAILABLE', away.message, { retryAfterSeconds: 1 }); // an event is delivered once
      return { payload: Buffer.from(JSON.stringify(result)), objects: event.node === null ? 0 : 1 + loaded };
    },
  };
}

/** Whether directives decide what is selected at the root. There would be nothing to follow without it. */
const isConditional = (document: DocumentNode, { selections }: SelectionSetNode): boolean =>
  selections.some((one) => {
    if (one.directives?.length) return true;
    if (one.kind === Kind.FIELD) return false;
    if (one.kind === Kind.INLINE_FRAGMENT) return isConditional(document, one.selectionSet);
    return document.definitions.some(
      (fragment) =>
        fragment.kind === Kind.FRAGMENT_DEFINITION &&
        fragment.name.value === one.name.value &&
        isConditional(document, fragment.selectionSet),
    );
  });

/**
 * The variable that says where to go on from, if that is all it says: those who resume at different places get the same
 * events from there on.
 */
function resumeVariable({ document, operation }: SubscriptionRequest): string | null {
  const [field] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD) return null;
  const value = field.arguments?.find(({ name }) => name.value === 'after')?.value;
  if (value?.kind !== Kind.VARIABLE) return null;
  const name = value.name.value;
  let uses = 0;
  visit(document, {
    Variable(node) {
      if (node.name.value === name) uses += 1;
    },
  });
  return uses === 2 ? name : null; // its definition and this use
}

function without(variables: SubscriptionRequest['variables'], name: string | null) {
  return Object.entries(variables)
    .filter(([key]) => key !== name)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
