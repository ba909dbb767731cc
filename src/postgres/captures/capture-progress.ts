import type { CaptureHead, KeptEntry, OpenCapture } from '../../core/capture/capture-store.ts';
import type { OutcomeRow } from './capture-rows.ts';
import { createDigest, type Digest } from './entry-content.ts';

export interface HashedEntry extends KeptEntry {
  readonly hash: string;
  readonly rows: readonly OutcomeRow[];
}

export interface HashedPart {
  readonly capture: StoredCapture;
  readonly entries: readonly HashedEntry[];
  readonly isEnd: boolean;
}

export interface CaptureRow {
  readonly id: bigint;
  readonly context: number;
}

/** A capture that is under way, and how far it is. */
export interface StoredCapture extends OpenCapture {
  /** Null until its first entries are stored. */
  row: CaptureRow | null;
  readonly done: Progress;
  /** Notes that these entries are stored. */
  advance(entries: readonly HashedEntry[]): void;
}

export interface Progress {
  readonly parts: number;
  readonly entries: number;
  /** Number of outcomes by kind. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly digest: Digest;
}

export function openCapture(head: CaptureHead): StoredCapture {
  const digest = createDigest();
  let done: Progress = { parts: 0, entries: 0, outcomes: {}, digest };
  return {
    head,
    row: null,
    get done() {
      return done;
    },
    advance(entries) {
      done = progressWith(done, entries);
      for (const { hash } of entries) digest.add(hash);
    },
  };
}

/** What it would be with these entries; the digest stays as it is. */
export function progressWith(done: Progress, entries: readonly HashedEntry[]): Progress {
  const outcomes: Record<string, number> = { ...done.outcomes };
  for (const { kind } of entries.flatMap(({ rows }) => rows)) outcomes[kind] = (outcomes[kind] ?? 0) + 1;
  const parts = done.parts + (entries.length > 0 ? 1 : 0);
  return { ...done, parts, entries: done.entries + entries.length, outcomes };
}
