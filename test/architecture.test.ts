import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registry } from '../src/feeds/index.ts';
import { formats } from '../src/sources/index.ts';
import { parsers } from '../src/sources/parsers.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');

const sourceFiles = walk(SRC).filter((file) => /\.tsx?$/.test(file));

function walk(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return [];
    return entry.isDirectory() ? walk(join(dir, entry.name)) : [join(dir, entry.name)];
  });
}

/** Files of the project that a file imports, relative to `src`. Type imports count: they are dependencies of a reader. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.map((specifier) => relative(SRC, resolve(dirname(file), specifier)));
}

/**
 * What each layer may import, as patterns on paths below `src`; its own folder always. The first rule that matches a file
 * holds. `app` wires everything together, and may import everything.
 */
const LAYERS: readonly (readonly [RegExp, readonly RegExp[]])[] = [
  [/^feed\//, []],
  [/^errors\.ts$/, []],
  [
    /^feeds\/index\.ts$/,
    [
      /^feed\//,
      /^feeds\//,
      /^core\/ingest\/ingest\.ts$/,
      /^rest\/extend\.ts$/,
      /^graphql\/schema\/builder\.ts$/,
    ],
  ],
  [/^feeds\/[^/]+\/rest[^/]*\.ts$/, [/^feed\//, /^rest\/extend\.ts$/]],
  [/^feeds\/[^/]+\/graph[^/]*\.ts$/, [/^feed\//, /^graphql\/schema\/builder\.ts$/]],
  [/^feeds\/[^/]+\//, [/^feed\//]],
  [/^core\//, [/^feed\//, /^errors\.ts$/]],
  [/^(postgres|memory|redis|files|s3|oidc)\//, [/^core\//, /^feed\//, /^errors\.ts$/]],
  [/^http\//, [/^core\//, /^errors\.ts$/]],
  [
    /^(rest|graphql)\//,
    [
      /^core\//,
      /^feed\//,
      /^errors\.ts$/,
      /^http\/(surface|request-context|reply|quota\/charge|websocket\/(close-codes|socket-connection)|static\/static-file)\.ts$/,
    ],
  ],
  // A source may use what a feed derives its records with, but none of the feed's surfaces.
  [
    /^sources\//,
    [/^feed\//, /^feeds\/[^/]+\/(?!rest|graph)[^/]+\.ts$/, /^core\/capture\/capture-store\.ts$/],
  ],
  [/^engines\//, [/^feed\//, /^feeds\/[^/]+\/(?!rest|graph)[^/]+\.ts$/, /^sources\//]],
  // Puts the simulated market together with the services.
  [/^demo\/(demo|import-simulated)\.ts$/, [/./]],
  [/^demo\//, [/^feed\//, /^feeds\/[^/]+\/(?!rest|graph)[^/]+\.ts$/, /^sources\//, /^engines\//]],
  [/^alerts\//, [/^core\//, /^errors\.ts$/, /^http\/surface\.ts$/]],
  [/^account\//, [/^core\//, /^errors\.ts$/, /^http\/surface\.ts$/]],
  [/^pages\//, [/^errors\.ts$/, /^http\/(surface|static\/static-file)\.ts$/]],
  // It runs in browsers: of the server it knows the graph alone, through generated types and the client.
  [/^web\//, [/^\.\.\/schema\/operations\/generated\//, /^client\/client\.ts$/]],
  [/^cli\//, [/^config\.ts$/, /^(app|ingestion)\//, /^core\//, /^feed\//, /^sources\//, /^errors\.ts$/]],
  [
    /^ingestion\//,
    [/^app\/services\.ts$/, /^core\//, /^feed\//, /^feeds\//, /^sources\//, /^engines\//, /^errors\.ts$/],
  ],
  [/^config\.ts$/, [/^core\//]],
  // It runs in other people's programs and pages.
  [/^client\//, []],
];

function folderOf(path: string): string {
  return path.startsWith('feeds/') ? dirname(path) : (path.split('/')[0] ?? path);
}

describe('architecture', () => {
  it('has nothing loose at the top of src', () => {
    const loose = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(loose.map(({ name }) => name)).toEqual(['config.ts', 'errors.ts', 'main.ts', 'require-node.cjs']);
  });

  it('keeps to the layers', () => {
    const wrong = sourceFiles.flatMap((file) => {
      const path = relative(SRC, file);
      const rule = LAYERS.find(([pattern]) => pattern.test(path));
      if (!rule) return []; // the composition root
      const own = folderOf(path);
      return importsOf(file)
        .filter((target) => folderOf(target) !== own && !rule[1].some((allowed) => allowed.test(target)))
        .map((target) => `${path} must not import ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('gives the typed client nothing that a browser does not have', () => {
    const packages = sourceFiles
      .filter((file) => relative(SRC, file).startsWith('client/'))
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^.'][^']*)'/g),
      ])
      .map((match) => match[1]);
    expect(new Set(packages)).toEqual(new Set(['graphql', 'graphql-ws/client']));
  });

  it('has no circles, types included', () => {
    const graph = new Map(sourceFiles.map((file) => [relative(SRC, file), importsOf(file)]));
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      if (done.has(path) || trail.includes(path)) return;
      for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(circles).toEqual([]);
  });

  it('has the test of a file at the same place, by the same name', () => {
    const byName = Map.groupBy(
      sourceFiles.map((file) => relative(SRC, file).replace(/\.tsx?$/, '')),
      (path) => `${path.split('/')[0]} ${basename(path)}`,
    );
    const tests = walk(join(ROOT, 'test')).flatMap((file) =>
      file.endsWith('.test.ts') ? [relative(join(ROOT, 'test'), file).slice(0, -'.test.ts'.length)] : [],
    );
    const misplaced = tests.flatMap((path) => {
      const [source, ...others] = byName.get(`${path.split('/')[0]} ${basename(path)}`) ?? [];
      // Suites that test more than one file have names of their own, or a folder: api, contract, docs …
      return source === undefined || others.length > 0 || source === path
        ? []
        : [`${path} belongs to ${source}`];
    });
    expect(tests.length).toBeGreaterThan(200);
    expect(misplaced).toEqual([]);
  });

  it('has no file over 300 lines', () => {
    const long = [...sourceFiles, ...walk(join(ROOT, 'test')).filter((file) => file.endsWith('.ts'))]
      .filter((file) => !file.includes('/generated/'))
      .map((file) => [relative(ROOT, file), readFileSync(file, 'utf8').split('\n').length] as const)
      .filter(([, lines]) => lines > 300);
    expect(long).toEqual([]);
  });

  it('reads the environment in one place and the time in another', () => {
    const readers = (pattern: RegExp, allowed: readonly string[]) =>
      sourceFiles
        .filter((file) => pattern.test(withoutComments(readFileSync(file, 'utf8'))))
        .map((file) => relative(SRC, file))
        .filter((path) => !allowed.includes(path));
    expect(readers(/process\.env/, ['main.ts', 'config.ts'])).toEqual([]);
    expect(readers(/Date\.now\(|new Date\(\)/, ['app/services.ts', 'web/clock.ts'])).toEqual([]);
  });

  it('registers every feed on disk, and nothing else', () => {
    const folders = readdirSync(join(SRC, 'feeds')).filter((name) =>
      statSync(join(SRC, 'feeds', name)).isDirectory(),
    );
    expect(registry.map(({ feed }) => feed.module).sort()).toEqual(folders.sort());
    for (const folder of folders)
      expect(existsSync(join(SRC, 'feeds', folder, 'feed.ts')), folder).toBe(true);
    for (const file of ['type', 'plural', 'table', 'module'] as const) {
      const names = registry.map(({ feed }) => feed[file]);
      expect(new Set(names).size, `${file} is unique`).toBe(names.length);
    }
  });

  it('registers every format of a source on disk', () => {
    const declared = sourceFiles
      .filter((file) => relative(SRC, file).startsWith('sources/'))
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(
          /export const \w+(?:: Format = \{| = stockBarFormat\(\{)\s*name: '([^']+)'/g,
        ),
      ])
      .map((match) => match[1]);
    expect(formats.map((format) => format.name).sort()).toEqual(declared.sort());
  });

  it('reads the native entries of every format again, each by a parser of a name of its own', () => {
    const without = formats.filter((format) => !format.parsers || format.parsers.length === 0);
    expect(without.map(({ name }) => name)).toEqual([]);
    const names = parsers.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}
