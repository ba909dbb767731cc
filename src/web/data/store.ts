import { useEffect, useState } from 'preact/hooks';

/** A value that components follow. */
export interface Store<T> {
  get(): T;
  update(change: (value: T) => T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    update(change) {
      const next = change(value);
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Renders again when what `select` takes of the store is another value. */
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S {
  const selected = select(store.get());
  const [, render] = useState({});
  useEffect(() => {
    let shown = select(store.get());
    if (!Object.is(shown, selected)) render({}); // changed between the rendering and now
    return store.subscribe(() => {
      const next = select(store.get());
      if (Object.is(next, shown)) return;
      shown = next;
      render({});
    });
  }, [store]);
  return selected;
}
