import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

const PACKAGE = join(ROOT, 'clients/typescript');

/** A project of somebody else that has the packed client in its `node_modules`, and nothing else. */
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
  const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
  // Beside the folder that the package's own build writes: several tests pack at a time.
  const dist = ['--outDir', join(source, 'dist')];
  await run(bin('vite'), ['build', '--logLevel', 'warn', ...dist], { cwd: PACKAGE });
  await run(bin('tsc'), ['-p', 'tsconfig.json', ...dist], { cwd: PACKAGE });
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    cpSync(join(PACKAGE, name), join(source, name));
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', dir];
  const { stdout } = await run('npm', packing, { cwd: source });
  const [{ filename } = { filename: '' }] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  rmSync(source, { recursive: true });
  await run('tar', ['-xzf', join(dir, filename), '-C', modules]);
  mkdirSync(join(modules, '@alpha-data'));
  await run('mv', [join(modules, 'package'), join(modules, '@alpha-data/client')]);
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
