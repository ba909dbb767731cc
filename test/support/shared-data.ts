import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'vitest';

/**
 * Samples of real providers lie beside the repository, not in it (some may not be redistributed). Tests on them are
 * skipped where they are absent, unless REQUIRE_SHARED_DATA=1 says that they must be there.
 */
const ROOT = resolve(process.cwd(), '../shared/data');

/** The absolute path of a sample file or folder, e.g. `congress/house-clerk-fd/2024FD.xml`; null when it is absent. */
export function sharedData(path: string): string | null {
  const file = resolve(ROOT, path);
  return existsSync(file) ? file : null;
}

/** `describe` of a suite that reads one sample file or folder; it gets the absolute path. */
export function describeWithSharedData(title: string, path: string, suite: (file: string) => void): void {
  const file = sharedData(path);
  if (file !== null) {
    describe(title, () => suite(file));
  } else if (process.env.REQUIRE_SHARED_DATA === '1') {
    describe(title, () => {
      it('finds its sample data', () => {
        throw new Error(`REQUIRE_SHARED_DATA=1, but ${resolve(ROOT, path)} does not exist`);
      });
    });
  } else {
    // The suite is not even collected: it may read the folder before its first test.
    describe.skip(`${title} [skipped: no sample data at ${resolve(ROOT, path)}]`, () => {
      it('needs its sample data', () => undefined);
    });
  }
}
