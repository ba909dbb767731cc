import type {
  CaptureHead,
  CapturePart,
  CaptureStore,
  NativeEntry,
  OpenCapture,
  Outcome,
} from '../core/capture/capture-store.ts';
import type { CaptureMark, EntryMark } from './format.ts';

/** Where native entries are kept. */
export interface Captures {
  open(
    head: Pick<CaptureHead, 'module' | 'place' | 'parser' | 'version' | 'captures' | 'context'>,
  ): OpenCapture;
  readonly keep: CaptureStore['keep'];
}

interface OpenEntry extends NativeEntry {
  readonly outcomes: Outcome[];
}

interface Segment {
  readonly capture: OpenCapture;
  entries: OpenEntry[];
}

/** Gathers native entries with what became of them, and keeps them. */
export interface CaptureBuffer {
  /** Whether what comes belongs to a capture. */
  isOpen(): boolean;
  /** Begins the next capture, and with it ends the one before. */
  begin(mark: CaptureMark): void;
  add(mark: EntryMark): void;
  /** What the last entry became. */
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

export function createCaptureBuffer(module: string, captures: Captures): CaptureBuffer {
  let segments: Segment[] = [];
  let entries = 0;
  let characters = 0;

  const keep = async (isLastEnded: boolean) => {
    const last = segments.length - 1;
    await captures.keep(segments.map((segment, index) => partOf(segment, index < last || isLastEnded)));
    const open = segments.at(-1);
    segments = open && !isLastEnded ? [{ capture: open.capture, entries: [] }] : [];
    entries = 0;
    characters = 0;
  };

  return {
    isOpen: () => segments.length > 0,
    begin({ parser, place, context }) {
      const head = {
        module,
        place,
        parser: parser.name,
        version: parser.version,
        captures: parser.captures,
        context,
      };
      segments.push({ capture: captures.open(head), entries: [] });
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
    flush: () => keep(false),
    async end(isWhole) {
      // What was not read to its end has become nothing yet: it comes again.
      const cut = segments.at(-1)?.entries;
      if (!isWhole && cut?.at(-1)?.outcomes.length === 0) cut.pop();
      await keep(isWhole);
    },
  };
}

function partOf({ capture, entries }: Segment, isEnd: boolean): CapturePart {
  const nothing = entries.find(({ outcomes }) => outcomes.length === 0);
  if (nothing) throw new Error(`${nothing.at} of ${capture.head.place} became nothing, and was not skipped`);
  return { capture, entries, isEnd };
}
