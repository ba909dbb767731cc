import { type ExecutionResult, execute } from 'graphql';
import type { LiveCursors } from '../../src/core/live/live-cursors.ts';
import { type Execute, executePlanned } from '../../src/graphql/execution/execute.ts';

export interface Compared {
  readonly result: ExecutionResult;
  /** Whether graphql-js had no part in it. */
  readonly isPlanned: boolean;
}

/**
 * Executes by plan and by graphql-js, with the same loaders, so that nothing is read twice. Throws when answers differ; of
 * operations that never begin, yoga's executor tells more than graphql-js.
 */
export async function compareExecutions(...[given, otherwise]: Parameters<Execute>): Promise<Compared> {
  const args = { ...given, contextValue: sealingOnce(given.contextValue) };
  const result = await executePlanned(args, otherwise);
  const expected = (await execute(args)) as ExecutionResult; // nothing is deferred
  const [found, wanted] = [textOf(result), textOf(expected)];
  if (expected.data !== undefined && found !== wanted)
    throw new Error(`planned: ${found}\ngraphql-js: ${wanted}`);
  // Objects of graphql-js have no prototype.
  return { result, isPlanned: Object.getPrototypeOf(result.data ?? Object.create(null)) !== null };
}

/** No two seals of a position are alike, but for the two executions they have to be. */
function sealingOnce(context: unknown): unknown {
  const { liveCursors } = (context ?? {}) as { readonly liveCursors?: LiveCursors }; // where it is one of the graph
  if (!liveCursors) return context;
  const sealed = new Map<string, string>();
  const once: LiveCursors = {
    ...liveCursors,
    encode(feed, position) {
      const key = `${feed.type} ${position.seq} ${position.held?.until.getTime()} ${position.held?.seq}`;
      const cursor = sealed.get(key) ?? liveCursors.encode(feed, position);
      sealed.set(key, cursor);
      return cursor;
    },
  };
  return { ...(context as object), liveCursors: once };
}

/**
 * Errors are in the order in which loads end, which is that of chance, and so is the row whose error ends a list of many
 * that fail.
 */
const textOf = ({ data, errors }: ExecutionResult): string =>
  JSON.stringify([
    data,
    errors
      ?.map(({ message, locations, extensions, path }) =>
        JSON.stringify([
          message,
          locations,
          extensions,
          path?.map((key) => (typeof key === 'number' ? '*' : key)),
        ]),
      )
      .sort(),
  ]);

/** Every operation of a test, executed by both. */
export const executeTwice: Execute = async (...asked) => (await compareExecutions(...asked)).result;
