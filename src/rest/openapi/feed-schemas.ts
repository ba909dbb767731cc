import type { FastifyInstance } from 'fastify';
import type { Feed } from '../../feed/feed.ts';
import { type StaticFile, sendStatic, textFile } from '../../http/static/static-file.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * `/api/schemas/{feed}.json`: a row of a feed as JSON Schema, for validators and generators of code. It is what the OpenAPI document says
 * of the row.
 */
export function registerFeedSchemas(
  scope: FastifyInstance,
  feeds: readonly Feed[],
  publicUrl: string | undefined,
): void {
  const fileOf = ({ module, type }: Feed): StaticFile => {
    const { components } = scope.swagger() as unknown as {
      readonly components: { readonly schemas: Readonly<Record<string, object>> };
    };
    const address = { $schema: DIALECT, $id: `${publicUrl ?? ''}/api/schemas/${module}.json`, title: type };
    return textFile(JSON.stringify({ ...address, ...components.schemas[type] }), {
      'content-type': 'application/schema+json; charset=utf-8',
      'cache-control': 'public, max-age=300',
    });
  };
  for (const feed of feeds) {
    let file: StaticFile | undefined;
    const url = `/api/schemas/${feed.module}.json`;
    scope.get(url, { schema: { hide: true }, config: { access: 'static' } }, async (request, reply) => {
      file ??= fileOf(feed);
      return sendStatic(request, reply, file);
    });
  }
}
