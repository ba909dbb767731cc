import { crc32 } from 'node:zlib';

/** Recognises texts that come again, as well as a fixed amount of memory can: the doorkeeper of a cache. */
export interface AdmissionFilter {
  /** Whether the same text came lately; from now on it did. Rarely true for one that did not. */
  isRepeated(text: string): boolean;
}

/** A power of two. */
const PLACES = 65_536;

/** One checksum a place: 256 KB, and nothing for the garbage collector to do. */
export function createAdmissionFilter(): AdmissionFilter {
  const seen = new Uint32Array(PLACES);
  return {
    isRepeated(text) {
      const sum = crc32(text);
      const place = sum % PLACES;
      const isSeen = seen[place] === sum;
      seen[place] = sum;
      return isSeen;
    },
  };
}
