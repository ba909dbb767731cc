import { expect, test } from 'vitest';
import { member, titles, world } from './group-world.ts';

test('a heartbeat tells what no notice told of, and then stands at the head', async () => {
  const { group, commit, position } = await world();
  const one = member();
  await group.join(one, position(0n));
  commit(3);
  group.beat();
  await expect.poll(() => one.told).toEqual(['e1', 'e2', 'e3', 'HEARTBEAT 3']);
});

test('members are looked at a few at a time ahead of what they are told, and counted if behind', async () => {
  const { group, commit, position, refresh } = await world();
  const MEMBERS = 40;
  const state = { isSlow: true };
  let order = '';
  const members = Array.from({ length: MEMBERS }, (_, index) =>
    member({
      isBackpressured() {
        order += '?';
        return state.isSlow && index % 4 === 0;
      },
      hear() {
        order += '!';
      },
    }),
  );
  for (const one of members) await group.join(one, position(0n));
  expect(group.behind).toBe(0);
  commit(2);
  await refresh();
  const chunk = (size: number) => '?'.repeat(size) + '!'.repeat(size);
  await expect.poll(() => order).toBe(chunk(16) + chunk(16) + chunk(8));
  expect(group.behind).toBe(10);
  for (const one of members.slice(5)) group.leave(one);
  expect(group.behind).toBe(5);
  state.isSlow = false;
  group.beat();
  await expect.poll(() => group.behind).toBe(0);
});

test('there is no heartbeat while the log cannot be read, or not be told', async () => {
  const { group, commit, position, state, errors } = await world();
  const one = member();
  await group.join(one, position(0n));
  state.isAway = true;
  group.beat();
  await expect.poll(() => errors).toEqual([new Error('away')]);
  state.isAway = false;
  commit(1);
  state.isBroken = true;
  group.beat();
  await expect.poll(() => errors.length).toBe(3); // of a step, and of the heartbeat
  expect(one.told).toEqual([]);
  state.isBroken = false;
  group.beat();
  await expect.poll(() => one.told).toEqual(['e1', 'HEARTBEAT 1']);
});

test('hearts beat in a long burst, which goes on to its end', async () => {
  const { group, commit, position, refresh } = await world();
  const one = member();
  await group.join(one, position(0n));
  const EVENTS = 700;
  commit(EVENTS);
  await refresh();
  group.beat();
  await expect.poll(() => one.told.length).toBe(EVENTS + 1);
  const beat = one.told.findIndex((text) => text.startsWith('HEARTBEAT'));
  expect(beat).toBeLessThan(EVENTS);
  expect(one.told[beat]).toBe(`HEARTBEAT ${beat}`);
  expect(one.told.toSpliced(beat, 1)).toEqual(titles(1, EVENTS));
});
