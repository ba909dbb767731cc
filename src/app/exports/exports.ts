import { extname } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { ExportPiece, ExportRequest, Exports, OpenExport } from '../../core/read/exports.ts';
import { AppError } from '../../errors.ts';
import type { Connection } from '../../postgres/connection/connection.ts';
import type { StartMessage, ThreadData } from './export-thread.ts';
import { type Command, errorFromMessage, type Report, toMessage } from './messages.ts';

/** Each holds a connection, and what was deleted since it began. */
const MAX_EXPORTS = 4;
const MAX_PER_ACCOUNT = 2;
/** Longer ones are broken off: a reader that takes a little now and then would hold all that for days. */
const MAX_MS = 30 * 60_000;
const RETRY_AFTER_SECONDS = 10;
/** Megabytes of objects in the thread; what it needs for row groups of four files is less than half. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** Makes files of lists in a thread of its own, which is started with the first one. */
export function createExports(
  connection: Connection,
  logger: Pick<Logger, 'error'>,
): Exports & { close(): Promise<void> } {
  let thread: Worker | null = null;
  const underWay = new Map<string, number>();
  const total = () => [...underWay.values()].reduce((sum, count) => sum + count, 0);

  const startThread = (): Worker => {
    // Built, it is JavaScript beside this file.
    const file = new URL(`./export-thread${extname(import.meta.url)}`, import.meta.url);
    const workerData: ThreadData = { connection, maxConnections: MAX_EXPORTS };
    const started = new Worker(file, { workerData, resourceLimits: MEMORY, name: 'exports' });
    started.unref();
    started.on('error', (err) =>
      logger.error({ err }, 'the thread of exports ended; what it was making is lost'),
    );
    started.once('exit', () => {
      if (thread === started) thread = null;
    });
    return started;
  };

  const enter = (account: string): (() => void) => {
    const own = underWay.get(account) ?? 0;
    const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    if (own >= MAX_PER_ACCOUNT)
      throw new AppError(
        'RATE_LIMITED',
        `an account can run at most ${MAX_PER_ACCOUNT} exports at a time`,
        details,
      );
    if (total() >= MAX_EXPORTS)
      throw new AppError(
        'UNAVAILABLE',
        'this process runs as many exports as it can; try again later',
        details,
      );
    underWay.set(account, own + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (underWay.get(account) ?? 1) - 1;
      if (left === 0) underWay.delete(account);
      else underWay.set(account, left);
    };
  };

  return {
    async open(request, signal) {
      const leave = enter(request.account);
      thread ??= startThread();
      const file = openFile(thread, request, AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]));
      void file.closed.then(leave);
      return file.opened;
    },
    async close() {
      await thread?.terminate();
    },
  };
}

interface File {
  readonly opened: Promise<OpenExport>;
  /** Resolves when the thread holds nothing for it any more. */
  readonly closed: Promise<void>;
}

function openFile(thread: Worker, request: ExportRequest, signal: AbortSignal): File {
  const { port1: port, port2: theirs } = new MessageChannel();
  const reports = reportsFrom(port);
  const tell = (command: Command) => port.postMessage(command);
  const cancel = () => tell('cancel');
  signal.addEventListener('abort', cancel);
  const closed = reports.closed.then(() => signal.removeEventListener('abort', cancel));
  thread.postMessage({ port: theirs, request: toMessage(request) } satisfies StartMessage, [theirs]);
  if (signal.aborted) cancel();

  async function* pieces(): AsyncGenerator<ExportPiece> {
    try {
      tell('next');
      for (;;) {
        const report = await reports.next();
        if (report.kind === 'end') return;
        tell('next'); // the piece behind this one is made while this one is sent
        if (report.kind === 'piece') yield report;
      }
    } finally {
      cancel();
    }
  }
  const open = async (): Promise<OpenExport> => {
    const report = await reports.next();
    if (report.kind !== 'opened') throw new Error(`the thread of exports began with ${report.kind}`);
    return { rows: report.rows, next: report.next, pieces: pieces() };
  };
  return { opened: open(), closed };
}

/** Reports of the thread in their order. `next` rejects with the failure that one tells, and when the thread is gone. */
function reportsFrom(port: MessagePort): {
  next(): Promise<Exclude<Report, { kind: 'failed' }>>;
  readonly closed: Promise<void>;
} {
  const received: Report[] = [];
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let isClosed = false;
  let wake: () => void = () => undefined;
  port.on('message', (report: Report) => {
    received.push(report);
    wake();
  });
  port.once('close', () => {
    isClosed = true;
    close();
    wake();
  });
  return {
    closed,
    async next() {
      while (received.length === 0) {
        if (isClosed)
          throw new AppError('UNAVAILABLE', 'the file cannot be finished', { retryAfterSeconds: 1 });
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const report = received.shift() as Report; // there is one
      if (report.kind === 'failed') throw errorFromMessage(report.error);
      return report;
    },
  };
}
