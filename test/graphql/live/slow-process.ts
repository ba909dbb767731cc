import type { Caller } from '../../../src/core/access/caller.ts';
import { createKeyWatch } from '../../../src/core/keys/key-watch.ts';
import type { EventLog } from '../../../src/core/live/event-log.ts';
import { createTail } from '../../../src/core/live/tail.ts';
import type { Spender } from '../../../src/core/quota/quota.ts';
import type { Windows } from '../../../src/core/quota/usage.ts';
import { AppError } from '../../../src/errors.ts';
import { insiderFilings as feed } from '../../../src/feeds/insider/feed.ts';
import { createStreams, type Streams } from '../../../src/graphql/live/streams.ts';
import { toAppError } from '../../../src/http/response/to-app-error.ts';
import { liveCursors } from '../../support/live-cursors.ts';
import { UNMETERED } from '../../support/tiers.ts';

export const HEARTBEAT_MS = 15_000;
const NEVER_MS = 1_000_000_000;

/** A process that serves streams. Its reads take their time, and are answered from any moment of it. */
export interface LiveProcess {
  readonly streams: Streams;
  readonly clock: () => Date;
  readonly delay: () => Promise<void>;
  /** Its store cannot be read. */
  isAway: boolean;
  /** It takes keys to be revoked when it looks at them. */
  isRefusing: boolean;
  /** It is told that the feed moved, which it otherwise learns with its heartbeats alone. */
  wake(): void;
  /** How many streams, groups and followed logs it has. */
  readonly sizes: readonly number[];
  close(): Promise<void>;
}

export function startProcess(source: EventLog, clock: () => Date, delay: () => Promise<void>): LiveProcess {
  const slowly =
    <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await delay();
      failIfAway();
      const answer = await ask(...args);
      await delay();
      return answer;
    };
  const failIfAway = () => {
    if (process.isAway) throw new StoreAway();
  };
  const report = (error: unknown) => {
    if (!(error instanceof StoreAway)) throw error;
  };
  const authenticate = async () => {
    if (process.isRefusing) throw new AppError('KEY_REVOKED', 'revoked');
    return callerOf(0).key;
  };
  const log: EventLog = {
    read: slowly(source.read),
    visibilityChanges: slowly(source.visibilityChanges),
    bounds: slowly(source.bounds),
  };
  let wake: () => void = () => undefined;
  const listen = async (heard: (module: string) => void) => {
    wake = () => heard(feed.module);
  };
  const tail = createTail({ log, wakeUps: { listen }, report, pollMs: NEVER_MS });
  const streams = createStreams({
    cursors: liveCursors,
    tail,
    bounds: log.bounds,
    snapshots: { find: () => null },
    slots: { reserve: async () => () => undefined, close: async () => undefined },
    quota: { spendDay: async () => ({ granted: true, windows: {} as Windows }) } as never, // all that is asked of it
    keyWatch: createKeyWatch({ check: async () => callerOf(0).key, authenticate }, report),
    clock: { now: clock },
    toClientError: toAppError,
    report,
    heartbeatMs: HEARTBEAT_MS,
  });
  const process: LiveProcess = {
    streams,
    clock,
    async delay() {
      await delay();
      failIfAway();
    },
    isAway: false,
    isRefusing: false,
    wake: () => wake(),
    get sizes() {
      return [streams.size, streams.groups, tail.size];
    },
    async close() {
      await streams.close();
      tail.close();
    },
  };
  return process;
}

export class StoreAway extends Error {}

export const callerOf = (insiderLagHours: number) =>
  ({
    key: { id: 'k', account: 'k', tier: UNMETERED.id },
    tier: { ...UNMETERED, historyDays: null, insiderLagHours },
  }) as Caller & Spender; // nothing else is looked at
