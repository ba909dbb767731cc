import { captureMark, textEntry } from '../captured.ts';
import { type Item, SourceError } from '../format.ts';
import { problem, rejected } from './problem.ts';

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
      const name = nameOf(source);
      // No parser: what is not there cannot be read again.
      yield captureMark({ name: 'unreadable-file', version: 1, captures: 'state' }, name);
      yield textEntry('file', error.message);
      yield rejected(name, 'file', problem(null, 'unreadable file'), error.message);
    }
  }
}
