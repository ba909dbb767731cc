import { expect } from 'vitest';
import { registry } from '../../src/feeds/index.ts';
import type { MatrixModule } from './access-modules.ts';
import { lettersOfSum } from './access-modules.ts';
import type { Asker, Shown } from './access-surfaces.ts';

/** The rows of a module in groups, over REST and in the graph: how many there are in all, and of filings what they are worth. */
export async function moduleGroups(
  { app, key }: Asker,
  module: MatrixModule,
): Promise<{ readonly shown: Shown; readonly etags: readonly (string | null)[] }> {
  const feed = registry.find((one) => one.feed.type === module.type)?.feed ?? expect.unreachable(module.type);
  const [, filters = ''] = module.rest.split('?');
  const card = module.card?.toLowerCase();
  const isWorth = module.type === 'InsiderFiling';
  const query = new URLSearchParams(filters);
  query.set('by', 'known_precision');
  query.set('measures', isWorth ? 'count,value_sum' : 'count');
  if (card) query.set('scorecard', card);
  const response = await app.get(`/api/v1/${feed.module}/groups?${query}`, { 'x-api-key': key ?? '' });
  expect(response.status, module.name).toBe(200);
  const rest = (await response.json()) as { groups: { count: number; value?: { sum: string } }[] };

  const [filter] = /filter: \{.*\}(?=\)$)/.exec(module.list) ?? [''];
  const points = card ? `filter: { scorecard: { eq: ${module.card} }, timeframe: { eq: "1D" } }` : filter;
  const field = `${feed.type.charAt(0).toLowerCase()}${feed.type.slice(1)}Groups`;
  const { data, errors } = await app.graphql(
    `{ list: ${field}(by: [KNOWN_PRECISION], ${points}) { nodes { count ${isWorth ? 'value { sum }' : ''} } }
       byTime: ${field}(by: [KNOWN_FROM_DAY, KNOWN_PRECISION], ${points}) { nodes { count } } }`,
    {},
    key ?? '',
  );
  expect(errors, module.name).toBeUndefined();
  const graph = data as unknown as Readonly<Record<'list' | 'byTime', { nodes: typeof rest.groups }>>;
  const counted = (groups: typeof rest.groups) => groups.reduce((sum, { count }) => sum + count, 0);
  const worth = (groups: typeof rest.groups) =>
    lettersOfSum(groups.reduce((sum, { value }) => sum + Number(value?.sum ?? 0), 0));
  return {
    shown: {
      'in groups': counted(rest.groups),
      'in groups of the graph': counted(graph.list.nodes),
      'in groups by day': counted(graph.byTime.nodes),
      ...(isWorth
        ? { 'sum of groups': worth(rest.groups), 'sum of groups in the graph': worth(graph.list.nodes) }
        : {}),
    },
    etags: [response.headers.get('etag')],
  };
}
