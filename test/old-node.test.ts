import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const dir = mkdtempSync(join(tmpdir(), 'alpha-old-node-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const scripts = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;

/** Preloaded, it makes this Node say that it is another; `OLD_NODE=<path>` runs a real one instead. */
function runAs(version: string, command: string) {
  const pretend = join(dir, `node-${version}.cjs`);
  writeFileSync(pretend, `Object.defineProperty(process.versions, 'node', { value: '${version}' });`);
  const old = process.env.OLD_NODE;
  const [node = process.execPath, ...preload] = old ? [old] : [process.execPath, '--require', pretend];
  const args = command.split(' ').slice(1);
  return spawnSync(node, [...preload, ...args], { cwd: ROOT, encoding: 'utf8', timeout: 300_000 });
}

const WANTED = /^error: Alpha Data needs Node 24\.0 or newer, this is v\d+\.\d+\.\d+ \(.*\)\..*npm ci.*\n$/;

test.each(['18.20.8', '20.20.0', '23.11.1'])('npm start on Node %s says which one is wanted', (version) => {
  const { status, stderr, stdout } = runAs(version, scripts.start ?? '');
  expect(stderr).toMatch(WANTED);
  expect([status, stdout]).toEqual([1, '']);
});

test('the command line on an old Node says which one is wanted', () => {
  expect(runAs('20.20.0', `${scripts.alpha} --version`).stderr).toMatch(WANTED);
});

test('Node as it is wanted runs it', () => {
  const { status } = spawnSync(
    process.execPath,
    [...(scripts.alpha ?? '').split(' ').slice(1), '--version'],
    {
      cwd: ROOT,
    },
  );
  expect(status).toBe(0);
});

test('the entry links on an old Node: it imports the check first, and nothing by a name', () => {
  const imports = readFileSync(join(ROOT, 'src/main.ts'), 'utf8').match(/^import .*/gm) ?? [];
  expect(imports[0]).toBe(`import './require-node.cjs';`);
  // Names that every Node from 12 on has.
  const known = new Set(['nodeModule', '{ fileURLToPath }']);
  const bound = imports.slice(1).map((line) => /^import (.*) from/.exec(line)?.[1] ?? line);
  expect(bound.filter((name) => !known.has(name))).toEqual([]);
  expect(readdirSync(join(ROOT, 'src'))).toContain('require-node.cjs');
});
