import { createReadStream } from 'node:fs';
import { access, mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileBucket } from '../core/files/file-ports.ts';

/** Keeps files in a folder of this machine. What is made is on the same disk: it comes in by its name alone. */
export function createLocalBucket(folder: string): FileBucket {
  return {
    async keep(place, path) {
      const kept = join(folder, place);
      await mkdir(dirname(kept), { recursive: true, mode: 0o700 });
      await rename(path, kept);
      await sync(dirname(kept));
    },
    linkTo: async () => null,
    async read(place, start, end) {
      const path = join(folder, place);
      const isHere = await access(path).then(
        () => true,
        () => false,
      );
      return isHere ? createReadStream(path, { start, end }) : null;
    },
  };
}

/** A name is on the disk once its folder is. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
