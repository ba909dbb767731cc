import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Surface } from '../http/request.ts';
import type { Site, SitePage } from './site.ts';

/**
 * The pages for people: the dashboard at `/`, a symbol at `/asset/NVDA`, `/account`, and what they are made of; one for
 * addresses that are wrong.
 */
export function createPagesSurface(site: Site | null, isOwnHost: (raw: IncomingMessage) => boolean): Surface {
  return {
    name: 'pages',
    register(app) {
      if (site === null) {
        app.get('/', (_request, reply) => reply.type('text/plain; charset=utf-8').send(NOT_BUILT));
        return;
      }
      const config = { forOwnPages: site.hasKey };
      const servePage = (url: string, page: SitePage | undefined) => {
        if (page) app.get(url, { config }, (request, reply) => sendPage(request, reply, page));
      };
      servePage('/', site.pages.get('index'));
      servePage('/asset/:symbol', site.pages.get('asset'));
      for (const nothing of ['/asset', '/asset/']) app.get(nothing, (_request, reply) => reply.redirect('/'));
      servePage('/account', site.pages.get('account'));
      app.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) => {
        const asset = site.assets.get(`assets/${params['*']}`);
        if (!asset) throw new AppError('NOT_FOUND', 'there is no such file');
        return reply
          .type(asset.contentType)
          .header('cache-control', 'public, max-age=31536000, immutable')
          .send(asset.bytes);
      });
    },
    notFound(request, reply) {
      const page = site?.pages.get('missing');
      const isOfBrowser = request.method === 'GET' && request.headers.accept?.startsWith('text/html');
      if (!page || !isOfBrowser) return null;
      if (site?.hasKey && !isOwnHost(request.raw))
        throw new AppError('FOREIGN_ORIGIN', 'pages with a key are for our own names alone', {
          param: 'Host',
        });
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'content-security-policy': page.policy })
        .send(marked(page, request).html);
    },
  };
}

const NOT_BUILT = `Alpha Data is running; its pages are not built: npm run build:web, then start again.

/graphql  GraphiQL
/docs     REST reference
`;

function sendPage(request: FastifyRequest, reply: FastifyReply, page: SitePage): FastifyReply {
  const { html, etag } = marked(page, request);
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'Cookie')
    .header('etag', etag)
    .header('content-security-policy', page.policy)
    .send(html);
}

/** The theme somebody chose, and whether there is a key, are in the markup already: set by a script, the page would jump. */
function marked({ html, etag }: SitePage, request: FastifyRequest): Pick<SitePage, 'html' | 'etag'> {
  const { cookie = '' } = request.headers;
  const theme = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookie)?.[1];
  const isKeyed = /(?:^|;\s*)keyed=1(?:;|$)/.test(cookie);
  const marks = [...(theme ? [`data-theme="${theme}"`] : []), ...(isKeyed ? ['data-keyed'] : [])];
  const variant = [theme, isKeyed && 'keyed'].filter(Boolean).map((mark) => `-${mark}`);
  return {
    html: html.replace('<html ', ['<html', ...marks, ''].join(' ')),
    etag: `${etag.slice(0, -1)}${variant.join('')}"`,
  };
}
