import { crc32 } from 'node:zlib';

/** Tells what comes again, as well as a fixed amount of memory can. */
export interface Repeats {
  /** Whether the same text was noted lately. Rarely true for one that was not. */
  note(text: string): boolean;
}

/** A power of two. */
const PLACES = 65_536;

/** One checksum a place: 256 KB, and nothing for the collector to do. */
export function createRepeats(): Repeats {
  const noted = new Uint32Array(PLACES);
  return {
    note(text) {
      const sum = crc32(text);
      const place = sum % PLACES;
      const isKnown = noted[place] === sum;
      noted[place] = sum;
      return isKnown;
    },
  };
}
