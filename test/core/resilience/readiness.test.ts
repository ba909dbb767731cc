import { expect, test } from 'vitest';
import { createReadiness } from '../../../src/core/resilience/readiness.ts';
import { testClock } from '../clock.ts';

function setup() {
  const clock = testClock();
  const probes: { resolve(): void; reject(error: Error): void }[] = [];
  const probe = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    probes.push({ resolve, reject });
    return promise;
  };
  return { clock, probes, readiness: createReadiness({ probe, clock }) };
}

test('many who ask at once, and within a second, load the store once', async () => {
  const { clock, probes, readiness } = setup();
  const asked = Array.from({ length: 1_000 }, () => readiness.check());
  expect(probes).toHaveLength(1);
  probes[0]?.resolve();
  await Promise.all(asked);
  clock.advance(999);
  await readiness.check();
  expect(probes).toHaveLength(1);
  clock.advance(1);
  void readiness.check();
  expect(probes).toHaveLength(2);
});

test('a probe that hangs is joined and never repeated beside itself', async () => {
  const { clock, probes, readiness } = setup();
  const asked = [readiness.check()];
  clock.advance(60_000);
  asked.push(readiness.check());
  expect(probes).toHaveLength(1);
  probes[0]?.reject(new Error('disk full'));
  for (const answer of asked) await expect(answer).rejects.toThrow('disk full');
});

test('a store that takes writes again is noticed a second later', async () => {
  const { clock, probes, readiness } = setup();
  const first = readiness.check();
  probes[0]?.reject(new Error('disk full'));
  await expect(first).rejects.toThrow('disk full');
  await expect(readiness.check()).rejects.toThrow('disk full');
  clock.advance(1_000);
  const second = readiness.check();
  probes[1]?.resolve();
  await second;
});
