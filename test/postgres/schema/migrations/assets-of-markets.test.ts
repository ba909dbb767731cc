import { expect, it } from 'vitest';
import { assetKey } from '../../../../src/feed/asset.ts';
import { coinNamedIn } from '../../../../src/feed/named-coin.ts';
import { assetOfActivity } from '../../../../src/feeds/whales/asset-of-activity.ts';
import { NAMING } from '../../../support/coin-questions.ts';
import { databaseBefore } from '../../../support/older-database.ts';

const text = (value: string | null) => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`);

const POSITIONS: readonly (readonly [instrument: string | null, source: string, title: string])[] = [
  ['PERPETUAL', 'hyperliquid', 'BTC-PERP'],
  ['PERPETUAL', 'hyperliquid', 'kPEPE-PERP'],
  ['PERPETUAL', 'hyperliquid', 'xyz:NVDA-PERP'],
  ['SPOT', 'hyperliquid', 'PURR/USDC'],
  ['SPOT', 'hyperliquid', '@107'],
  ['SPOT', 'hyperliquid', 'HYPE'],
  [null, 'other', 'ETH'],
  [null, 'other', 'BTCUSDT'],
  [null, 'other', 'btcusdt'],
  [null, 'other', 'Will Bitcoin reach $79,000 on April 30?'],
  ['SPOT', 'other', 'btcusdt'],
  [null, 'other', 'Bitcoin'],
  [null, 'manifold', 'aBcDeF12gH'],
  ...NAMING.map(([question]) => ['OUTCOME', 'polymarket', question] as const),
];

it('finds the coins of markets and positions, those from before as well, as it is done when they come in', async () => {
  await using database = await databaseBefore('assets-of-markets');
  const markets = [
    ...NAMING.map(([question]) => [question, null] as const),
    ['Above $80,000', 'Bitcoin price on May 1'] as const,
  ];
  await database.run(`
    INSERT INTO prediction_markets (market_id, platform, question, event_title, outcome_prices, active, current_until, known_from, known_precision, known_since)
    VALUES ${markets.map(([question, event], at) => `('${at}', 'polymarket', ${text(question)}, ${text(event)}, '{}', true, now(), now(), 'EXACT', now())`).join(',')};
    INSERT INTO prediction_markets_history SELECT m.*, 1, now() FROM prediction_markets AS m;
    INSERT INTO whale_activity (id, source, event_type, title, instrument, created_at, known_from, known_precision)
    VALUES ${POSITIONS.map(([instrument, source, title], at) => `('${at}', '${source}', 'entry', ${text(title)}, ${text(instrument)}, now(), now(), 'EXACT')`).join(',')};
    INSERT INTO whale_activity_history SELECT w.*, 1 FROM whale_activity AS w;`);
  await database.migrate();
  const keyOf = (asset: Parameters<typeof assetKey>[0] | null) => asset && assetKey(asset);
  const expected = {
    prediction_markets: markets.map((texts) => keyOf(coinNamedIn(...texts))),
    whale_activity: POSITIONS.map(([instrument, source, title]) =>
      keyOf(assetOfActivity({ instrument, source, title })),
    ),
  };
  for (const [table, assets] of Object.entries(expected)) {
    expect(assets).toContain('crypto:BTC');
    for (const name of [table, `${table}_history`]) {
      const key = table === 'whale_activity' ? 'id' : 'market_id';
      const rows = await database.run(`SELECT asset FROM ${name} ORDER BY ${key}::int`);
      expect(
        rows.map(({ asset }) => asset),
        name,
      ).toEqual(assets);
    }
  }
});
