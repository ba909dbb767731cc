import type { Logger } from 'pino';
import type { UsageTally } from '../../core/quota/usage-tally.ts';
import { ERRORS } from '../../errors.ts';
import type { Access, RequestContext } from '../request-context.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** Counts requests, also for the owners of keys, and writes one line for each, of one shape whatever transport it came by. */
export interface AccessLog {
  /** A request begins: its line is written when its response is closed, whether it was answered, refused or aborted. */
  beginRequest(context: RequestContext): void;
  /** An operation over a WebSocket begins; `endOperation` writes its line, for a stream when the stream is over. */
  beginOperation(context: RequestContext): void;
  endOperation(context: RequestContext): void;
}

const METERED: ReadonlySet<Access> = new Set(['key', 'graphql', 'agent']);

export function createAccessLog(deps: {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly tracing?: Tracing | null;
  /** Hears what each metered request with a key cost; absent: not counted. */
  readonly tally?: Pick<UsageTally, 'add'> | undefined;
}): AccessLog {
  const { metrics, logger, tracing = null, tally } = deps;

  const begin = (context: RequestContext): void => {
    metrics.started();
    if (tracing === null) return;
    const { method, route, traceParent, startedAt } = context;
    context.span = tracing.begin({ method, route: route.template, traceParent, startedAt });
  };

  const end = (
    context: RequestContext,
    status: number,
    isAborted: boolean,
    bytes: number | undefined,
  ): void => {
    const { id, transport, method, route, caller, log, usage, startedAt, ip, span } = context;
    const ms = performance.now() - startedAt;
    const outcome = isAborted ? 'aborted' : status;
    metrics.finished({ method, route: route.template, status: outcome }, ms);
    if (caller?.key && METERED.has(route.access))
      tally?.add(caller.key, route.template, { requests: 1, units: usage.cost });
    const line = {
      request_id: id,
      trace_id: span?.traceId ?? context.traceParent?.traceId,
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
    span?.end(outcome, {
      'client.address': ip,
      'error.type': log.code,
      'graphql.operation.name': log.operation,
      'alpha.request_id': id,
      'alpha.transport': transport,
      'alpha.key_id': line.key_id,
      'alpha.tier': line.tier,
      'alpha.cost': usage.cost,
      'alpha.cache_hit': log.cacheHit,
    });
    if (route.isProbe) logger.debug(line, 'request');
    else logger.info(line, 'request');
  };

  return {
    beginRequest(context) {
      const { response, raw } = context;
      if (response === null) return;
      begin(context);
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
    beginOperation: begin,
    endOperation(context) {
      const { code } = context.log;
      end(context, code === undefined ? 200 : ERRORS[code].status, false, undefined);
    },
  };
}
