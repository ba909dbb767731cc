import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type StaticFile, sendStatic, textFile } from '../../http/static/static-file.ts';
import { LOCAL_URL, type OpenApiDocument } from './openapi.ts';
import { postmanOf } from './postman.ts';

export const OPENAPI_PATH = '/api/openapi.json';
export const POSTMAN_PATH = '/api/postman.json';

/** The OpenAPI document with the address it describes: many tools take it from a file, where a relative one leads nowhere. */
const at = (document: OpenApiDocument, url: string): OpenApiDocument => {
  const { info } = document as unknown as { readonly info: { readonly description: string } }; // ours has it
  const description = info.description.replaceAll(LOCAL_URL, url); // the example in it can be pasted
  return { ...document, info: { ...info, description }, servers: [{ url }] };
};

/** Addresses whose files are kept; others are made anew. */
const MAX_ADDRESSES = 8;

/**
 * The OpenAPI document and the Postman collection.
 * @param publicUrl where clients reach the service; undefined: where the request came to.
 */
export function registerDocuments(scope: FastifyInstance, publicUrl: string | undefined): void {
  const serve = (path: string, make: (document: OpenApiDocument, url: string) => object): void => {
    const files = new LRUCache<string, StaticFile>({ max: MAX_ADDRESSES });
    scope.get(path, { schema: { hide: true }, config: { access: 'static' } }, async (request, reply) => {
      const url = publicUrl ?? addressOf(request);
      let file = files.get(url);
      if (!file) {
        const document = scope.swagger() as unknown as OpenApiDocument; // its routes are ours
        file = textFile(JSON.stringify(make(at(document, url), url)), {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'public, max-age=300',
        });
        files.set(url, file);
      }
      return sendStatic(request, reply, file);
    });
  };
  serve(OPENAPI_PATH, (document) => document);
  serve(POSTMAN_PATH, postmanOf);
}

const addressOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;
