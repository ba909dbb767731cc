import type { CaptureContext } from '../core/capture/capture-store.ts';
import { captureMark, jsonEntry, jsonValues } from './captured.ts';
import type { Item, Parser, StoredCapture } from './format.ts';

/** A value of a file or answer, and where in it. */
export interface Placed<T = unknown> {
  readonly at: string;
  readonly raw: T;
}

/** Where an entry stands. */
export interface EntryPlace {
  /** Or URL. */
  readonly file: string;
  readonly at: string;
  readonly context: CaptureContext;
}

/** A parser of entries that are JSON values, each of which is read without regard to the others. */
export interface EntryParser<T = unknown> extends Parser {
  /** The items of a file or answer. */
  parse(file: string, entries: Iterable<Placed<T>>, context?: CaptureContext): Generator<Item>;
  /** The same for entries that come one after another. */
  stream(file: string, entries: AsyncIterable<Placed<T>>, context?: CaptureContext): AsyncGenerator<Item>;
}

export function entryParser<T = unknown>(
  parser: Pick<Parser, 'name' | 'version' | 'feed' | 'captures'> & {
    /** What one entry becomes. */
    read(raw: T, place: EntryPlace): Iterable<Item>;
  },
): EntryParser<T> {
  const { read, ...about } = parser;
  function* itemsOf({ at, raw }: Placed<T>, file: string, context: CaptureContext): Generator<Item> {
    yield jsonEntry(at, raw);
    yield* read(raw, { file, at, context });
  }
  return {
    ...about,
    *parse(file, entries, context = {}) {
      yield captureMark(about, file, context);
      for (const entry of entries) yield* itemsOf(entry, file, context);
    },
    async *stream(file, entries, context = {}) {
      yield captureMark(about, file, context);
      for await (const entry of entries) yield* itemsOf(entry, file, context);
    },
    async *reread({ place, context, entries }) {
      yield captureMark(about, place, context);
      // It was this parser that wrote them.
      for await (const { at, content } of entries)
        yield* itemsOf({ at, raw: JSON.parse(content) as T }, place, context);
    },
  };
}

/** The elements of a list, counted from 1: `record 1`. */
export const numbered = <T>(label: string, list: readonly T[]): readonly Placed<T>[] =>
  list.map((raw, index) => ({ at: `${label} ${index + 1}`, raw }));

/** A parser of lists of JSON values that are read together, for some of them have to do with others. */
export const listParser = (
  about: Pick<Parser, 'name' | 'version' | 'feed' | 'captures'>,
  /** The same that reads files and answers, marks included. */
  read: (values: readonly unknown[], capture: StoredCapture) => Iterable<Item>,
): Parser => ({
  ...about,
  async *reread(capture) {
    yield* read(await jsonValues(capture), capture);
  },
});
