import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';

/** A page as built: the whole layout with its styles, and a script beside it. */
export interface SitePage {
  readonly html: string;
  /** Strong entity tag, quotes included. */
  readonly etag: string;
  /** Content-Security-Policy: nothing inline but the styles that are in the page, nothing from elsewhere. */
  readonly policy: string;
}

export interface SiteAsset {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** What `npm run build:web` made, in memory: it is small and never changes under its names. */
export interface Site {
  /** By name: `index`, `asset`, `account`, `missing`. */
  readonly pages: ReadonlyMap<string, SitePage>;
  /** By path below the site, each with a hash in its name: `assets/index-x1y2.js`. */
  readonly assets: ReadonlyMap<string, SiteAsset>;
  /** Whether the key of a demo is in its pages. */
  readonly hasKey: boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Null when nothing was built there. Throws when it cannot be read otherwise.
 * @param demoKey of a simulated market: the pages offer it to who has no key.
 */
export function readSite(dir: string, demoKey?: string): Site | null {
  const files = filesIn(dir);
  if (files === null) return null;
  const pages = new Map<string, SitePage>();
  const assets = new Map<string, SiteAsset>();
  for (const file of files) {
    const bytes = readFileSync(join(dir, file));
    const type = extname(file);
    if (type === '.html')
      pages.set(file.slice(0, -type.length), pageOf(withDemoKey(bytes.toString('utf8'), demoKey)));
    else assets.set(file, { bytes, contentType: CONTENT_TYPES[type] ?? 'application/octet-stream' });
  }
  return { pages, assets, hasKey: demoKey !== undefined };
}

function filesIn(dir: string): readonly string[] | null {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A token has no character that means something in markup. */
const withDemoKey = (html: string, key: string | undefined): string =>
  key === undefined ? html : html.replace('</head>', `<meta name="demo-key" content="${key}" /></head>`);

function pageOf(html: string): SitePage {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, css = '']) => `'sha256-${digest(css, 'base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styles.join(' ')}`.trimEnd(),
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, etag: `"${digest(html, 'base64url').slice(0, 27)}"`, policy };
}

const digest = (text: string, encoding: 'base64' | 'base64url'): string =>
  createHash('sha256').update(text).digest(encoding);
