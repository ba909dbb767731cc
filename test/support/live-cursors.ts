import { randomBytes } from 'node:crypto';
import { createLiveCursors } from '../../src/core/live/live-cursors.ts';

/** For tests without a store, which would keep their secret. */
export const liveCursors = createLiveCursors(randomBytes(32));
