import type { Logger } from 'pino';
import { type AppError, ERRORS } from '../../errors.ts';
import type { HeaderValue, Reply } from '../reply.ts';
import type { RequestContext } from '../request-context.ts';
import type { Finish } from './finish.ts';
import { problemReply, renderProblem } from './problem.ts';
import { toAppError } from './to-app-error.ts';
import type { Write } from './write.ts';

/**
 * Answers every error, whichever stage, hook or handler threw it. It writes the response itself: an answer sent through
 * Fastify passes the `onSend` hooks once more, and when one of them fails again Fastify answers with the message of that
 * error, which is not for clients. Never rejects.
 * @param headers that the handler had set before it failed.
 */
export type AnswerError = (
  context: RequestContext,
  error: unknown,
  headers?: Readonly<Record<string, HeaderValue | undefined>>,
) => Promise<void>;

export function createAnswerError(deps: {
  readonly finish: Finish;
  readonly write: Write;
  readonly logger: Logger;
  /** Origin and path that clients see, without a slash at the end; none: that of the request. */
  readonly publicUrl?: string | undefined;
}): AnswerError {
  const { finish, write, logger, publicUrl = '' } = deps;

  const explain = (error: unknown, context: RequestContext): AppError => {
    const appError = toAppError(error);
    logFault(appError, context, logger);
    context.log.code = appError.code;
    context.log.keyId ??= appError.details.keyId;
    return appError;
  };
  const render = (
    error: unknown,
    context: RequestContext,
    headers: Parameters<AnswerError>[2] = {},
  ): Reply => {
    try {
      return problemReply(explain(error, context), context, headers, publicUrl);
    } catch (thrown) {
      return problemReply(explain(thrown, context), context, headers, publicUrl, renderProblem); // the route's own shape is what failed
    }
  };
  return async (context, error, headers = {}) => {
    const { response } = context;
    if (response === null) return;
    if (response.headersSent) {
      response.destroy(); // a stream that broke off: half an answer is not to look like a whole one
      return;
    }
    try {
      const refused = await countUnread(context, error);
      const reply = render(refused ?? error, context, headers);
      write(context, await finish(context, reply));
    } catch (err) {
      logger.error({ err, request_id: context.id }, 'an error was not answered');
      response.destroy();
    }
  };
}

/** Counts a request that was refused before its handler could say what it costs. Resolves to the error of one too many. */
async function countUnread({ charge }: RequestContext, error: unknown): Promise<unknown> {
  if (!charge || charge.isDecided() || ERRORS[toAppError(error).code].status >= 500) return null;
  return charge.refuse().then(
    () => null,
    (refusal: unknown) => refusal,
  );
}

function logFault(error: AppError, { id }: RequestContext, logger: Logger): void {
  const fault = { request_id: id, err: error.cause ?? error };
  if (error.code === 'INTERNAL') logger.error(fault, 'unexpected error');
  else if (error.code === 'UNAVAILABLE') logger.warn(fault, 'unavailable');
}
