import { type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

/** JSON lines on stdout, or into `destination`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, timestamp: stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Silences Fastify's own lines about requests, which would show URLs and headers: the access log writes the one line there
 * is. A stream that fails after the headers went out has no error answer, so it is reported here.
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
