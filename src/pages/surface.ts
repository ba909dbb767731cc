import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { type StaticFile, sendStatic, textFile } from '../http/static/static-file.ts';
import type { Surface } from '../http/surface.ts';
import type { Site, SitePage } from './site.ts';
import { FEEDS } from './site-bar.ts';
import { inLanguage } from './tabs.ts';

/** What has a page of its own beside assets; those that the page knows, see ENTITIES in src/web. */
const ENTITY_KINDS = ['politician', 'whale', 'strategy', 'market', 'insider', 'cluster'];
/** All there are. Their addresses may be in small letters. */
const SCORECARDS = ['AMS', 'MRS', 'GLS'];

/**
 * The pages for people: the dashboard at `/`, a symbol at `/asset/NVDA`, a member of Congress at
 * `/politician/P000197` and so on for ENTITY_KINDS, a scorecard at `/scorecard/MRS`, a feed at `/feed/congress`, `/account`, `/status`, the guides, and what they are made of;
 * one for addresses that are wrong.
 */
export function createPagesSurface(site: Site | null, isOwnHost: (raw: IncomingMessage) => boolean): Surface {
  const missingPage = site?.pages.get('missing');
  const missing = missingPage && variantsOf(missingPage, { 'cache-control': 'no-store' }, { hasTag: false });
  return {
    name: 'pages',
    register(app) {
      if (site === null) {
        app.get('/', (_request, reply) => reply.type('text/plain; charset=utf-8').send(NOT_BUILT));
        return;
      }
      const config = { access: 'static', forOwnPages: site.hasKey } as const;
      const servePage: ServePage = (page, ...urls) => {
        if (!page) return;
        const variant = variantsOf(page, { 'cache-control': 'no-cache', vary: 'Cookie' });
        for (const url of urls)
          app.get(url, { config }, (request, reply) => sendStatic(request, reply, variant(request)));
      };
      servePage(site.pages.get('index'), '/');
      servePage(site.pages.get('asset'), '/asset/:symbol');
      for (const nothing of ['/asset', '/asset/']) app.get(nothing, (_request, reply) => reply.redirect('/'));
      servePage(
        site.pages.get('entity'),
        ...ENTITY_KINDS.map((kind) => `/${kind}/:key`),
        ...SCORECARDS.flatMap((name) => [`/scorecard/${name}`, `/scorecard/${name.toLowerCase()}`]),
      );
      servePage(site.pages.get('feed'), ...FEEDS.map(([path]) => path));
      servePage(site.pages.get('account'), '/account');
      servePage(site.pages.get('status'), '/status');
      registerGuides(app, site, servePage);
      app.get<{ Params: { '*': string } }>(
        '/assets/*',
        { config: { access: 'static' } },
        (request, reply) => {
          const asset = site.assets.get(`assets/${request.params['*']}`);
          if (!asset) throw new AppError('NOT_FOUND', 'there is no such file');
          return sendStatic(request, reply, asset);
        },
      );
    },
    notFound(request, reply) {
      const isOfBrowser = request.method === 'GET' && request.headers.accept?.startsWith('text/html');
      if (!missing || !isOfBrowser) return null;
      if (site?.hasKey && !isOwnHost(request.raw))
        throw new AppError(
          'FOREIGN_ORIGIN',
          'pages that carry a key are only at loopback names and at the host of PUBLIC_URL',
          { param: 'Host' },
        );
      return sendStatic(request, reply.code(404), missing(request));
    },
  };
}

/** Serves a page at addresses; one that was not built at none. */
type ServePage = (page: SitePage | undefined, ...urls: readonly string[]) => void;

/** Each guide at its address and, for programs, as Markdown; what searches them, and `llms.txt` where programs look for it. */
function registerGuides(
  app: Parameters<Surface['register']>[0],
  { pages, guideFiles }: Site,
  servePage: ServePage,
): void {
  servePage(pages.get('guides/index'), '/guides');
  for (const [name, page] of pages)
    if (name.startsWith('guides/') && name !== 'guides/index') servePage(page, `/${name}`);
  const config = { access: 'static' } as const;
  for (const [path, file] of guideFiles) {
    const url = path.startsWith('llms') ? `/${path}` : `/guides/${path}`;
    app.get(url, { config }, (request, reply) => sendStatic(request, reply, file));
  }
}

const NOT_BUILT = `Alpha Data is running; its pages are not built: npm run build:web, then start again.

/graphql  GraphiQL
/docs     REST reference
`;

/**
 * The file of a page for a request. The theme that was chosen, the language of a guide's tabs, and whether there is a key are
 * in the markup already: set by a script, the page would jump. So there are six of each page, and of a guide with tabs six for
 * each language, made when they are first asked for.
 */
function variantsOf(
  { html, policy }: SitePage,
  headers: StaticFile['headers'],
  options: { readonly hasTag?: boolean } = {},
): (request: FastifyRequest) => StaticFile {
  const variants = new Map<string, StaticFile>();
  const hasTabs = html.includes('<div class="tabs">');
  return ({ headers: { cookie = '' } }) => {
    const theme = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookie)?.[1];
    const isKeyed = /(?:^|;\s*)keyed=1(?:;|$)/.test(cookie);
    const marks = [...(theme ? [`data-theme="${theme}"`] : []), ...(isKeyed ? ['data-keyed'] : [])].join(' ');
    const language = hasTabs && /(?:^|;\s*)language=(graphql|sh|js|python|r)(?:;|$)/.exec(cookie)?.[1];
    const name = `${marks} ${language}`;
    const known = variants.get(name);
    if (known) return known;
    const marked = marks === '' ? html : html.replace('<html ', `<html ${marks} `);
    const made = textFile(
      language ? inLanguage(marked, language) : marked,
      { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, ...headers },
      options,
    );
    variants.set(name, made);
    return made;
  };
}
