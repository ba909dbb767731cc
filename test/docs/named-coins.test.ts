import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { sampleFiles, sampleOptions } from '../support/sample-files.ts';
import { SAMPLES } from '../support/samples.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

/** Coins of the questions in the sample files, as a reader of all of them found. */
const READ = {
  markets: { ADA: 1, BTC: 6, DOGE: 2, ETH: 3, SOL: 1, UNI: 1 },
  bets: { BTC: 23, ETH: 7, XRP: 1 },
};

describeWithSharedData('coins that questions name', '.', (folder) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    for (const set of SAMPLES.filter(({ files }) =>
      files.some((file) => /^(prediction|whales)\//.test(file)),
    )) {
      const format = formats.find(({ name }) => name === set.format) ?? expect.unreachable(set.format);
      await runFormat(app.services, format, sampleFiles(folder, set), {
        ...sampleOptions(set),
        reject: async () => undefined,
        onProgress: () => undefined,
      });
    }
  }, 600_000);
  afterAll(() => app?.stop());

  it('are those that docs/graph.md counts', async () => {
    const rows = await app.services.db.run(sql<{ asset: string | null; kind: 'markets' | 'bets'; n: number }>`
      SELECT asset, 'markets' AS kind, count(*)::int4 AS n FROM prediction_markets GROUP BY 1
      UNION ALL SELECT asset, 'bets', count(DISTINCT title)::int4 FROM whale_activity WHERE instrument = 'OUTCOME' GROUP BY 1`);
    const named = { markets: {} as Record<string, number>, bets: {} as Record<string, number> };
    const all = { markets: 0, bets: 0 };
    for (const { asset, kind, n } of rows) {
      all[kind] += n;
      if (asset !== null) named[kind][asset.replace('crypto:', '')] = n;
    }
    expect(named).toEqual(READ);
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
    const page = readFileSync('docs/graph.md', 'utf8').replaceAll('\n', ' ');
    expect(page).toContain(
      `${sum(named.markets)} of the ${all.markets.toLocaleString('en')} markets in the [sample files](samples.md) name a coin`,
    );
    expect(page).toContain(
      `as do ${sum(named.bets)} of the ${all.bets} questions that the whales in those files bet on`,
    );
    expect(page).toContain(`all ${sum(named.markets) + sum(named.bets)} matches are about BTC, ETH, XRP`);
  });
});
