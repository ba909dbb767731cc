import { retention } from '../engines/retention.ts';
import { type DeriveServices, inputReader } from './derive.ts';

const SERIES_AT_ONCE = 500;

/**
 * Forgets what engines no longer need of these series. For what is synchronised, once the engines ran on it: the newest
 * comes last there, so that nothing is missed. Imported files are never thinned, for they may come in any order.
 */
export async function pruneInputs(
  services: DeriveServices,
  series: ReadonlyMap<string, ReadonlySet<string> | ReadonlyMap<string, unknown>>,
): Promise<void> {
  const { inputs } = services;
  for (const [kind, prepare] of Object.entries(retention)) {
    const changed = [...(series.get(kind)?.keys() ?? [])];
    if (changed.length === 0) continue;
    const unneeded = await prepare(inputReader(services));
    for (let from = 0; from < changed.length; from += SERIES_AT_ONCE) {
      const stored = await inputs.lists(kind, changed.slice(from, from + SERIES_AT_ONCE));
      const bySeries = [...Map.groupBy(stored, (input) => input.series).values()];
      const lists = await Promise.all(bySeries.map(unneeded));
      await inputs.forget(lists.flat());
    }
  }
}
