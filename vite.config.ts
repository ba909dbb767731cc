import { readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import * as graphiql from '@graphql-yoga/render-graphiql/graphiql';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { defineConfig, type Plugin } from 'vite';
import { writeGuides } from './build-guides.ts';

const SOURCE = resolve(import.meta.dirname, 'src/web');

/** Pages that the header leads to. */
const PLACES: Readonly<Record<string, string>> = {
  '/index.html': '/',
  '/account.html': '/account',
  '/guides.html': '/guides',
};

/** `<!-- include frame/header.html -->`: what all pages share; in the header the page says which it is. */
const includes: Plugin = {
  name: 'includes',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { path: page }) =>
      html
        .replace(/<!-- include (\S+) -->/g, (_, path: string) => readFileSync(resolve(SOURCE, path), 'utf8'))
        .replace(`<a href="${PLACES[page]}">`, `<a href="${PLACES[page]}" aria-current="page">`)
        .replace('class="feeds-button"', (button) =>
          page === '/feed.html' ? `${button} aria-current="true"` : button,
        ),
  },
};

/**
 * The font as styles that have it in them. A browser paints nothing before the styles of a page are there, so the first paint has
 * the font: one that is asked for beside the styles comes late on a first visit, and the page keeps another or jumps.
 */
const font: Plugin = {
  name: 'font',
  buildStart() {
    const file = createRequire(import.meta.url).resolve(FONT);
    const css = readFileSync(resolve(SOURCE, 'styles/font.css'), 'utf8');
    const data = `data:font/woff2;base64,${readFileSync(file, 'base64')}`;
    this.emitFile({ type: 'asset', name: 'inter.css', source: css.replace('FILE', () => data) });
  },
};

const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Puts the styles into the page, so that its first paint needs them and the font alone. The server allows them by their hash. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) =>
      html
        .replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
          const css = bundle?.[file];
          return css?.type === 'asset' ? `<style>${String(css.source).trim()}</style>` : link;
        })
        .replace(
          '<style>',
          `${Object.keys(bundle ?? {})
            .filter((file) => /inter-[\w-]+\.css$/.test(file))
            .map((file) => `<link rel="stylesheet" href="/${file}">`)
            .join('')}<style>`,
        ),
  },
};

/** Files of the pages that libraries make, by name: GraphiQL's at `/graphql`, Scalar's at `/docs`. */
const LIBRARIES: Readonly<Record<string, () => Promise<string> | string>> = {
  'graphiql.js': () => graphiql.js,
  'graphiql.css': () => graphiql.css,
  'graphiql-editor-worker.js': () => graphiql.editorWorkerService,
  'graphiql-json-worker.js': () => graphiql.jsonWorker,
  'graphiql-graphql-worker.js': () => graphiql.graphqlWorker,
  'graphql-ws.js'() {
    const folder = join(createRequire(import.meta.url).resolve('graphql-ws/package.json'), '..');
    return readFileSync(join(folder, 'umd/graphql-ws.min.js'), 'utf8');
  },
  // The package hands out its script over HTTP alone.
  async 'scalar.js'() {
    const app = fastify();
    await app.register(scalar, { routePrefix: '/docs', configuration: { content: {} } });
    const { body } = await app.inject('/docs/js/scalar.js');
    await app.close();
    return body;
  },
};

/** Puts them beside what is built, under hashed names. */
const libraries: Plugin = {
  name: 'libraries',
  async generateBundle() {
    for (const [name, read] of Object.entries(LIBRARIES))
      this.emitFile({ type: 'asset', name, source: await read() });
  },
};

/** Smaller files fit a packet anyway. */
const MIN_BYTES = 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Compresses every asset here, so that no server does: `index-x1y2.js.br` and `.gz`. */
const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.values(bundle).filter(({ fileName }) => !fileName.endsWith('.html'));
    const compress = async (file: (typeof files)[number]) => {
      const bytes = Buffer.from(file.type === 'asset' ? file.source : file.code);
      if (bytes.length < MIN_BYTES) return;
      const path = join(dir, file.fileName);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, BROTLI));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes));
    };
    await Promise.all(files.map(compress));
  },
};

/** The page `guides.html` is the frame of every guide. */
const guides: Plugin = {
  name: 'guides',
  writeBundle({ dir = '' }) {
    const template = join(dir, 'guides.html');
    writeGuides(dir, readFileSync(template, 'utf8'));
    rmSync(template);
  },
};

export default defineConfig({
  root: SOURCE,
  plugins: [includes, font, inlineStyles, libraries, compressed, guides],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 10_000, // kilobytes; the libraries are made by others
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index', 'asset', 'entity', 'feed', 'account', 'status', 'guides', 'missing'].map((name) =>
        resolve(SOURCE, `${name}.html`),
      ),
    },
  },
});
