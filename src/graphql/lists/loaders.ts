import DataLoader from 'dataloader';
import type { View } from '../../core/access/view.ts';
import type { Reader } from '../../core/read/read.ts';

/** Something resolvers read, for many keys at once. */
export interface Reading<V> {
  /** Says everything a value depends on besides its key: field and arguments. */
  readonly name: string;
  /** What a value counts in the actual cost of the operation, in objects. */
  readonly objects: (value: V) => number;
  /** Values in the order of the keys. An `Error` in place of a value fails that key alone. */
  readonly read: (keys: readonly string[], reader: Reader, view: View) => Promise<readonly (V | Error)[]>;
}

/**
 * The only way of resolvers to the store, so that nothing is read that is not counted. Lives as long as one operation:
 * parents that ask the same share one statement, and what is asked twice is loaded and counted once.
 */
export interface Loaders {
  load<V>(reading: Reading<V>, key: string): Promise<V>;
  /** Counts what costs without being read, or beyond what is read; once for a name and key. */
  count(name: string, key: string, objects: number): void;
  /** Those of the same operation for a view of another time; what they load counts for it, too. */
  at(view: View): Loaders;
  /**
   * Ends the operation: waits for what is under way and refuses whatever would begin after it. Execution can end
   * before all of its fields do, when an error leaves nothing of them to answer.
   * @returns the objects that were loaded.
   */
  close(): Promise<number>;
}

export function createLoaders(reader: Reader, view: View): Loaders {
  const loaders = new Map<string, DataLoader<string, unknown>>();
  const counted = new Set<string>();
  const running = new Set<Promise<unknown>>();
  const times = new Map<string, Loaders>();
  let objects = 0;
  let isOpen = true;

  async function run<V>({ read, objects: weigh }: Reading<V>, keys: readonly string[]) {
    if (!isOpen) throw new Error('the operation is over');
    const values = await read(keys, reader, view);
    for (const value of values) if (!(value instanceof Error)) objects += weigh(value);
    return values;
  }

  /** An error for each key is kept like a value: what failed is not read again for a second parent. */
  const settled = <V>(batch: Promise<readonly (V | Error)[]>, keys: readonly string[]) =>
    batch.catch((error: unknown) =>
      keys.map(() => (error instanceof Error ? error : new Error(String(error)))),
    );

  return {
    load<V>(reading: Reading<V>, key: string) {
      let loader = loaders.get(reading.name);
      if (!loader) {
        loader = new DataLoader<string, unknown>((keys) => {
          const batch = settled(run(reading, keys), keys);
          running.add(batch);
          return batch;
        });
        loaders.set(reading.name, loader);
      }
      return loader.load(key) as Promise<V>; // a name is used with one type of value: it names the field
    },
    count(name, key, more) {
      const id = JSON.stringify([name, key]);
      if (counted.has(id)) return;
      counted.add(id);
      objects += more;
    },
    at(other) {
      const time = `${other.asOf?.getTime()} ${other.heldBy}`;
      const known = times.get(time) ?? createLoaders(reader, other);
      times.set(time, known);
      return known;
    },
    async close() {
      isOpen = false;
      await Promise.allSettled(running);
      const others = await Promise.all([...times.values()].map((one) => one.close()));
      return others.reduce((sum, more) => sum + more, objects);
    },
  };
}
