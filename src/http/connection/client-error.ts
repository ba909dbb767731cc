import type { Socket } from 'node:net';
import type { Metrics } from '../observability/metrics.ts';
import { refusalBody } from './refusal-body.ts';

/**
 * Answers what never became a request, then hangs up: malformed, too slow, headers too large. A client that is still
 * sending is listened to for a moment longer: hanging up on unread bytes resets the connection, which takes the answer
 * from it.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, metrics: Metrics): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // The parser has given up; whatever else comes must not bring it here again.
  socket.removeAllListeners('data').on('data', () => undefined);
  const [status, title] = refusalOf(error.code);
  metrics.refused(status);
  const body = refusalBody(status, title);
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  const destroyLater = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(destroyLater));
}

const LINGER_MS = 500;

function refusalOf(code: string | undefined): [number, string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'Request Header Fields Too Large'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'Request Timeout'];
    default:
      return [400, 'Bad Request'];
  }
}
