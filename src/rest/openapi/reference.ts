import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type StaticFile, sendStatic, textFile } from '../../http/static/static-file.ts';
import { OPENAPI_PATH } from './documents.ts';

export interface ReferenceOptions {
  /** Address clients reach the service at. */
  readonly publicUrl?: string | undefined;
  /** Above the page: what leads to the others. */
  readonly pageBar?: ((path: string) => string) | undefined;
  /** URLs of the files the page is made of, by their names before the hash; none: there is no page. */
  readonly pageParts?: ReadonlyMap<string, string> | undefined;
  /** Filled in for who has not entered a key on another page. */
  readonly pageKey?: string | undefined;
}

/** The page at `/docs` that shows the OpenAPI document; it works offline. */
export function registerReference(scope: FastifyInstance, options: ReferenceOptions): void {
  const page = pageOf(options);
  for (const url of ['/docs', '/docs/'])
    scope.get(
      url,
      { schema: { hide: true }, config: { access: 'static', forOwnPages: options.pageKey !== undefined } },
      (request, reply) => sendStatic(request, reply, page),
    );
}

function pageOf({ publicUrl, pageBar, pageParts, pageKey = '' }: ReferenceOptions): StaticFile {
  const library = pageParts?.get('scalar.js');
  const caching = { 'cache-control': 'public, max-age=300' };
  if (library === undefined)
    return textFile(NOT_BUILT, { 'content-type': 'text/plain; charset=utf-8', ...caching });
  const start = `
Scalar.createApiReference('#app', Object.assign(${JSON.stringify(CONFIGURATION, null, 2)}, ${ofReader(publicUrl, pageKey)}));
`;
  const html = `<!doctype html>
<html lang="en"><head><title>Alpha Data API</title><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${CONFIGURATION.customCss}</style></head>
<body>${pageBar?.('/docs') ?? ''}<script>${THEME}${NAMES}</script><div id="app"></div>
<script src="${library}"></script>
<script>${start}</script>
</body></html>
`;
  return textFile(html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(publicUrl, [THEME + NAMES, start]),
    ...caching,
  });
}

const NOT_BUILT = `The REST API is described at ${OPENAPI_PATH}; its page is not built: npm run build:web, then start again.
`;

/**
 * Settings that the reader's browser knows: whether it is a phone, on which modules are folded up, the address unless a proxy has
 * another one, and the key and the theme that were entered and chosen on another page, as `src/web` keeps them. With a theme the library
 * offers no other.
 */
const ofReader = (publicUrl: string | undefined, pageKey: string): string => `{
  servers: [{ url: ${publicUrl === undefined ? 'location.origin' : JSON.stringify(publicUrl)} }],
  layout: matchMedia('(max-width: 760px)').matches ? 'classic' : 'modern',
  forceDarkModeState: alphaTheme,
  authentication: {
    preferredSecurityScheme: 'ApiKeyHeader',
    securitySchemes: { ApiKeyHeader: {
      value: sessionStorage.getItem('alpha-data-key') ?? localStorage.getItem('alpha-data-key') ?? ${JSON.stringify(pageKey)},
    } },
  } }`;

/** The theme that was chosen on another page, from the first paint; undefined: that of the system, or what the library keeps. */
const THEME = `const alphaTheme = /(?:^|;\\s*)theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1];
if (alphaTheme) document.body.classList.add(alphaTheme + '-mode');
`;

/** The library's copy buttons and its fields for credentials say too little to screen readers. */
const NAMES = `new MutationObserver(() => {
  for (const one of document.querySelectorAll('.scalar-code-copy:not([aria-label])')) one.setAttribute('aria-label', 'Copy');
  for (const one of document.querySelectorAll('[role=combobox][data-placeholder]:not([aria-label])')) {
    one.setAttribute('aria-label', one.dataset.placeholder);
    one.setAttribute('aria-expanded', 'false');
  }
}).observe(document, { subtree: true, childList: true });`;

/** Its quiet colours are too quiet to be read by everybody: WCAG 2.2, 1.4.3. */
const CONTRAST = `
.light-mode { --scalar-color-2: #4b5563; --scalar-color-3: #5b6472; --scalar-color-blue: #0b62a8; --scalar-color-green: #0a6b45;
  --scalar-color-orange: #9a4a00; --scalar-color-red: #b42318; --scalar-color-purple: #6b3fa0; }
.property--deprecated > * { opacity: 1 !important; }
.dark-mode { --scalar-color-2: #b6bcc6; --scalar-color-3: #a3aab5; --scalar-color-blue: #6cb8ff; --scalar-color-red: #ff8a80; }
`;

/** On phones it has a button that copies a link within the one that folds a module: a button in a button is none for many. */
const FOLDED = '.section-accordion-button .scalar-button { display: none; }';

/** On phones it cuts the paths, where they differ, and writes the names of the modules another way than the paths do. */
const WHOLE = `@media (max-width: 760px) {
  .section-header, .section-header * { text-transform: none !important; }
  .endpoint-label { flex-direction: column; align-items: flex-start !important; gap: 2px !important; }
  .endpoint-label > * { max-width: 100%; overflow: visible !important; overflow-wrap: anywhere; white-space: normal !important; }
  .operation-path { line-break: auto !important; }
  .endpoint-copy { display: none !important; }
}`;

/** Its choice of a language says nothing but the name of that; each operation has its own examples. */
const NO_CLIENTS = '.scalar-reference-intro-clients { display: none !important; }';

/** Keys do not scroll code that the library gives no focus: in the introduction it is whole. */
const WHOLE_CODE = `
.introduction-section code.hljs { overflow: visible !important; }
.introduction-section code.hljs, .introduction-section code.hljs * { white-space: pre-wrap !important; overflow-wrap: anywhere; }
`;

/** Of Scalar. Its script is a file of ours; what would call out is off. */
const CONFIGURATION = {
  url: OPENAPI_PATH,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  customCss: CONTRAST + FOLDED + WHOLE + WHOLE_CODE + NO_CLIENTS,
} as const;

/** Should a setting above be forgotten by a later version, the browser still loads nothing from elsewhere. */
function policyOf(publicUrl: string | undefined, scripts: readonly string[]): string {
  const api = publicUrl === undefined ? '' : ` ${new URL(publicUrl).origin}`;
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
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
