import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isClaim } from '../../src/engines/coin-claims.ts';
import type { Coin } from '../../src/sources/coingecko/coin.ts';
import { coingeckoMarkets } from '../../src/sources/coingecko/coingecko-markets.ts';
import { readAll } from '../sources/coingecko/reading.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

describeWithSharedData('claims among the coins of the sample scans', 'aoe/coingecko', (folder) => {
  it('are those that CoinGecko files under stablecoins, wrapped, bridged, staked and tokenised', async () => {
    const files = readdirSync(folder).filter((name) => name.startsWith('coins_markets'));
    const coins = new Map<string, boolean[]>();
    for (const file of files) {
      const { inputs } = await readAll(coingeckoMarkets, join(folder, file));
      for (const { kind, series, data } of inputs) {
        if (kind !== 'coin') continue;
        coins.set(series, [...(coins.get(series) ?? []), isClaim(series, data as unknown as Coin)]); // as coinEntry made it
      }
    }
    expect(coins.size).toBe(392);
    const claims = [...coins].filter(([, said]) => said.includes(true));
    expect(claims).toHaveLength(80);
    // A coin is one in every scan, whatever its price did that day.
    expect(claims.filter(([, said]) => said.includes(false))).toEqual([]);
    const of = (...ids: readonly string[]) => ids.map((id) => coins.get(id)?.includes(true));
    const STOCKS = ['tesla-xstock', 'circle-xstock', 'strategy-pp-variable-xstock', 'blockchain-capital'];
    expect(of(...STOCKS)).toEqual([true, true, true, true]);
    expect(of('tether', 'dai', 'brz', 'wrapped-bitcoin', 'unit-pump', 'hashnote-usyc')).not.toContain(false);
    // Names that come near one.
    expect(of('tokenize-xchange', 'blockstack', 'block-street', 'frax-share', 'stable-2')).not.toContain(
      true,
    );
  });
});
