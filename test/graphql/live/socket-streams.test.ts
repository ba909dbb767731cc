import { expect, test } from 'vitest';
import { createSocketStreams } from '../../../src/graphql/live/socket-streams.ts';

const TIER = { name: 'Two', streamsPerSocket: 2 };

/** Opens streams that count how many of them are not closed. */
function opener() {
  let open = 0;
  return {
    count: () => open,
    start: async () => {
      open += 1;
      let isOpen = true;
      return {
        close() {
          if (isOpen) open -= 1;
          isOpen = false;
        },
      };
    },
  };
}

test('a socket that closes closes its streams, and those on their way', async () => {
  const { start, count } = opener();
  const streams = createSocketStreams();
  await streams.open(TIER, start);
  const late = streams.open(TIER, async () => {
    await Promise.resolve();
    return start();
  });
  streams.close();
  await late;
  expect(count()).toBe(0);
});

test('as many are open as the tier has, on their way or there, and what fails or ends counts no more', async () => {
  const { start, count } = opener();
  const streams = createSocketStreams();
  const all = [1, 2, 3].map(() => streams.open(TIER, start));
  await expect(all[2]).rejects.toThrow('a socket of tier Two has at most 2 live streams');
  (await all[0])?.close();
  expect(count()).toBe(1);
  const failed = streams.open(TIER, async () => {
    throw new Error('away');
  });
  await expect(failed).rejects.toThrow('away');
  await streams.open(TIER, start);
  expect(count()).toBe(2);
});
