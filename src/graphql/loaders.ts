import DataLoader from 'dataloader';

/** Loads the values of many keys at once, in their order. An `Error` in place of a value fails that key alone. */
export type Batch<K, V> = (keys: readonly K[]) => Promise<readonly (V | Error)[]>;

/**
 * The DataLoaders of one operation, by name. A name says everything a batch depends on besides its keys (field and
 * arguments), so parents that ask the same share one statement, and the same parent asked twice is loaded once.
 */
export interface Loaders {
  load<V>(name: string, key: string, batch: Batch<string, V>): Promise<V>;
}

export function createLoaders(): Loaders {
  const loaders = new Map<string, DataLoader<string, unknown>>();
  return {
    load<V>(name: string, key: string, batch: Batch<string, V>) {
      let loader = loaders.get(name);
      if (!loader) {
        loader = new DataLoader<string, unknown>(batch);
        loaders.set(name, loader);
      }
      return loader.load(key) as Promise<V>; // a name is used with one type of value: it names the field
    },
  };
}
