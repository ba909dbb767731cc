import { type ExecutionArgs, type GraphQLError, getOperationAST, getVariableValues } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { ERRORS, type ErrorCode } from '../errors.ts';
import type { Bill } from './bill.ts';
import type { GraphContext } from './context.ts';
import { type Complexity, complexityOf } from './cost.ts';
import type { WordError } from './errors.ts';
import { checkObjects } from './limits.ts';
import type { Draft } from './sharing.ts';

interface BilledContext {
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
      if (!(await isPaid(args, context))) setResultAndStopExecution({ data: null });
    },
    async onSubscribe({ args, context, setResultAndStopExecution }) {
      if (!(await isPaid(args, context))) setResultAndStopExecution({ data: null });
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

/** Whether the operation is to be executed. Throws when it asks for too much, or for more than its key has. */
async function isPaid(
  args: ExecutionArgs,
  { bill, loaders, draft }: BilledContext & GraphContext,
): Promise<boolean> {
  const complexity = priceOf(args);
  if (complexity === null) return true; // execution says why it cannot be
  checkObjects(complexity.objects);
  if (complexity.isPersonal) draft?.markPersonal();
  return bill === null || bill.open(complexity, loaders);
}

/** Null for what execution refuses before it begins: an unknown operation, variables of the wrong type. */
function priceOf({ schema, document, operationName, variableValues }: ExecutionArgs): Complexity | null {
  const operation = getOperationAST(document, operationName);
  if (!operation) return null;
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {});
  return coerced.coerced ? complexityOf(schema, document, operation, coerced.coerced) : null;
}

/** Our own failures and refusals over a limit cost nothing. */
function isFree({ extensions }: GraphQLError): boolean {
  const { status } = ERRORS[extensions.code as ErrorCode]; // worded by now, with a code of the table
  return status >= 500 || status === ERRORS.RATE_LIMITED.status;
}
