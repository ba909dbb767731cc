import { AppError } from '../errors.ts';
import type { AccessLog } from './observability/access-log.ts';
import type { Reply } from './reply.ts';
import type { RequestContext } from './request-context.ts';
import type { AnswerError } from './response/answer-error.ts';
import type { Finish } from './response/finish.ts';
import type { Write } from './response/write.ts';

/**
 * One step in the way of a request. It reads and writes the context, and refuses by throwing. Stages run one after the other;
 * a stage that has all it needs in memory returns no promise, so a hit of the response cache waits for nothing.
 */
export interface Stage {
  readonly name: string;
  readonly run: StageRun;
}

/** Returns true once the request is answered; else the next stage begins, after what is waited for. */
type StageRun = (context: RequestContext) => boolean | undefined | Promise<unknown>;

export interface PipelineDeps {
  readonly isDraining: () => boolean;
  readonly authenticate: StageRun;
  readonly lookUpResponseCache: StageRun;
  readonly reserve: StageRun;
  readonly serveCached: StageRun;
  /** Hands a request to the router. */
  readonly route: (context: RequestContext) => void;
  readonly finish: Finish;
  readonly write: Write;
  readonly answerError: AnswerError;
  readonly accessLog: AccessLog;
  /** Called with the name of each stage that begins; for tests. */
  readonly trace?: ((context: RequestContext, stage: string) => void) | undefined;
}

export interface Pipeline {
  /** Answers a request. */
  handle(context: RequestContext): void;
  /** Lets an operation of a WebSocket in; the socket server then has it run. Rejects with the refusal of a stage. */
  admit(context: RequestContext): Promise<void>;
}

/** The way of every request and of every operation over a WebSocket, from top to bottom. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const { finish, write, answerError, accessLog, trace } = deps;

  const stages: readonly Stage[] = [
    { name: 'refuseWhileDraining', run: refuseWhileDraining(deps) }, // 503
    { name: 'authenticate', run: deps.authenticate }, // 401, 403
    { name: 'lookUpResponseCache', run: deps.lookUpResponseCache }, // waits for a request that makes the same answer
    { name: 'reserve', run: deps.reserve }, // 429
    { name: 'serveCached', run: deps.serveCached },
    { name: 'dispatch', run: dispatch },
  ];

  /** A GraphQL operation that is read is answered without the router; an operation of a WebSocket by its socket. */
  function dispatch(context: RequestContext): undefined | Promise<unknown> {
    const { response, lookup, url, route } = context;
    if (response === null) return undefined;
    const operation = lookup && (lookup.operation ?? route.operations?.read(url, lookup.body));
    const answered = operation?.answer(context);
    if (answered) return answered.then((reply) => send(context, reply));
    if (context.refusal !== null) throw context.refusal;
    deps.route(context);
    return undefined;
  }

  async function send(context: RequestContext, reply: Reply): Promise<void> {
    write(context, await finish(context, reply));
  }

  /** Runs the stages from one of them on; those that wait for nothing in one go. */
  function run(context: RequestContext, from: number): Promise<void> | undefined {
    for (let at = from; at < stages.length; at += 1) {
      const stage = stages[at] as Stage; // within bounds
      trace?.(context, stage.name);
      context.span?.stage(stage.name);
      const ended = stage.run(context);
      if (ended === true) return undefined;
      if (ended) return ended.then(() => run(context, at + 1));
    }
    return undefined;
  }

  function answer(context: RequestContext): void {
    try {
      run(context, 0)?.catch((error: unknown) => answerError(context, error));
    } catch (error) {
      void answerError(context, error);
    }
  }

  return {
    handle(context) {
      accessLog.beginRequest(context);
      // A body that came with the headers is there a moment later.
      if (context.method === 'POST' && context.route.operations) queueMicrotask(() => answer(context));
      else answer(context);
    },
    async admit(context) {
      await run(context, 0);
    },
  };
}

function refuseWhileDraining({ isDraining }: PipelineDeps) {
  return ({ route }: RequestContext): undefined => {
    if (isDraining() && !route.isServedWhileDraining)
      throw new AppError('UNAVAILABLE', 'this process is shutting down', { retryAfterSeconds: 1 });
  };
}
