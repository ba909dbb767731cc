import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where the clients are, with a package of their own: npm ci of the project does not install them. */
export const CLIENTS = import.meta.dirname;

/**
 * Installs the clients of `package.json` as its lockfile has them, unless they are there already.
 * @returns why they cannot be had; null: they are there. With REQUIRE_CLIENTS=1 that is an error.
 */
export async function installClients(): Promise<string | null> {
  if (isInstalled()) return null;
  const options = ['--ignore-scripts', '--no-fund', '--no-audit'];
  try {
    await promisify(execFile)('npm', ['ci', '--prefix', CLIENTS, ...options]);
    return null;
  } catch (error) {
    const { stderr = '' } = error as { readonly stderr?: string };
    const [unreachable] = UNREACHABLE.exec(stderr) ?? [];
    if (unreachable === undefined || process.env.REQUIRE_CLIENTS === '1') throw error;
    return `npm ci --prefix test/clients reaches no registry: ${unreachable}`;
  }
}

const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;

/** npm leaves what it installed beside what it was told to install. */
function isInstalled(): boolean {
  const installed = join(CLIENTS, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const versionsIn = (file: string) => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages };
    return Object.entries(packages).flatMap(([name, { version }]) =>
      name === '' ? [] : [`${name} ${version}`],
    );
  };
  const there = new Set(versionsIn(installed));
  return versionsIn(join(CLIENTS, 'package-lock.json')).every((one) => there.has(one));
}

type Packages = Readonly<Record<string, { readonly version?: string }>>;
