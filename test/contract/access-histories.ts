import { expect } from 'vitest';
import { idsOf, lettersOf, type MatrixModule } from './access-modules.ts';
import type { Asker, Shown } from './access-surfaces.ts';

interface Known {
  readonly id: string;
  readonly history: { readonly totalCount: number; readonly nodes: readonly { readonly kind: string }[] };
}

/** The rows of which a history is shown: each has one version, which is known to whoever may see the row. */
export async function histories({ app, key }: Asker, module: MatrixModule): Promise<Shown> {
  const ids = idsOf(module);
  const keys = ids.map((id) => Buffer.from(id, 'base64url').toString().split(':').slice(1).join(':'));
  const path =
    module.ingest === 'ams' || module.ingest === 'mrs' || module.ingest === 'gls'
      ? 'scorecards'
      : module.ingest;
  const found = await Promise.all(
    keys.map(async (id) => {
      const response = await app.get(`/api/v1/${path}/${encodeURIComponent(id)}/history`, {
        'x-api-key': key ?? '',
      });
      if (response.status === 404) return null;
      const body = (await response.json()) as {
        readonly total: number;
        readonly items: readonly { kind: string }[];
      };
      expect([response.status, body.total, body.items.map(({ kind }) => kind)], id).toEqual([
        200,
        1,
        ['CURRENT'],
      ]);
      return id;
    }),
  );
  const { data, errors } = await app.graphql(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${module.type} { id history { totalCount nodes { kind } } } } }`,
    { ids },
    key ?? '',
  );
  expect(errors, module.name).toBeUndefined();
  const { nodes } = data as unknown as { readonly nodes: readonly (Known | null)[] };
  const told = nodes.filter((node) => node !== null);
  for (const { history } of told) expect(history).toEqual({ totalCount: 1, nodes: [{ kind: 'CURRENT' }] });
  return {
    histories: lettersOf(found.filter((id) => id !== null)),
    'histories in the graph': lettersOf(told.map(({ id }) => Buffer.from(id, 'base64url').toString())),
  };
}
