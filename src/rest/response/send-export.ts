import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { contentTypeOf, EXTENSIONS, type FileFormat } from '../formats/accept.ts';
import type { Answer } from '../route.ts';

/** An export costs one unit for so many rows, of the day alone but for the first. */
export const ROWS_PER_UNIT = 1_000;

/** What a file of so many rows costs, the request included. */
export const unitsOf = (rows: number): number => Math.max(1, Math.ceil(rows / ROWS_PER_UNIT));

/** Bytes that wait for a client that reads slowly; the thread that makes the file waits behind them. */
const BUFFERED_BYTES = 256 * 1024;

/**
 * Sends a file while it is made. The units of its rows are reserved before the first byte, and settled for those that went out;
 * a file that we could not finish costs the request alone. A client that leaves ends the reading.
 */
export async function sendExport(
  { context }: FastifyRequest,
  reply: FastifyReply,
  answer: Extract<Answer, { kind: 'export' }>,
  format: FileFormat,
): Promise<FastifyReply> {
  const { charge } = context;
  const left = new AbortController();
  let settled = async (): Promise<void> => undefined;
  const leave = () => {
    left.abort();
    void settled(); // nothing may have been read of a file whose client is gone
  };
  if (reply.raw.closed) leave();
  reply.raw.once('close', leave);
  try {
    const { rows, next, pieces } = await answer.open(format, left.signal);
    const settle = await charge?.reserveDay(unitsOf(rows) - 1);
    const sent = { rows: 0, units: unitsOf(rows) };
    let settling: Promise<unknown> | undefined;
    settled = async () => {
      sent.units = unitsOf(sent.rows);
      settling ??= settle?.(sent.units - 1);
      await settling;
    };

    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for await (const piece of pieces) {
          yield piece.bytes;
          sent.rows = piece.rows;
        }
      } catch (error) {
        if (!left.signal.aborted) sent.rows = 0;
        throw error;
      } finally {
        await settled();
      }
    };
    reply
      .type(contentTypeOf(format))
      .header('content-disposition', `attachment; filename="${answer.name}.${EXTENSIONS[format]}"`)
      .header('x-export-rows', String(rows))
      .header('x-export-units', String(unitsOf(rows)))
      .trailer('x-export-sent', async () => `rows=${sent.rows}, units=${sent.units}`);
    if (next !== null)
      reply.header('link', [answer.nextLink(next), reply.getHeader('link')].filter(Boolean).join(', '));
    const file = Readable.from(bytes(), { objectMode: false, highWaterMark: BUFFERED_BYTES });
    return reply.send(file);
  } catch (error) {
    leave();
    // A refusal costs nothing, as everywhere.
    if (error instanceof AppError && error.code === 'RATE_LIMITED') await charge?.release();
    throw error;
  }
}
