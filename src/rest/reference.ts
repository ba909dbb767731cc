import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

export const OPENAPI_PATH = '/api/openapi.json';

export interface ReferenceOptions {
  /** Address clients reach the service at. */
  readonly publicUrl?: string | undefined;
  /** Above the page: what leads to the others. */
  readonly pageBar?: ((path: string) => string) | undefined;
  /** Filled in for who has not entered a key on another page. */
  readonly pageKey?: string | undefined;
}

/** The document at `/api/openapi.json` and the page that shows it at `/docs`, which works offline. */
export async function registerReference(
  scope: FastifyInstance,
  { publicUrl, pageBar, pageKey = '' }: ReferenceOptions,
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
  const bar = pageBar?.('/docs') ?? '';
  await scope.register(async (page) => {
    page.addHook('onRoute', (route) => {
      route.config = { ...route.config, forOwnPages: pageKey !== '' };
    });
    // The page is the library's; what leads to the others is put above it, before the answer is compressed.
    page.addHook('preHandler', (_request, reply, done) => {
      const send = reply.send.bind(reply);
      reply.send = (payload) =>
        send(
          typeof payload === 'string' && payload.startsWith('<!doctype html>')
            ? mended(payload, bar, pageKey)
            : payload,
        );
      done();
    });
    await page.register(scalar, {
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
        customCss: CONTRAST + FOLDED,
      },
    });
  });
}

const mended = (html: string, bar: string, pageKey: string): string =>
  html
    .replace('<html>', '<html lang="en">')
    .replace(/<body[^>]*>/, (body) => body + bar + NAMES)
    .replace("createApiReference('#app', {", (call) => `${call} ${ofReader(pageKey)},`);

/**
 * Settings that the reader's browser knows: whether it is a phone, on which modules are folded up, and the key that was
 * entered on another page, as `src/web/data/session.ts` keeps it.
 */
const ofReader = (pageKey: string): string => `
  layout: matchMedia('(max-width: 760px)').matches ? 'classic' : 'modern',
  authentication: {
    preferredSecurityScheme: 'ApiKeyHeader',
    securitySchemes: { ApiKeyHeader: {
      value: sessionStorage.getItem('alpha-data-key') ?? localStorage.getItem('alpha-data-key') ?? ${JSON.stringify(pageKey)},
    } },
  }`;

/** The library's copy buttons and its fields for credentials say too little to screen readers. */
const NAMES = `<script>new MutationObserver(() => {
  for (const one of document.querySelectorAll('.scalar-code-copy:not([aria-label])')) one.setAttribute('aria-label', 'Copy');
  for (const one of document.querySelectorAll('[role=combobox][data-placeholder]:not([aria-label])')) {
    one.setAttribute('aria-label', one.dataset.placeholder);
    one.setAttribute('aria-expanded', 'false');
  }
}).observe(document, { subtree: true, childList: true });</script>`;

/** Its quiet colours are too quiet to be read by everybody: WCAG 2.2, 1.4.3. */
const CONTRAST = `
.light-mode { --scalar-color-2: #4b5563; --scalar-color-3: #5b6472; --scalar-color-blue: #0b62a8; --scalar-color-green: #0a6b45;
  --scalar-color-orange: #9a4a00; --scalar-color-red: #b42318; --scalar-color-purple: #6b3fa0; }
.dark-mode { --scalar-color-2: #b6bcc6; --scalar-color-3: #a3aab5; --scalar-color-blue: #6cb8ff; --scalar-color-red: #ff8a80; }
`;

/** On phones it has a button that copies a link within the one that folds a module: a button in a button is none for many. */
const FOLDED = '.section-accordion-button .scalar-button { display: none; }';

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
