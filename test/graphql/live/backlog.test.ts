import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Backlog, type Waiter } from '../../../src/graphql/live/backlog.ts';
import { type Batch, batchOf } from '../../../src/graphql/live/batch.ts';

/** So many frames of two kilobytes. */
function frames(count: number): Batch {
  const frame = {
    payload: Buffer.alloc(2048),
    cursor: 'c',
    positions: [{ seq: 1n, held: null }],
    objects: 1,
  };
  const batch = batchOf(Array.from({ length: count }, () => frame));
  if (!batch) throw new Error('no frames');
  return batch;
}

/** A reader whose streams get what it takes, with what they got in order. */
function reader() {
  let room = 0;
  let waiting: (() => void)[] = [];
  const told: string[] = [];
  const backlog = new Backlog({
    isBackpressured() {
      return room <= 0;
    },
    whenReady: (handle) => void waiting.push(handle),
    evict: () => void told.push('closed'),
  });
  const stream = (name: string) => {
    let isOpen = true;
    const end = () => {
      if (isOpen) backlog.leave(waiter);
      isOpen = false;
    };
    const waiter: Waiter = {
      handOver({ frames: handed }) {
        if (!isOpen) return true;
        if (room <= 0) return false;
        room -= 1;
        told.push(`${name}${handed.length}`);
        return true;
      },
      async evict() {
        await setImmediate();
        told.push(`${name} resync`);
        end();
      },
      leave() {
        told.push(`${name} left`);
        end();
      },
    };
    backlog.enter(waiter);
    return { add: (count: number) => backlog.add(waiter, frames(count)), leave: end };
  };
  const take = (batches: number) => {
    room = batches;
    const those = waiting;
    waiting = [];
    for (const handle of those) handle();
  };
  return { backlog, stream, take, told };
}

test('what waits goes on in the order in which it came, as far as the reader takes it', () => {
  const { stream, take, told } = reader();
  const [a, b] = [stream('a'), stream('b')];
  for (const [one, count] of [
    [a, 1],
    [b, 2],
    [a, 3],
    [b, 4],
  ] as const)
    one.add(count);
  take(3);
  expect(told).toEqual(['a1', 'b2', 'a3']);
  take(1);
  expect(told).toEqual(['a1', 'b2', 'a3', 'b4']);
});

test('what a stream that is over left behind goes with it', async () => {
  const { stream, take, told } = reader();
  const [a, b] = [stream('a'), stream('b')];
  a.add(500);
  a.leave();
  b.add(256);
  await setImmediate();
  take(1);
  expect(told).toEqual(['b256']);
  b.add(257);
  await setImmediate();
  await setImmediate();
  expect(told).toEqual(['b256', 'b resync', 'closed']);
});

describe('a reader is given up', () => {
  test.each([
    { streams: 1, waits: 256, isOver: false },
    { streams: 1, waits: 257, isOver: true },
    { streams: 2, waits: 512, isOver: false },
    { streams: 2, waits: 513, isOver: true },
    { streams: 100, waits: 16 * 1024, isOver: false },
    { streams: 100, waits: 16 * 1024 + 1, isOver: true },
  ])('of $streams streams with $waits frames: $isOver', async ({ streams, waits, isOver }) => {
    const { stream, told } = reader();
    const [first] = Array.from({ length: streams }, () => stream('a'));
    first?.add(waits);
    await setImmediate();
    await setImmediate();
    expect(told.at(-1)).toBe(isOver ? 'closed' : undefined);
  });

  test('unless it takes what came in a burst', async () => {
    const { stream, take, told } = reader();
    stream('a').add(257);
    await new Promise((resolve) => process.nextTick(resolve)); // when sockets say that they are drained
    take(1);
    await setImmediate();
    await setImmediate();
    expect(told).toEqual(['a257']);
  });

  test('when all of its streams were told, and one that came too late goes on no further', async () => {
    const { stream, take, told } = reader();
    const [a, b] = [stream('a'), stream('b'), stream('c')];
    a.add(1);
    b.add(1000);
    await setImmediate();
    stream('d').add(1);
    await setImmediate();
    take(9);
    expect(told).toEqual(['d left', 'a resync', 'b resync', 'c resync', 'closed']);
  });
});

test('replays take turns, each when the reader takes more', async () => {
  const { backlog, take, told } = reader();
  const replays = ['a', 'b'].map((name) =>
    backlog.withLock(async () => {
      told.push(`${name} reads`);
      take(0);
      await setImmediate();
      told.push(`${name} has read`);
    }),
  );
  await setImmediate();
  expect(told).toEqual([]);
  take(1);
  await replays[0];
  await setImmediate();
  expect(told).toEqual(['a reads', 'a has read']);
  take(1);
  await replays[1];
  expect(told).toEqual(['a reads', 'a has read', 'b reads', 'b has read']);
});
