import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const SOURCE = resolve(import.meta.dirname, 'src/web');

/** Pages that the header leads to. */
const PLACES: Readonly<Record<string, string>> = { '/index.html': '/', '/account.html': '/account' };

/** `<!-- include frame/header.html -->`: what all pages share; in the header the page says which it is. */
const includes: Plugin = {
  name: 'includes',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { path: page }) =>
      html
        .replace(/<!-- include (\S+) -->/g, (_, path: string) => readFileSync(resolve(SOURCE, path), 'utf8'))
        .replace(`<a href="${PLACES[page]}">`, `<a href="${PLACES[page]}" aria-current="page">`),
  },
};

/** Puts the styles into the page, so that its first paint needs one request. The server allows them by their hash. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) =>
      html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
        const css = bundle?.[file];
        return css?.type === 'asset' ? `<style>${String(css.source).trim()}</style>` : link;
      }),
  },
};

export default defineConfig({
  root: SOURCE,
  plugins: [includes, inlineStyles],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index', 'asset', 'account', 'missing'].map((name) => resolve(SOURCE, `${name}.html`)),
    },
  },
});
