import type { RouteOptions } from 'fastify';
import findMyWay from 'find-my-way';
import type { RouteInfo } from './request-context.ts';
import { renderProblem } from './response/problem.ts';

/** What the pipeline knows of routes, by method and path: the router stands behind it. */
export interface RouteTable {
  /** Takes in a route as it is registered with Fastify. */
  add(route: RouteOptions): void;
  /** @param url without a key in it. */
  find(method: string, url: string, accept: string | undefined): RouteInfo;
}

/** Routes a table holds: `page` where some requests are answered with a page. */
interface Entry {
  readonly info: RouteInfo;
  readonly page: { readonly info: RouteInfo; takes(accept: string | undefined): boolean } | null;
}

/** @param maxParamLength as Fastify's router has it: both have to find the same. */
export function createRouteTable(maxParamLength: number): RouteTable {
  const router = findMyWay({ maxParamLength, onBadUrl: () => undefined });
  /** The same for paths as they are registered, which most requests are for. */
  const exact = new Map<string, Map<string, Entry>>();

  return {
    add({ method, url, config = {} }) {
      const { page } = config;
      const entry: Entry = {
        info: routeInfo(url, config),
        page: page
          ? { takes: page.takes, info: routeInfo(url, { access: 'static', forOwnPages: page.forOwnPages }) }
          : null,
      };
      for (const one of [method].flat()) {
        router.on(one as findMyWay.HTTPMethod, url, () => undefined, entry); // Fastify took the method
        if (!/[:*]/.test(url)) exact.set(url, (exact.get(url) ?? new Map<string, Entry>()).set(one, entry));
      }
    },
    find(method, url, accept) {
      if (method === 'OPTIONS') return PREFLIGHT;
      const path = pathOf(url);
      let entry = exact.get(path)?.get(method);
      if (entry === undefined) {
        const found = router.find(method as findMyWay.HTTPMethod, path); // of a method it does not know, nothing
        if (found && found.store === null) return NOT_ROUTED;
        entry = found?.store as Entry | undefined; // as `add` stores it
      }
      if (entry === undefined) return unmatched(path);
      const { info, page } = entry;
      return page && method !== 'POST' && page.takes(accept) ? page.info : info;
    },
  };
}

function routeInfo(template: string, config: NonNullable<RouteOptions['config']>): RouteInfo {
  return {
    template,
    access: config.access ?? 'public',
    renderError: config.renderError ?? renderProblem,
    isProbe: config.probe ?? false,
    isServedWhileDraining: config.probe ?? false,
    forOwnPages: config.forOwnPages ?? false,
    operations: config.operations ?? null,
  };
}

/** Where nothing is routed to: an unknown path, or one that cannot be read. */
const NOT_ROUTED = routeInfo('unmatched', {});
/** Asks for the methods of a route: before a browser sends a key, and even during a stop. */
const PREFLIGHT: RouteInfo = { ...NOT_ROUTED, isServedWhileDraining: true };

/** Where unknown routes and wrong methods still ask for a key first, so that 401 comes before 404. */
const PREFIXES = Object.entries({
  '/api/v1': 'key',
  '/api/scorecards': 'key',
  '/api/api-keys': 'key',
  '/api/ingest': 'ingest',
  '/api/admin': 'admin',
} as const).map(([path, access]) => ({ path, below: `${path}/`, info: routeInfo('unmatched', { access }) }));

function unmatched(path: string): RouteInfo {
  return PREFIXES.find((prefix) => path === prefix.path || path.startsWith(prefix.below))?.info ?? NOT_ROUTED;
}

export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
