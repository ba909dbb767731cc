import { useEffect, useState } from 'preact/hooks';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';

/** As `/api/status` answers. */
interface Status {
  readonly ready: boolean;
  readonly store: string;
  readonly version: string;
  readonly simulated: boolean;
  /** Null: the store does not answer. */
  readonly sources: readonly Source[] | null;
  readonly tiers: readonly TierDelay[];
}

interface Source {
  readonly name: string;
  readonly description: string;
  readonly feed: string;
  readonly state: 'ok' | 'failing';
  readonly last_success_at: string | null;
}

interface TierDelay {
  readonly id: string;
  readonly name: string;
  readonly history_days: number | null;
  readonly insider_lag_hours: number;
}

const EVERY_MS = 30_000;

/** Readiness, providers, and how late each tier sees insider data. */
export function StatusPage() {
  const [status, setStatus] = useState<Status | 'unreachable' | null>(null);
  useEffect(() => {
    const load = async () => {
      const answer = await fetch('/api/status').catch(() => null);
      setStatus(answer?.ok ? ((await answer.json()) as Status) : 'unreachable');
    };
    void load();
    const timer = setInterval(() => void load(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (status === null) return <div class="skeleton" role="status" aria-label="Loading" />;
  if (status === 'unreachable')
    return (
      <div class="headline">
        <h1>The service does not answer, or is restarting</h1>
      </div>
    );
  const { ready, store, version, simulated, sources, tiers } = status;
  return (
    <>
      <div class="headline">
        <h1>{ready ? 'The service answers' : `Not ready: ${store}`}</h1>
        <p>
          Version {version}
          {simulated && ', with a simulated market'}
        </p>
      </div>
      <section class="panel" aria-labelledby="sources">
        <h2 id="sources">Providers</h2>
        <div class="body">
          {sources === null ? (
            <p class="message">The store does not answer, so the state of the providers is not known.</p>
          ) : sources.length === 0 ? (
            <p class="message">
              {simulated
                ? 'The market is simulated: no provider is read.'
                : 'This service has not read any provider yet.'}
            </p>
          ) : (
            <Table
              label="Providers"
              columns={SOURCES}
              rows={sources.map((one) => ({ ...one, id: one.name }))}
            />
          )}
        </div>
      </section>
      <section class="panel" aria-labelledby="tiers">
        <h2 id="tiers">What each tier sees</h2>
        <div class="body">
          <Table label="Tiers" columns={TIERS} rows={tiers} />
        </div>
      </section>
    </>
  );
}

const SOURCES: readonly Column<Source & { readonly id: string }>[] = [
  { title: 'Provider', cell: ({ name, description }) => <b title={description}>{name}</b> },
  { title: 'Feed', chars: 16, isExtra: true, cell: ({ feed }) => feed },
  {
    title: 'State',
    chars: 8,
    cell: ({ state }) => <span class={state === 'ok' ? 'up' : 'down'}>{state}</span>,
  },
  {
    title: 'Last read',
    chars: 12,
    cell: ({ last_success_at }) =>
      last_success_at === null ? <span class="none">never</span> : <Ago time={last_success_at} />,
  },
];

const TIERS: readonly Column<TierDelay>[] = [
  { title: 'Tier', cell: ({ name }) => <b>{name}</b> },
  {
    title: 'History',
    chars: 12,
    cell: ({ history_days }) => (history_days === null ? 'all' : `${history_days} days`),
  },
  {
    title: 'Insider data',
    chars: 16,
    cell: ({ insider_lag_hours }) =>
      insider_lag_hours === 0 ? 'at once' : `${insider_lag_hours} hours late`,
  },
];
