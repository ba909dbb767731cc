import { expect, it } from 'vitest';
import { outperformance } from '../../../src/engines/outperformance/outperformance-engine.ts';
import { coingeckoMarkets } from '../../../src/sources/coingecko/coingecko-markets.ts';
import { createMemoryInputs } from '../../engines/signal-inputs.ts';
import { readAll } from '../../sources/coingecko/reading.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

const SCAN = 'aoe/coingecko/coins_markets_2026-05-02T0719.json.gz';

describeWithSharedData('docs/methodology/outperformance.md', SCAN, (file) => {
  it('has a worked example that the file gives, and the number of claims in it', async () => {
    const { inputs } = await readAll(coingeckoMarkets, file);
    const store = createMemoryInputs();
    store.put(...inputs);
    const records = await outperformance.derive('all', store);
    expect(records).toHaveLength(300 - 69);
    expect(records.find(({ id }) => id === 'ethereum')).toMatchObject({
      volatility_pct: 3.65,
      composite_score: 52.77,
      market_phase: 'PHASE_C',
    });
  });
});
