import type { CaptureStore } from '../../src/core/capture/capture-store.ts';

/** Forgets what it is given to keep. */
export const noCaptures: CaptureStore = {
  open: (head) => ({ head }),
  keep: async () => undefined,
  withLock: (_, body) => body(),
  release: async () => undefined,
  entriesOf: async (targets) => targets.map(() => []),
};
