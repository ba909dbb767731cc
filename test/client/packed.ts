import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A project of somebody else that has the packed package in its `node_modules`, with what the client needs and no more. */
export interface Consumer {
  readonly dir: string;
  remove(): void;
}

export async function installPacked(): Promise<Consumer> {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-consumer-'));
  const source = join(dir, 'package');
  const modules = join(dir, 'node_modules');
  mkdirSync(source);
  mkdirSync(modules);
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  await run(tsc, ['-p', 'tsconfig.build.json', '--outDir', join(source, 'dist')], { cwd: ROOT });
  cpSync(join(ROOT, 'package.json'), join(source, 'package.json'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', dir], { cwd: source });
  const [{ filename } = { filename: '' }] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  rmSync(source, { recursive: true });
  await run('tar', ['-xzf', join(dir, filename), '-C', modules]);
  await run('mv', [join(modules, 'package'), join(modules, 'alpha-data')]);
  for (const name of ['graphql', 'graphql-ws'])
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
