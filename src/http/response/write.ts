import { pipeline, Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { RequestContext } from '../request-context.ts';
import { type FinishedReply, flat } from './finish.ts';

/** Writes an answer that the router did not make. */
export type Write = (context: RequestContext, reply: FinishedReply) => void;

export function createWrite(logger: Logger): Write {
  return ({ id, method, response }, { status, headers, flatHeaders, ownHeaders, body }) => {
    if (response === null || response.closed) return;
    const lines = [...(flatHeaders ?? flat(headers, WITHOUT_LENGTH)), ...ownHeaders];
    const length =
      typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.byteLength(body) : headers['content-length'];
    if (length !== undefined) lines.push('content-length', String(length));
    try {
      response.writeHead(status, lines);
    } catch (err) {
      logger.error({ err, request_id: id }, 'headers not sent'); // one that a handler set, of characters no header may have
      const { 'content-type': type, 'content-encoding': encoding } = headers;
      const some = { 'content-type': type, 'content-encoding': encoding, 'content-length': length };
      response.writeHead(status, [...flat(some)]);
    }
    if (method === 'HEAD' || body === null || body === undefined) response.end();
    else if (body instanceof Readable) pipeline(body, response, () => undefined);
    else response.end(body);
  };
}

const WITHOUT_LENGTH: ReadonlySet<string> = new Set(['content-length']);
