import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullView } from '../../src/core/access/view.ts';
import { importAnswers, markedAsSimulated, removeStale } from '../../src/demo/import-simulated.ts';
import { createMarket } from '../../src/demo/market.ts';
import { defaultOrder } from '../../src/feed/query.ts';
import { allFeeds, simulatedFeeds } from '../../src/feeds/index.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { derive } from '../../src/ingestion/derive.ts';
import { ingestAndDerive } from '../../src/ingestion/ingest-and-derive.ts';
import { startApp, type TestApp } from '../support/app.ts';

const NOW = Date.parse('2026-03-11T14:30:00.000Z');
const MINUTE = 60_000;

describe('the simulated market in a real store', () => {
  const market = createMarket(1);
  let app: TestApp;
  const services = () => markedAsSimulated(app.services);
  const heads = () => app.services.feeds.heads(allFeeds);
  beforeAll(async () => {
    app = await startApp();
    await importAnswers(services(), market, Number.NEGATIVE_INFINITY, NOW);
  }, 600_000);
  afterAll(() => app.stop(), 600_000);

  it('fills every feed with ids that say it', async () => {
    const view = fullView(app.services.clock.now());
    for (const feed of simulatedFeeds) {
      const query = { order: defaultOrder(feed), limit: 100_000 };
      let count = 0;
      for await (const batch of app.services.feeds.stream(feed, query, view)) {
        count += batch.length;
        for (const record of batch) expect(String(record[feed.key.name])).toMatch(/^demo-/);
      }
      expect(count, feed.module).toBeGreaterThan(0);
    }
  });

  it('changes nothing when all of it is imported again, also after what is outdated was forgotten', async () => {
    const before = await heads();
    await importAnswers(services(), market, Number.NEGATIVE_INFINITY, NOW);
    await removeStale(services(), NOW);
    await importAnswers(services(), market, Number.NEGATIVE_INFINITY, NOW);
    expect(await heads()).toEqual(before);
  }, 600_000);

  it('keeps the inputs it has while it ticks, but for some new ones', async () => {
    const count = async () => {
      const kinds = ['coin', 'scan', 'bar', 'market'];
      const { inputs } = app.services;
      const lists = kinds.map(async (kind) =>
        inputs.lists(
          kind,
          (await inputs.newest(kind)).map(({ series }) => series),
        ),
      );
      return (await Promise.all(lists)).flat().length;
    };
    const tick = async (fromMs: number) => {
      await importAnswers(services(), market, fromMs, fromMs + 5 * MINUTE);
      await removeStale(services(), fromMs + 5 * MINUTE);
    };
    for (let minute = 0; minute < 20; minute += 5) await tick(NOW + minute * MINUTE);
    const before = await count();
    for (let minute = 20; minute < 30; minute += 5) await tick(NOW + minute * MINUTE);
    // Bars that closed; each tick captured 200 markets and 45 coins.
    expect((await count()) - before).toBeLessThan(100);
  }, 600_000);

  it('marks what follows from records and alerts that others send', async () => {
    const filing = {
      id: 'own-1',
      ticker: 'NVDA',
      transaction_code: 'P',
      transaction_direction: 'buy',
      shares: 10_000,
      value: 2e6,
      filing_date: '2026-03-11T14:00:00Z',
    };
    await ingestAndDerive(services()).ingest('insider', [{ line: 1, value: filing }]);
    const view = fullView(app.services.clock.now());
    const found = await app.services.feeds.byKeys(signals, ['demo-insider-own-1', 'insider-own-1'], view);
    expect(found.map(({ id }) => id)).toEqual(['demo-insider-own-1']);

    // Deriving an asset with alerts anew finds the signals under their marked ids.
    const before = await heads();
    const [series = ''] = await app.services.inputs.series('alert');
    await derive(services(), [{ kind: 'alert', series }]);
    expect(await heads()).toEqual(before);
  });
});
