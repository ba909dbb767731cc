import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { FilesConfig } from '../../config.ts';
import { type Day, dayOf } from '../../core/files/feed-file.ts';
import { MINUTE_MS } from '../../core/time.ts';
import { allFeeds } from '../../feeds/index.ts';
import { errorFromMessage } from '../exports/messages.ts';
import type { Services } from '../services.ts';
import type { FilesReport, FilesThreadData } from './files-thread.ts';
import type { TurnEnd } from './turn.ts';

/** A day is over for all writers by then: their clocks differ, and what they write takes a while. */
export const GRACE_MS = MINUTE_MS;
const EVERY_MS = MINUTE_MS;
/** Of one turn; what is left waits for the next. */
const TURN_MS = MINUTE_MS;
/** Megabytes of objects in the thread. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** Makes files of days and months by the clock, in a thread that lives for one turn. */
export interface RunningFiles {
  /** Takes a turn now, unless one is under way: then that one. */
  turn(): Promise<TurnEnd>;
  stop(): Promise<void>;
}

export function startFiles(
  services: Pick<Services, 'connection' | 'clock'>,
  place: FilesConfig,
  logger: Logger,
): RunningFiles {
  const { connection, clock } = services;
  const modules = allFeeds.map(({ module }) => module);
  let isStopped = false;
  let thread: Worker | null = null;
  let running: Promise<TurnEnd> | null = null;
  /** Every file of the days before it is made, here or elsewhere. */
  let doneBefore: Day | null = null;

  const run = async (): Promise<TurnEnd> => {
    const today = dayOf(new Date(clock.now().getTime() - GRACE_MS));
    const workerData: FilesThreadData = { connection, modules, place, today, maxMs: TURN_MS };
    // Built, it is JavaScript beside this file.
    const file = new URL(`./files-thread${extname(import.meta.url)}`, import.meta.url);
    thread = new Worker(file, { workerData, resourceLimits: MEMORY, name: 'files' });
    const end = await endOf(thread, (made) => logger.info(made, 'file made'));
    if (end === 'done') doneBefore = today;
    return end;
  };
  const turn = () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
  const tick = () => {
    const today = dayOf(new Date(clock.now().getTime() - GRACE_MS));
    if (isStopped || doneBefore === today) return;
    turn().catch((err: unknown) => {
      if (!isStopped) logger.warn({ err }, 'files of days not made; the next minute tries again');
    });
  };
  tick();
  const timer = setInterval(tick, EVERY_MS).unref();
  return {
    turn,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      // As after a crash, the next turn makes anew what is not listed.
      await thread?.terminate();
      await running?.catch(() => undefined);
    },
  };
}

/** Rejects with what the thread failed by. */
function endOf(thread: Worker, made: (file: object) => void): Promise<TurnEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<TurnEnd>();
  thread.on('message', (report: FilesReport) => {
    if (report.kind === 'end') resolve(report.end);
    else if (report.kind === 'failed') reject(errorFromMessage(report.error));
    else made({ file: report.file, rows: report.rows, bytes: report.bytes });
  });
  thread.on('error', reject);
  thread.once('exit', () => reject(new Error('the thread of files ended')));
  return promise;
}
