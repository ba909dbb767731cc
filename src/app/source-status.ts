import type { SourceStatus } from '../http/observability/status.ts';
import type { Synchroniser } from './sync.ts';

/** Providers that were read at least once, or tried, by name. */
export async function sourceStatus({
  providers,
  states,
}: Pick<Synchroniser, 'providers' | 'states'>): Promise<readonly SourceStatus[]> {
  const all = await states();
  return providers.flatMap(({ name, description, feed }) => {
    const state = all.get(name);
    if (!state || state.lastStartedAt === null) return [];
    const { lastSuccessAt, failures } = state;
    return [{ name, description, feed: feed.module, lastSuccessAt, failures }];
  });
}
