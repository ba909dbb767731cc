import { expect, it } from 'vitest';
import { derive } from '../../src/ingestion/derive.ts';
import { parseUserFills } from '../../src/sources/hyperliquid/fills.ts';
import { fill, readingOf, WALLET } from '../sources/whales/reading.ts';
import { startApp } from '../support/app.ts';

it('shows what is worth as much as the operator says', async () => {
  const app = await startApp({ WHALE_MIN_USD_HYPERLIQUID: '150' });
  try {
    // 150 USD in SUI, 149 in SOL.
    const fills = [fill(), fill({ coin: 'SOL', sz: '100', px: '1.49' })];
    const { inputs } = readingOf(parseUserFills(fills, { file: 'fills', wallet: WALLET, at: null }));
    await app.services.inputs.put(inputs);
    await derive(app.services, inputs);
    const answer = await app.get('/api/v1/whales');
    expect(await answer.json()).toMatchObject({ activity: [{ title: 'SUI-PERP', value: 150 }], total: 1 });
  } finally {
    await app.stop();
  }
});
