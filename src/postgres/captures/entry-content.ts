import { createHash, hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Of a text, as a UUID: half of its SHA-256. */
export const contentHash = (content: string): string => uuidOf(hash('sha256', content, 'hex'));

/** A digest of hashes in their order. */
export interface Digest {
  add(hash: string): void;
  /** Of those added and then these. */
  uuid(last: readonly string[]): string;
}

export function createDigest(): Digest {
  const digest = createHash('sha256');
  return {
    add: (hash) => void digest.update(hash),
    uuid: (last) => uuidOf(last.reduce((sum, hash) => sum.update(hash), digest.copy()).digest('hex')),
  };
}

function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** Contents in one block at most, and characters from which on a block is full: one is read whole for each entry. */
const MAX_CONTENTS = 500;
const FULL_AT = 128 * 1024;

/** Contents that lie beside each other are alike, and compress far better together than one by one. */
export function blocksOf<T extends { readonly content: string }>(entries: readonly T[]): readonly T[][] {
  const blocks: T[][] = [];
  let characters = FULL_AT;
  for (const entry of entries) {
    const block = blocks.at(-1);
    if (block === undefined || characters >= FULL_AT || block.length === MAX_CONTENTS) {
      blocks.push([entry]);
      characters = entry.content.length;
    } else {
      block.push(entry);
      characters += entry.content.length;
    }
  }
  return blocks;
}

export function packBlock(contents: readonly string[]): Buffer {
  const params = { [constants.ZSTD_c_compressionLevel]: 3 };
  return zstdCompressSync(JSON.stringify(contents), { params });
}

export function unpackBlock(bytes: Buffer): readonly string[] {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8')); // as packBlock wrote it
}
