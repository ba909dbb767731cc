import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { diskFile, IMMUTABLE, type StaticFile, textFile } from '../http/static/static-file.ts';

/** A page as built: the whole layout with its styles, and a script beside it. */
export interface SitePage {
  readonly html: string;
  /** Content-Security-Policy: nothing inline but the styles that are in the page, nothing from elsewhere. */
  readonly policy: string;
}

/** What `npm run build:web` made. The pages are in memory; their files are read when they are first asked for. */
export interface Site {
  /** By name: `index`, `asset`, `entity`, `account`, `missing`; guides as `guides/rest`. */
  readonly pages: ReadonlyMap<string, SitePage>;
  /** By path below the site, each with a hash in its name: `assets/index-x1y2.js`. */
  readonly assets: ReadonlyMap<string, StaticFile>;
  /** What stands beside the guides, by path below `guides`: their Markdown, `search.json`, `llms.txt`. */
  readonly guideFiles: ReadonlyMap<string, StaticFile>;
  /** The Markdown of the guides, by the same paths: `rest.md`. */
  readonly guideTexts: ReadonlyMap<string, GuideText>;
  /** URLs of the assets by their names before the hash: `graphiql.js`. */
  readonly parts: ReadonlyMap<string, string>;
  /** Whether the key of a demo is in its pages. */
  readonly hasKey: boolean;
}

/** What the build says of a guide, in `guides/catalogue.json`. */
interface CatalogueEntry {
  readonly title: string;
  /** One sentence without Markdown. */
  readonly description: string;
  readonly audience: 'users' | 'operators' | 'developers';
}

export interface GuideText extends CatalogueEntry {
  /** Its Markdown. */
  readonly text: () => Promise<string>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/** What the build puts beside a file, by content coding. */
const COMPRESSED = { br: '.br', gzip: '.gz' } as const;

/** What a server puts into its pages. */
export interface SiteWords {
  /** Of a simulated market: the pages offer it to readers without a key. */
  readonly demoKey?: string | undefined;
  /** Whether the market is simulated: the pages that show none of it say so too. */
  readonly isSimulated?: boolean;
  /** Whom readers write to, in the footer. */
  readonly contactUrl?: string | null;
}

/** Null when nothing was built there. Throws when it cannot be read otherwise. */
export function readSite(dir: string, words: SiteWords = {}): Site | null {
  const files = filesIn(dir);
  if (files === null) return null;
  const pages = new Map<string, SitePage>();
  const assets = new Map<string, StaticFile>();
  const guideFiles = new Map<string, StaticFile>();
  const guideTexts = new Map<string, GuideText>();
  const parts = new Map<string, string>();
  for (const file of files) {
    const type = extname(file);
    if (Object.values<string>(COMPRESSED).includes(type)) continue;
    if (type === '.html') {
      const html = readFileSync(join(dir, file), 'utf8');
      pages.set(file.slice(0, -type.length), pageOf(withWords(html, words)));
      continue;
    }
    if (file === CATALOGUE) continue;
    const contentType = CONTENT_TYPES[type] ?? 'application/octet-stream';
    if (file.startsWith(GUIDES)) {
      const headers = { 'content-type': contentType, 'cache-control': 'no-cache' };
      if (type === '.png') {
        const etag = `"${createHash('sha256')
          .update(readFileSync(join(dir, file)))
          .digest('base64url')
          .slice(0, 16)}"`;
        guideFiles.set(file.slice(GUIDES.length), diskFile(join(dir, file), etag, headers, {}));
        continue;
      }
      guideFiles.set(file.slice(GUIDES.length), textFile(readFileSync(join(dir, file), 'utf8'), headers));
      continue;
    }
    const name = basename(file, type);
    const headers = {
      'content-type': contentType,
      'cache-control': IMMUTABLE,
    };
    const compressed = Object.fromEntries(
      Object.entries(COMPRESSED)
        .filter(([, ending]) => files.includes(file + ending))
        .map(([encoding, ending]) => [encoding, join(dir, file + ending)]),
    );
    assets.set(file, diskFile(join(dir, file), `"${name}"`, headers, compressed));
    parts.set(name.replace(HASH, '') + type, `/${file}`);
  }
  for (const [path, entry] of Object.entries(files.includes(CATALOGUE) ? readCatalogue(dir) : {}))
    guideTexts.set(path, { ...entry, text: () => readFile(join(dir, GUIDES, path), 'utf8') });
  return { pages, assets, guideFiles, guideTexts, parts, hasKey: words.demoKey !== undefined };
}

const GUIDES = 'guides/';
const CATALOGUE = 'guides/catalogue.json';

const readCatalogue = (dir: string): Readonly<Record<string, CatalogueEntry>> =>
  JSON.parse(readFileSync(join(dir, CATALOGUE), 'utf8')); // the build's own file

/** As Vite ends names. */
const HASH = /-[\w-]{8}$/;

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

/** Neither a token nor a contact that the configuration accepts has a character that ends an attribute. */
function withWords(html: string, { demoKey, isSimulated = false, contactUrl }: SiteWords): string {
  const metas = [
    ...(demoKey === undefined ? [] : [`<meta name="demo-key" content="${demoKey}" />`]),
    ...(isSimulated ? ['<meta name="data-origin" content="simulated" />'] : []),
  ];
  const keyed = html.replace('</head>', `${metas.join('')}</head>`);
  if (!contactUrl) return keyed;
  const link = `<a href="${contactUrl.replaceAll('&', '&amp;')}" rel="noreferrer">Contact</a> · `;
  return keyed.replace('<!-- contact -->', () => link);
}

function pageOf(html: string): SitePage {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styles.join(' ')}`.trimEnd(),
    "img-src 'self' data:",
    'font-src data:', // in the styles of the font
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, policy };
}
