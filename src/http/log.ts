import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
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

/**
 * Writes one line and one metric when the request is over, however it ends: answered, refused, hijacked or aborted.
 * The route is its template: raw URLs may hold secrets. `bytes` are those on the wire, headers included.
 */
export function observe(request: FastifyRequest, reply: FastifyReply, metrics: Metrics): void {
  const startedAt = performance.now();
  const { socket } = request.raw;
  const bytesBefore = socket.bytesWritten;
  metrics.started();
  reply.raw.once('close', () => {
    const ms = performance.now() - startedAt;
    const aborted = !reply.raw.writableFinished;
    const route = request.routeOptions.url ?? 'unmatched';
    metrics.finished({ method: request.method, route, status: aborted ? 'aborted' : reply.statusCode }, ms);
    const { facts } = request;
    const caller = request.caller as FastifyRequest['caller'] | undefined; // unset on public routes and refusals
    request.log[request.routeOptions.config?.probe === true ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        operation: facts.operation,
        status: reply.statusCode,
        aborted: aborted || undefined,
        key_id: caller?.key?.id ?? facts.keyId,
        tier: caller?.tier.id,
        cost: facts.cost ?? 0,
        ms: Math.round(ms * 1000) / 1000,
        bytes: (socket.bytesWritten ?? 0) - (bytesBefore ?? 0),
        cache_hit: facts.cacheHit ?? false,
        ip: request.ip,
      },
      'request',
    );
  });
}
