import { execFile } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** Where the pages are: the same place for the sources and for what `npm run build` makes of them. */
export const SITE_DIR = join(ROOT, 'dist/web');

const SOURCES = [
  'src/web',
  'src/client',
  'schema/operations',
  'docs',
  'clients/python/README.md',
  'build-code.ts',
  'build-examples.ts',
  'build-guide-links.ts',
  'build-guide-list.ts',
  'build-guide-passages.ts',
  'build-guides.ts',
  'vite.config.ts',
  'package-lock.json',
];

/**
 * Builds the pages when they are missing or older than their sources, in some seconds. Of the sources only: what was
 * built for publishing has its pages. Rejects with what Vite says when it fails or is not installed.
 */
export async function buildSiteIfStale(): Promise<void> {
  const isPublished = !import.meta.filename.endsWith('.ts');
  if (isPublished || !isStale()) return;
  // Several processes may start at once: each builds aside, and one after the other puts its own in place.
  const aside = `${SITE_DIR}.${process.pid}`;
  const old = `${aside}.old`;
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', aside, '--logLevel', 'error'];
  try {
    // Whatever runs this, tests too, gets the libraries as they are in production.
    await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { NODE_ENV: 'production' } });
    // Another one may have put the same pages there in between, and may be reading them by now.
    if (!isStale()) return;
    // At once, or others would find none, call it stale and replace this one while it is read.
    if (existsSync(SITE_DIR)) renameSync(SITE_DIR, old);
    renameSync(aside, SITE_DIR);
  } finally {
    for (const gone of [aside, old]) rmSync(gone, { recursive: true, force: true });
  }
}

function isStale(): boolean {
  const builtAt = changedAt(join(SITE_DIR, 'index.html'));
  return SOURCES.flatMap(filesBelow).some((path) => changedAt(path) > builtAt);
}

/** Folders too: a file that is gone changes its folder. */
function filesBelow(source: string): readonly string[] {
  const path = join(ROOT, source);
  if (!statSync(path).isDirectory()) return [path];
  return [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))];
}

/** Epoch milliseconds; 0 for what does not exist. */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
