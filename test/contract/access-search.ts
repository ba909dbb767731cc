import { expect } from 'vitest';
import { lettersOf } from './access-modules.ts';
import { type Asker, get, type Row, type Seen } from './access-surfaces.ts';

/** The insiders that are found by name, on both surfaces. */
export async function foundInsiders(asker: Asker): Promise<Seen> {
  const answer = await get(asker, '/api/v1/search?q=insider&types=insider');
  const { results } = (await answer.json()) as { readonly results: readonly Row[] };
  const { data } = await asker.app.graphql(
    '{ search(query: "INSIDER", types: [INSIDER]) { nodes { matchedName node { ... on Insider { name } } } } }',
    {},
    asker.key ?? '',
  );
  const { nodes } = (data?.search ?? expect.unreachable('the search failed')) as unknown as {
    readonly nodes: readonly { readonly matchedName: string; readonly node: Row | null }[];
  };
  return {
    shown: {
      'search over REST': lettersOf(results.map(({ matched_name: name = '' }) => name)),
      'search in the graph': lettersOf(nodes.map(({ matchedName }) => matchedName)),
      'nodes of what is found': lettersOf(nodes.map(({ node }) => node?.name ?? '')),
    },
    etags: [answer.headers.get('etag')],
  };
}

/** Whether a company is found by its symbol. */
export async function isFound(asker: Asker, ticker: string): Promise<boolean> {
  const answer = await get(asker, `/api/v1/search?q=${ticker}&types=asset`);
  const { results } = (await answer.json()) as { readonly results: readonly Row[] };
  return results.some(({ key }) => key === `stock:${ticker}`);
}
