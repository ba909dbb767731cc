import type { CaptureHead, CaptureWriter, Outcome } from '../core/capture/capture-store.ts';
import type { CaptureMark, EntryMark } from './format.ts';

/** Opens a file or answer whose entries are to be kept. */
export type OpenCapture = (
  head: Pick<CaptureHead, 'module' | 'place' | 'parser' | 'version' | 'context'>,
) => CaptureWriter;

interface OpenEntry extends Omit<EntryMark, 'kind'> {
  readonly outcomes: Outcome[];
}

interface Segment {
  readonly place: string;
  readonly writer: CaptureWriter;
  entries: OpenEntry[];
}

/** Gathers native entries with what became of them, and keeps them. */
export interface CaptureBuffer {
  /** Whether what comes belongs to a capture. */
  isOpen(): boolean;
  /** Begins the next capture, and with it ends the one before. */
  begin(mark: CaptureMark): void;
  add(mark: EntryMark): void;
  /** What the last entry became; what follows no entry is of none. */
  became(outcome: Outcome): void;
  /** Whether it is time to flush. To be asked before an entry is added, for one is kept whole. */
  isFull(): boolean;
  /** Keeps what was gathered. */
  flush(): Promise<void>;
  /** The same when nothing more comes. `isWhole`: the last capture was read to its end. */
  end(isWhole: boolean): Promise<void>;
}

const MAX_ENTRIES = 2_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;

export function createCaptureBuffer(module: string, open: OpenCapture): CaptureBuffer {
  let segments: Segment[] = [];
  let entries = 0;
  let characters = 0;

  const flush = async () => {
    for (const [index, segment] of segments.entries()) {
      for (const { at, outcomes } of segment.entries)
        if (outcomes.length === 0)
          throw new Error(`${at} of ${segment.place} became nothing, and was not skipped`);
      await segment.writer.keep(segment.entries);
      segment.entries = [];
      if (index < segments.length - 1) await segment.writer.end();
    }
    segments = segments.slice(-1);
    entries = 0;
    characters = 0;
  };

  return {
    isOpen: () => segments.length > 0,
    begin({ parser, place, context }) {
      const writer = open({ module, place, parser: parser.name, version: parser.version, context });
      segments.push({ place, writer, entries: [] });
    },
    add({ at, content }) {
      segments.at(-1)?.entries.push({ at, content, outcomes: [] });
      entries += 1;
      characters += content.length;
    },
    became(outcome) {
      segments.at(-1)?.entries.at(-1)?.outcomes.push(outcome);
    },
    isFull: () => entries >= MAX_ENTRIES || characters >= MAX_CHARACTERS,
    flush,
    async end(isWhole) {
      await flush();
      if (isWhole) await segments.at(-1)?.writer.end();
      segments = [];
    },
  };
}
