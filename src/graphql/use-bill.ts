import type { ExecutionArgs, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { ERRORS, type ErrorCode } from '../errors.ts';
import type { Bill } from './bill.ts';
import type { GraphContext } from './context.ts';
import type { WordError } from './errors.ts';
import { checkObjects } from './limits.ts';
import { type Operation, readOperation } from './operation.ts';
import { priceOf } from './price.ts';
import type { Draft } from './sharing.ts';

export interface BilledContext {
  /** Null: nobody pays. */
  readonly bill: Bill | null;
  readonly requestId: string;
  /** Null: the answer is not to be shared. */
  readonly draft: Draft | null;
}

/**
 * Prices operations that are valid, refuses those that ask for too much, has the rest paid before they are executed and
 * tells in `extensions.cost` what it came to. Goes behind the plugin that words errors: it looks at their codes.
 */
export function useBill(word: WordError): Plugin<BilledContext & GraphContext> {
  return {
    async onExecute({ args, context, setResultAndStopExecution }) {
      if (!(await isPaid(args, readOperation(args), context))) setResultAndStopExecution({ data: null });
    },
    async onSubscribe({ args, context, setResultAndStopExecution }) {
      if (!(await isPaid(args, readOperation(args), context))) setResultAndStopExecution({ data: null });
    },
    async onResultProcess({ result, setResult, serverContext }) {
      const { bill, requestId, draft } = serverContext as unknown as BilledContext; // what the surface passes to fetch
      if (bill === null || Array.isArray(result) || Symbol.asyncIterator in result) return;
      try {
        const cost = await bill.close(result.errors?.some(isFree) ?? false);
        if (!result.errors?.length) draft?.complete(cost);
        setResult({ ...result, extensions: { ...result.extensions, cost } });
      } catch (error) {
        const errors = [word(error, requestId)];
        const cost = await bill.close(true).catch(() => undefined); // not even the windows can be read
        setResult(cost === undefined ? { errors } : { errors, extensions: { cost } });
      }
    },
  };
}

/**
 * Whether the operation is to be executed; one that cannot be read is: execution says why. Throws when it asks for too
 * much, or for more than its key has.
 */
export async function isPaid(
  { schema, document }: Pick<ExecutionArgs, 'schema' | 'document'>,
  operation: Operation | null,
  { bill, loaders, draft }: Pick<BilledContext & GraphContext, 'bill' | 'loaders' | 'draft'>,
): Promise<boolean> {
  if (operation === null) return true;
  const complexity = priceOf(schema, document, operation);
  checkObjects(complexity.objects);
  if (complexity.isPersonal) draft?.markPersonal();
  return bill === null || bill.open(complexity, loaders);
}

/** Our own failures and refusals over a limit cost nothing. */
function isFree({ extensions }: GraphQLError): boolean {
  const { status } = ERRORS[extensions.code as ErrorCode]; // worded by now, with a code of the table
  return status >= 500 || status === ERRORS.RATE_LIMITED.status;
}
