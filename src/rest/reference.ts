import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

export const OPENAPI_PATH = '/api/openapi.json';

/** The document at `/api/openapi.json` and the page that shows it at `/docs`, which works offline. */
export async function registerReference(
  scope: FastifyInstance,
  publicUrl: string | undefined,
): Promise<void> {
  let document: string | undefined;
  scope.get(OPENAPI_PATH, { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(scope.swagger());
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(document);
  });
  const policy = policyOf(publicUrl);
  await scope.register(scalar, {
    routePrefix: '/docs',
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', policy);
        done();
      },
    },
    // Its script is served beside the page; what would call out is off.
    configuration: {
      url: OPENAPI_PATH,
      pageTitle: 'Alpha Data API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}

/** Should a setting above be forgotten by a later version, the browser still loads nothing from elsewhere. */
function policyOf(publicUrl: string | undefined): string {
  const api = publicUrl === undefined ? '' : ` ${new URL(publicUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    'worker-src blob:',
    `connect-src 'self'${api}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
