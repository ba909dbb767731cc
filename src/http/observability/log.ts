import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { Caller } from '../../core/access/caller.ts';
import type { RequestFacts } from '../request.ts';
import type { Metrics } from './metrics.ts';

/** JSON lines on stdout, or into `destination`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, timestamp: stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Silences Fastify's own lines about requests, which would show URLs and headers: `observe` writes the one line there
 * is. A stream that fails after the headers went out is nobody's answer, so it is reported here.
 */
export class QuietLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'request_id' });
  }

  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return; // the client went away: the line says `aborted`
    request.log.error({ err: error }, 'answer broken off');
  }
}

/** What is known of a request when it is over. */
export interface RequestEnd {
  /** Where the logger does not know it. */
  readonly requestId?: string;
  readonly method: string;
  /** Its template: raw URLs may hold secrets. */
  readonly route: string;
  readonly status: number;
  /** Undefined on public routes and refusals. */
  readonly caller: Caller | undefined;
  readonly facts: RequestFacts;
  readonly ip: string;
}

/**
 * Counts a request and has its end told, however that comes: answered, refused, hijacked or aborted. `bytes` of its line
 * are those on the wire, headers included. Returns what takes all of that back.
 */
export function whenOver(
  raw: IncomingMessage,
  response: ServerResponse,
  told: {
    readonly metrics: Metrics;
    /** By `performance.now()`. */
    readonly startedAt: number;
    readonly endOf: () => RequestEnd;
    readonly write: (line: object) => void;
  },
): () => void {
  const { metrics, startedAt, endOf, write } = told;
  const { socket } = raw;
  const bytesBefore = socket.bytesWritten;
  metrics.started();
  const tell = (): void => {
    const ms = performance.now() - startedAt;
    const aborted = !response.writableFinished;
    const { requestId, method, route, status, caller, facts, ip } = endOf();
    metrics.finished({ method, route, status: aborted ? 'aborted' : status }, ms);
    write({
      request_id: requestId,
      method,
      route,
      operation: facts.operation,
      status,
      aborted: aborted || undefined,
      key_id: caller?.key?.id ?? facts.keyId,
      tier: caller?.tier.id,
      cost: facts.cost ?? 0,
      ms: Math.round(ms * 1000) / 1000,
      bytes: (socket.bytesWritten ?? 0) - (bytesBefore ?? 0),
      cache_hit: facts.cacheHit ?? false,
      ip,
    });
  };
  if (response.closed) queueMicrotask(tell);
  else response.once('close', tell);
  return () => {
    response.off('close', tell);
    metrics.withdrawn();
  };
}

/**
 * Writes the line and the metric of a request that Fastify handles.
 * @param startedAt by `performance.now()`.
 */
export function observe(
  request: FastifyRequest,
  reply: FastifyReply,
  metrics: Metrics,
  startedAt: number,
): void {
  const { raw, log } = request;
  const endOf = (): RequestEnd => ({
    method: request.method,
    route: request.routeOptions.url ?? 'unmatched',
    status: reply.statusCode,
    caller: request.caller as FastifyRequest['caller'] | undefined, // unset on public routes and refusals
    facts: request.facts,
    ip: request.ip,
  });
  const write = (line: object) =>
    log[request.routeOptions.config?.probe === true ? 'debug' : 'info'](line, 'request');
  whenOver(raw, reply.raw, { metrics, startedAt, endOf, write });
}
