import { importAnswers, markedAsSimulated } from '../../src/demo/import-simulated.ts';
import { createMarket } from '../../src/demo/market.ts';
import { testClock } from '../core/clock.ts';
import { newPlace, startApp, type TestApp } from './app.ts';
import { type Chance, createRandomWrites } from './random-writes.ts';
import { TEST_TIERS } from './tiers.ts';

/** The tiers of such servers, without their limits of requests. */
export const FREELY_ASKED = TEST_TIERS.map((tier) => ({
  ...tier,
  requestsPerDay: 1e9,
  requestsPerMinute: 1e9,
}));

/**
 * Two servers on one store and one clock, one with a response cache, the other without. While the market of the demo goes on,
 * records are written by chance, and each of the two is replaced now and then while the other goes on.
 */
export async function startTwoServers(startMs: number, chance: Chance) {
  const { below, oneOf } = chance;
  const clock = testClock(new Date(startMs).toISOString());
  const place = await newPlace();
  const start = (isCached: boolean): Promise<TestApp> =>
    startApp(isCached ? place.env : { ...place.env, CACHE_BYTES: '0' }, { clock, tiers: FREELY_ASKED });
  let apps: readonly TestApp[] = [await start(true), await start(false)];
  const write = createRandomWrites(chance);
  const market = createMarket(20260101);
  let marketMs = startMs;
  let steps = 0;

  return {
    clock,
    /** A key of each tier. */
    keys: await Promise.all(FREELY_ASKED.map(({ id }) => oneOf(apps).issue(id))),
    /** One of the two. */
    any: () => oneOf(apps),
    moveOn: (ms: number) => clock.set(new Date(clock.now().getTime() + ms).toISOString()),
    /** Something is written. */
    write: () => write(oneOf(apps).services),
    /** What has happened at the market since, as the providers' own answers. */
    async tick(): Promise<void> {
      const from = marketMs;
      marketMs = clock.now().getTime();
      if (marketMs > from)
        await importAnswers(markedAsSimulated(oneOf(apps).services), market, from, marketMs);
    },
    /** Every twentieth time one of the two is replaced. */
    async replaceSometimes(): Promise<void> {
      steps += 1;
      if (steps % 20 !== 10) return;
      const [kept, replaced] = below(2) === 0 ? apps : apps.toReversed();
      if (!kept || !replaced) throw new Error('there are two');
      apps = [kept];
      await replaced.stop();
      apps = [kept, await start(steps % 40 === 10)];
    },
    /** Servers that have answered nothing yet, on the same store. */
    async replaceBoth(): Promise<void> {
      await Promise.all(apps.map((app) => app.stop()));
      apps = [];
      apps = [await start(true), await start(false)];
    },
    async stop(): Promise<void> {
      await Promise.all(apps.map((app) => app.stop()));
      await place.remove();
    },
  };
}

export type TwoServers = Awaited<ReturnType<typeof startTwoServers>>;
