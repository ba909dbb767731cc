import type { Socket } from 'node:net';
import type { Metrics } from './metrics.ts';

/** Answers what never became a request, then hangs up: malformed, too slow, headers too large. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, metrics: Metrics): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, title] = refusalOf(error.code);
  metrics.refused(status);
  const body = JSON.stringify({ type: 'about:blank', title, status, code: 'BAD_REQUEST' });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

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
