import type { Logger } from 'pino';
import { ERRORS } from '../../errors.ts';
import type { RequestContext } from '../request-context.ts';
import type { Metrics } from './metrics.ts';

/** Counts requests, and writes one line for each, of one shape whatever transport it came by. */
export interface AccessLog {
  /** A request begins: its line is written when its response is closed, whether it was answered, refused or aborted. */
  beginRequest(context: RequestContext): void;
  /** An operation over a WebSocket begins; `endOperation` writes its line, for a stream when the stream is over. */
  beginOperation(): void;
  endOperation(context: RequestContext): void;
}

export function createAccessLog(deps: { readonly metrics: Metrics; readonly logger: Logger }): AccessLog {
  const { metrics, logger } = deps;

  const end = (
    context: RequestContext,
    status: number,
    isAborted: boolean,
    bytes: number | undefined,
  ): void => {
    const { id, transport, method, route, caller, log, usage, startedAt, ip } = context;
    const ms = performance.now() - startedAt;
    metrics.finished({ method, route: route.template, status: isAborted ? 'aborted' : status }, ms);
    const line = {
      request_id: id,
      transport,
      method,
      route: route.template,
      operation: log.operation,
      status,
      code: log.code,
      aborted: isAborted || undefined,
      key_id: caller?.key?.id ?? log.keyId,
      tier: caller?.tier.id,
      cost: usage.cost,
      ms: Math.round(ms * 1000) / 1000,
      bytes,
      cache_hit: log.cacheHit,
      ip,
    };
    if (route.isProbe) logger.debug(line, 'request');
    else logger.info(line, 'request');
  };

  return {
    beginRequest(context) {
      const { response, raw } = context;
      if (response === null) return;
      metrics.started();
      const { socket } = raw;
      // On the wire, headers included.
      const before = socket.bytesWritten ?? 0;
      const ended = (): void => {
        context.inFlight?.end(false);
        const bytes = (socket.bytesWritten ?? 0) - before;
        end(context, response.statusCode, !response.writableFinished, bytes);
      };
      if (response.closed) queueMicrotask(ended);
      else response.once('close', ended);
    },
    beginOperation: () => metrics.started(),
    endOperation(context) {
      const { code } = context.log;
      end(context, code === undefined ? 200 : ERRORS[code].status, false, undefined);
    },
  };
}
