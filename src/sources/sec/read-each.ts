import { captureMark, textEntry } from '../captured.ts';
import { type Item, SourceError } from '../format.ts';

/**
 * Reads sources one after another. One that cannot be read at all (HTML, truncated gzip, another format) throws its
 * `SourceError` when it is alone; among several it is one rejection that carries the message, and the others go on.
 */
export async function* readEach<Source>(
  sources: readonly Source[],
  nameOf: (source: Source) => string,
  read: (source: Source) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  for (const source of sources) {
    try {
      yield* read(source);
    } catch (error) {
      if (!(error instanceof SourceError) || sources.length === 1) throw error;
      yield* unreadable(nameOf(source), 'file', 'unreadable file', error.message);
    }
  }
}

/** A capture of what could not be read: all that there is of it is the message. No parser, for it cannot be read again. */
export function* unreadable(file: string, at: string, reason: string, message: string): Generator<Item> {
  yield captureMark({ name: 'unreadable-file', version: 1, captures: 'state' }, file);
  yield textEntry(at, message);
  yield { kind: 'rejected', file, at, field: null, reason, raw: message };
}
