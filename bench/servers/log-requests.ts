import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLogger } from '../../src/http/observability/log.ts';
import { requestIdOf } from '../../src/http/request-id.ts';

/** Where every server of the benchmark writes its lines: its standard output. */
const logger = createLogger('info');

/** Has a line written when the request is over, with the fields of this service's own. */
export function logRequest(raw: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now();
  const bytesBefore = raw.socket.bytesWritten;
  response.once('close', () => {
    const isQuery = raw.method === 'POST';
    logger.info(
      {
        request_id: requestIdOf(raw),
        method: raw.method,
        route: isQuery ? '/graphql' : '/api/v1/trade-feed',
        operation: isQuery ? 'Signals' : undefined,
        status: response.statusCode,
        key_id: '0f8b0f6e-7f0f-4a51-9d5c-0b3a0f6f9c11',
        tier: 'quant',
        cost: 1,
        ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
        bytes: raw.socket.bytesWritten - bytesBefore,
        cache_hit: false,
        ip: raw.socket.remoteAddress,
      },
      'request',
    );
  });
}
