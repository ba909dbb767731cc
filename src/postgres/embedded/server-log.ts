import { copyFile, open, stat, truncate } from 'node:fs/promises';

const maxBytes = 4 * 1024 * 1024;
const tailBytes = 16 * 1024;
const tailLines = 15;

/**
 * Moves a log that has grown too long aside, to `<file>.1`. It is copied and emptied, not renamed: a postmaster
 * that already runs keeps appending to the file it has open.
 */
export async function trimLog(file: string): Promise<void> {
  if ((await sizeOf(file)) <= maxBytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** The file's length in bytes, 0 when there is none. */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** The last lines that were written after the first `fromBytes` bytes. */
export async function readTail(file: string, fromBytes: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const start = Math.max(fromBytes, size - tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(0, size - start)), 0, null, start);
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-tailLines).join('\n');
  } finally {
    await handle.close();
  }
}
