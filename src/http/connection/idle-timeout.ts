import type { Server } from 'node:http';

/**
 * Hangs up on connections on which nothing moves in the middle of an answer: the reader stalls, or the handler hangs. Only
 * answers that are not over at once have a timer. One of every connection (`server.timeout`) would outlive its upgrade,
 * even when it is cleared, and be looked up with every write to a WebSocket. What comes before an answer has timeouts of
 * its own.
 */
export function timeIdleAnswers(server: Server, idleTimeoutMs: number): void {
  server.timeout = 0;
  // Behind the listener that answers.
  server.on('request', ({ socket }, response) => {
    if (!response.writableEnded || response.writableLength > 0) socket.setTimeout(idleTimeoutMs);
  });
}
