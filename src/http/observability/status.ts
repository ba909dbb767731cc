import type { Tier } from '../../core/access/tiers.ts';
import type { Clock, Health } from '../../core/ports.ts';
import { storeFailureOf } from '../../core/resilience/store-away.ts';
import { withTimeout } from '../../core/resilience/with-timeout.ts';
import type { Surface } from '../surface.ts';
import { HEALTH_TIMEOUT_MS, READINESS_REASONS } from './health.ts';

/** A provider that is kept synchronised. */
export interface SourceStatus {
  readonly name: string;
  readonly description: string;
  /** Module that its records belong to. */
  readonly feed: string;
  readonly lastSuccessAt: string | null;
  /** Runs that failed since then. */
  readonly failures: number;
}

/** Whoever asks, the store is asked once in this time. */
const KEPT_MS = 5_000;

/**
 * `GET /api/status`, for the page at `/status`: whether the service is ready, when each provider was last read, and how late each tier
 * sees insider data. For everyone: without what went wrong at a provider, which may hold addresses, and without anything of a feed.
 */
export function createStatusSurface(deps: {
  readonly health: Health;
  readonly sources: () => Promise<readonly SourceStatus[]>;
  readonly tiers: readonly Tier[];
  readonly version: string;
  readonly isSimulated: boolean;
  readonly clock: Clock;
}): Surface {
  const { health, tiers, version, isSimulated, clock } = deps;
  const sources = async () => {
    try {
      return (await withTimeout(HEALTH_TIMEOUT_MS, deps.sources())).map((one) => ({
        name: one.name,
        description: one.description,
        feed: one.feed,
        state: one.failures === 0 ? 'ok' : 'failing',
        last_success_at: one.lastSuccessAt,
      }));
    } catch {
      return null; // the store is away, which `store` says
    }
  };
  const read = async () => {
    const at = clock.now();
    const failure = await withTimeout(HEALTH_TIMEOUT_MS, health.check()).then(
      () => null,
      (cause: unknown) => READINESS_REASONS[storeFailureOf(cause) ?? 'unreachable'],
    );
    return {
      at: at.toISOString(),
      ready: failure === null,
      store: failure ?? 'answers',
      version,
      simulated: isSimulated,
      sources: await sources(),
      tiers: tiers.map(({ id, name, historyDays, insiderLagHours }) => ({
        id,
        name,
        history_days: historyDays,
        insider_lag_hours: insiderLagHours,
      })),
    };
  };
  let kept: { readonly at: number; readonly status: ReturnType<typeof read> } | null = null;
  return {
    name: 'status',
    register(app) {
      app.get('/api/status', { config: { access: 'static' } }, async (_request, reply) => {
        const now = clock.now().getTime();
        if (kept === null || now - kept.at >= KEPT_MS || now < kept.at) kept = { at: now, status: read() };
        return reply.header('cache-control', 'no-store').send(await kept.status);
      });
    },
  };
}
