import type { Streams } from '../../src/graphql/live/streams.ts';

/** For tests in which nobody subscribes. */
export const noStreams: Streams = {
  open: () => Promise.reject(new Error('nobody subscribes here')),
  size: 0,
  groups: 0,
  behind: 0,
  close: async () => undefined,
};
