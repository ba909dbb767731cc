import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Installs the servers of `bench/package.json` as its lockfile has them, unless they are there already. */
export function installPeers(): void {
  if (isInstalled()) return;
  console.error('installing the servers to compare with (bench/package.json)');
  execFileSync('npm', ['ci', '--prefix', HERE, '--ignore-scripts', '--no-fund', '--no-audit'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** npm leaves what it installed beside what it was told to install. */
function isInstalled(): boolean {
  const installed = `${HERE}node_modules/.package-lock.json`;
  if (!existsSync(installed)) return false;
  const packagesOf = (file: string): Packages => JSON.parse(readFileSync(file, 'utf8')).packages;
  const wanted = packagesOf(`${HERE}package-lock.json`);
  const there = packagesOf(installed);
  return Object.keys(wanted['']?.dependencies ?? {}).every(
    (name) => there[`node_modules/${name}`]?.version === wanted[`node_modules/${name}`]?.version,
  );
}

type Packages = Readonly<
  Record<string, { version?: string; dependencies?: Readonly<Record<string, string>> }>
>;
