import { Gauge, type Registry } from 'prom-client';
import { NEVER_SYNCED, type SourceState } from './state.ts';

type States = ReadonlyMap<string, SourceState>;

/**
 * Metrics of the sources, read from their stored states whenever metrics are collected: every process shows the same,
 * whichever did the work. A store that does not answer leaves them out and says so in `source_states_readable`.
 */
export function registerSourceMetrics(
  registry: Registry,
  sources: readonly string[],
  states: () => Promise<States>,
): void {
  // All gauges of one scrape are collected at once and share one reading. Null: the store does not answer.
  let pending: Promise<States | null> | null = null;
  const read = (): Promise<States | null> => {
    pending ??= states()
      .catch(() => null)
      .finally(() => {
        pending = null;
      });
    return pending;
  };
  const gauge = (
    name: string,
    help: string,
    labels: readonly string[],
    show: (gauge: Gauge, source: string, state: SourceState) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['source', ...labels],
      registers: [registry],
      async collect() {
        const all = await read();
        this.reset();
        if (all === null) return;
        for (const source of sources) show(this, source, all.get(source) ?? NEVER_SYNCED);
      },
    });
  gauge(
    'source_last_success_timestamp_seconds',
    'When the provider was last synchronised without error; 0: never.',
    [],
    (one, source, { lastSuccessAt }) =>
      one.set({ source }, lastSuccessAt === null ? 0 : Date.parse(lastSuccessAt) / 1000),
  );
  gauge(
    'source_last_error_timestamp_seconds',
    'When a run last failed, also if later ones succeeded; 0: never. The message is in `sources`.',
    [],
    (one, source, { lastError }) =>
      one.set({ source }, lastError === null ? 0 : Date.parse(lastError.at) / 1000),
  );
  gauge('source_consecutive_failures', 'Runs that failed since the last success.', [], (one, source, state) =>
    one.set({ source }, state.failures),
  );
  gauge(
    'source_records',
    'Entries of all runs by what became of them; derived records count as created or updated.',
    ['result'],
    (one, source, { totals }) => {
      for (const [result, count] of Object.entries(totals)) one.set({ source, result }, count);
    },
  );
  new Gauge({
    name: 'source_states_readable',
    help: '1 when the store answered for the states of the sources, else 0.',
    registers: [registry],
    async collect() {
      this.set((await read()) === null ? 0 : 1);
    },
  });
}
