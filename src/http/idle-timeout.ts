import type { Server } from 'node:http';

/**
 * Hangs up on connections on which nothing moves in the middle of an answer: the reader stalls, or the handler hangs. Only
 * those get a timer whose answer is not over at once. One of a connection would outlive its upgrade, even when it is
 * cleared, and be looked up with every write to a WebSocket. What comes before an answer has timeouts of its own.
 */
export function timeIdleAnswers(server: Server, idleTimeoutMs: number): void {
  // Behind the listener that answers.
  server.on('request', ({ socket }, response) => {
    if (!response.writableFinished) socket.setTimeout(idleTimeoutMs);
  });
}
