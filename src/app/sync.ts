import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { importTarget } from '../ingestion/import-target.ts';
import { pruneInputs } from '../ingestion/prune-inputs.ts';
import { createSourceStateTable } from '../postgres/stores/source-state.ts';
import { labelDataOrigin } from '../postgres/stores/store-label.ts';
import type { ImportTarget } from '../sources/import-sink.ts';
import { completions } from '../sources/index.ts';
import { providers as registered } from '../sources/providers.ts';
import { createRejectsFile } from '../sources/rejects-file.ts';
import type { Provider } from '../sources/sync/provider.ts';
import type { RetryPolicy } from '../sources/sync/retry.ts';
import { runSync } from '../sources/sync/run-sync.ts';
import { type Scheduler, startScheduler } from '../sources/sync/scheduler.ts';
import type { SourceSettings } from '../sources/sync/sources-file.ts';
import { NEVER_SYNCED, type SourceState, type SourceStateStore, stateOf } from '../sources/sync/state.ts';
import type { SyncEnv } from '../sources/sync/sync-env.ts';
import type { SyncReport } from '../sources/sync/sync-report.ts';
import type { Services } from './services.ts';
import { providerNamed, type SourceListing, selected, settingsOf } from './sync-settings.ts';

export interface SyncRequest {
  /** Null: that of `SOURCES_FILE`, else the provider's own. */
  readonly baseUrl?: string | null;
  readonly full?: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (read: number) => void;
}

export interface SyncResult extends SyncReport {
  /** Path of the rejected entries; null when there are none. */
  readonly rejectsFile: string | null;
}

export interface Synchroniser {
  readonly providers: readonly Provider[];
  sync(name: string, request: SyncRequest): Promise<SyncResult>;
  list(): Promise<readonly SourceListing[]>;
  states(): Promise<ReadonlyMap<string, SourceState>>;
  /** Keeps providers synchronised; `all` are those that need no further configuration. */
  start(names: readonly string[] | 'all', logger: Logger): Promise<Scheduler>;
}

const systemEnv: Omit<SyncEnv, 'now'> = {
  random: Math.random,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  fetch,
};

export interface SynchroniserOptions {
  readonly settings: SourceSettings;
  readonly dataDir: string;
  readonly providers?: readonly Provider[];
  readonly env?: Partial<SyncEnv>;
  readonly retry?: RetryPolicy;
  readonly timeoutMs?: number;
}

/** Wires the providers to the store. */
export function createSynchroniser(services: Services, options: SynchroniserOptions): Synchroniser {
  const { settings, dataDir, providers = registered, retry, timeoutMs } = options;
  const env: SyncEnv = { ...systemEnv, now: () => services.clock.now(), ...options.env };
  const states = stateStore(services);
  const owner = randomUUID();

  const sync = async (name: string, request: SyncRequest): Promise<SyncResult> => {
    const provider = providerNamed(providers, name);
    const configured = settingsOf(settings, name);
    await refuseSimulated(services);
    const rejects = createRejectsFile(join(dataDir, 'imports', `sync-${name}.rejects.ndjson`));
    const { signal, onProgress, full = false } = request;
    let rejectsFile: string | null = null;
    const report = await runSync(provider, {
      settings: { ...configured, baseUrl: request.baseUrl ?? configured.baseUrl },
      states,
      target: thinning(services, importTarget(services, name, rejects.write)),
      completions,
      env,
      signal,
      owner,
      full,
      ...(onProgress ? { onProgress } : {}),
      ...(retry ? { retry } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }).finally(async () => {
      rejectsFile = await rejects.close();
    });
    return { ...report, rejectsFile };
  };

  const list = async (): Promise<readonly SourceListing[]> => {
    const known = await states.all();
    return providers.map((provider) => {
      const own = settingsOf(settings, provider.name);
      const missing = provider.missing?.(own.options) ?? null;
      return { provider, settings: own, missing, state: known.get(provider.name) ?? NEVER_SYNCED };
    });
  };

  return {
    providers,
    sync,
    list,
    states: states.all,
    async start(names, logger) {
      await refuseSimulated(services);
      const sources = selected(await list(), names, logger);
      return startScheduler({
        sources: sources.map(({ provider, settings: own }) => ({
          name: provider.name,
          everyMs: own.everyMs,
        })),
        state: states.read,
        run: (name, signal) => sync(name, { signal }),
        report: (source, result) => logResult(logger, source, result),
        env,
      });
    },
  };
}

/** Once the engines ran on what was fetched, what they no longer need of it goes. */
function thinning(services: Services, target: ImportTarget): ImportTarget {
  return {
    ...target,
    async derive(changed) {
      const derived = await target.derive(changed);
      await pruneInputs(services, changed.series);
      return derived;
    },
  };
}

async function refuseSimulated({ db }: Services): Promise<void> {
  if ((await labelDataOrigin(db, 'imported')) === 'simulated') {
    throw new Error(
      'this store holds the simulated market; set DATA_DIR to another directory to synchronise',
    );
  }
}

function stateStore({ db }: Services): SourceStateStore {
  const table = createSourceStateTable(db);
  return {
    ...table,
    async read(source) {
      const stored = await table.read(source);
      return stored === null ? null : stateOf(stored);
    },
    async all() {
      return new Map([...(await table.all())].map(([source, stored]) => [source, stateOf(stored)]));
    },
  };
}

function logResult(
  logger: Logger,
  source: string,
  result: SyncReport | { readonly outcome: 'broken'; readonly cause: unknown },
): void {
  switch (result.outcome) {
    case 'broken':
      logger.error({ source, err: result.cause }, 'synchronisation broken off');
      break;
    case 'failed':
      logger.warn(result, 'synchronisation failed');
      break;
    case 'busy':
      logger.debug({ source }, 'another process synchronises');
      break;
    default:
      logger.info(result, 'synchronised');
  }
}
