import { type Completion, SourceError } from '../format.ts';
import { importItems } from '../import-run.ts';
import type { ImportTarget } from '../import-sink.ts';
import { FetchError } from './fetch-error.ts';
import { createFetcher, type TrackingFetcher } from './fetcher.ts';
import type { OptionSpecs, OptionsOf } from './options.ts';
import type { Cursor, Provider, SyncContext, SyncItem } from './provider.ts';
import type { RetryPolicy } from './retry.ts';
import { doubt, type Run, segment } from './segments.ts';
import { addCounts, NEVER_SYNCED, type SourceState, type SourceStateStore } from './state.ts';
import type { SyncEnv } from './sync-env.ts';
import { addReports, countsOf, NOTHING, type SyncReport } from './sync-report.ts';

/** What `SOURCES_FILE` and the command line say of a provider. */
export interface ProviderSettings {
  readonly options: OptionsOf<OptionSpecs>;
  /** Null: the provider's own. */
  readonly baseUrl: string | null;
  readonly everyMs: number;
}

export interface SyncDeps {
  readonly settings: ProviderSettings;
  readonly states: SourceStateStore;
  readonly target: ImportTarget;
  readonly completions: readonly Completion[];
  readonly env: SyncEnv;
  readonly signal: AbortSignal;
  /** Tells processes apart. */
  readonly owner: string;
  readonly onProgress?: (read: number) => void;
  /** Forgets cursor and validators, so that everything is read again. */
  readonly full?: boolean;
  readonly retry?: RetryPolicy;
  readonly timeoutMs?: number;
}

/** Longer than the longest wait between two attempts, each of which renews it. */
const LEASE_MS = 5 * 60_000;
const RENEW_AFTER_MS = 60_000;

/**
 * Synchronises one provider once. A provider that fails is in the report and in the state, with what was read before it
 * failed imported; only a store that fails throws.
 */
export async function runSync(provider: Provider, deps: SyncDeps): Promise<SyncReport> {
  const { states, owner, env } = deps;
  const { name } = provider;
  let leasedAt = env.now();
  const renew = (at: Date) => states.lease(name, owner, at, new Date(at.getTime() + LEASE_MS));
  if (!(await renew(leasedAt)))
    return { ...NOTHING, provider: name, requests: 0, outcome: 'busy', error: null };
  try {
    const stored = (await states.read(name)) ?? NEVER_SYNCED;
    const known = deps.full ? { ...stored, cursor: {}, validators: {} } : stored;
    const state = { ...known, lastStartedAt: env.now().toISOString() };
    await states.write(name, state);
    return await runLeased(provider, deps, state, async () => {
      const now = env.now();
      if (now.getTime() - leasedAt.getTime() < RENEW_AFTER_MS) return;
      leasedAt = now;
      await renew(now);
    });
  } finally {
    await states.release(name, owner);
  }
}

async function runLeased(
  provider: Provider,
  deps: SyncDeps,
  started: SourceState,
  onAttempt: () => Promise<void>,
): Promise<SyncReport> {
  const { states, env, signal } = deps;
  const { name } = provider;
  const fetcher = fetcherOf(provider, deps, started, onAttempt);
  const run: Run = { stop: null, cursor: started.cursor, hasMore: true };
  const items = itemsOf(provider, deps, fetcher, started.cursor);
  let state = started;
  let report = NOTHING;
  try {
    while (run.hasMore) {
      const part = await importItems(provider, segment(items, run), {
        ...importDeps(deps, report.read),
        isWhole: () => run.stop === null,
      });
      report = addReports(report, part);
      run.stop ??= doubt(name, part.read, part.rejected);
      if (run.stop !== null) break;
      state = { ...state, cursor: run.cursor, validators: { ...state.validators, ...fetcher.seen() } };
      if (run.hasMore) await states.write(name, state);
    }
  } finally {
    await items.return(undefined);
  }
  const outcome = run.stop === null ? 'done' : signal.aborted ? 'aborted' : 'failed';
  const error = outcome === 'failed' && run.stop !== null ? run.stop.error.message : null;
  const counts = countsOf(report);
  const now = env.now();
  const at = now.toISOString();
  await states.write(name, {
    ...state,
    counts,
    totals: addCounts(state.totals, counts),
    ...(outcome === 'done'
      ? // Only of what this run asked for: URLs change with days and options, and would pile up.
        { validators: fetcher.seen(), lastSuccessAt: at, failures: 0 }
      : {}),
    notBefore: askedToWait(run.stop?.error, now),
    ...(error === null ? {} : { lastError: { at, message: error }, failures: state.failures + 1 }),
  });
  return { ...report, provider: name, requests: fetcher.requests(), outcome, error };
}

/** A day at most: what asks for more is taken for a mistake. */
const MAX_ASKED_MS = 86_400_000;

function askedToWait(error: Error | undefined, now: Date): string | null {
  const askedMs = error instanceof FetchError ? error.retryAfterMs : null;
  return askedMs === null ? null : new Date(now.getTime() + Math.min(askedMs, MAX_ASKED_MS)).toISOString();
}

function importDeps({ target, completions, onProgress }: SyncDeps, readBefore: number) {
  return {
    target,
    completions,
    ...(onProgress ? { onProgress: (read: number) => onProgress(readBefore + read) } : {}),
  };
}

function fetcherOf(
  provider: Provider,
  { settings, env, signal, retry, timeoutMs }: SyncDeps,
  { validators }: SourceState,
  onAttempt: () => Promise<void>,
): TrackingFetcher {
  return createFetcher({
    provider: provider.name,
    baseUrl: settings.baseUrl ?? provider.defaultBaseUrl,
    isBaseConfigured: settings.baseUrl !== null,
    minIntervalMs: provider.minIntervalMs,
    userAgent: provider.userAgent?.(settings.options) ?? 'alpha-data',
    validators,
    signal,
    env,
    onAttempt,
    ...(retry ? { retry } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

async function* itemsOf(
  provider: Provider,
  { settings, env, signal, target }: SyncDeps,
  fetcher: TrackingFetcher,
  cursor: Cursor,
): AsyncGenerator<SyncItem> {
  const missing = provider.missing?.(settings.options) ?? null;
  if (missing !== null) throw new SourceError(`${provider.name}: ${missing}`);
  const { get, getIfChanged, post } = fetcher;
  const context: SyncContext = {
    get,
    getIfChanged,
    post,
    cursor,
    signal,
    now: () => env.now(),
    stored: target.stored,
    options: settings.options,
  };
  yield* provider.items(context);
}
