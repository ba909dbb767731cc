import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Format } from '../../../src/sources/format.ts';
import { btcClose } from '../../../src/sources/macro/btc-close.ts';
import { coinbase } from '../../../src/sources/macro/coinbase.ts';
import { coingeckoGlobal } from '../../../src/sources/macro/coingecko-global.ts';
import { defillama } from '../../../src/sources/macro/defillama.ts';
import { fred } from '../../../src/sources/macro/fred.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { readAll } from './reading.ts';

const NO_VALUE = 'skipped: no value that day';

/** Every file of the folder: format, series, observations, days without value, first and last key. */
const FILES: Readonly<Record<string, readonly [Format, string, number, number, string, string]>> = {
  'fred/BAMLH0A0HYM2.csv': [
    fred,
    'FRED:BAMLH0A0HYM2',
    373,
    0,
    '2023-08-01|2024-12-31|3.82',
    '2024-12-31|2024-12-31|2.92',
  ],
  'fred/DGS10.csv': [fred, 'FRED:DGS10', 5504, 0, '2003-01-02|2024-12-31|4.07', '2024-12-31|2024-12-31|4.58'],
  'fred/DTWEXBGS.csv': [
    fred,
    'FRED:DTWEXBGS',
    4763,
    0,
    '2006-01-02|2024-12-31|101.4155',
    '2024-12-31|2024-12-31|129.2775',
  ],
  'fred/FEDFUNDS.csv': [
    fred,
    'FRED:FEDFUNDS',
    300,
    0,
    '2000-01-01|2024-12-01|5.45',
    '2024-12-01|2024-12-01|4.48',
  ],
  'fred/M2SL.csv': [
    fred,
    'FRED:M2SL',
    360,
    0,
    '1995-01-01|2024-12-01|3492.2',
    '2024-12-01|2024-12-01|21487.6',
  ],
  'fred/RRPONTSYD.csv': [
    fred,
    'FRED:RRPONTSYD',
    2741,
    0,
    '2014-01-02|2024-12-31|83.725',
    '2024-12-31|2024-12-31|473.46',
  ],
  'fred/SOFR.csv': [fred, 'FRED:SOFR', 1686, 75, '2018-04-03|2024-12-31|1.83', '2024-12-31|2024-12-31|4.49'],
  'fred/STLFSI4.csv': [
    fred,
    'FRED:STLFSI4',
    1618,
    0,
    '1993-12-31|2024-12-27|-0.2966',
    '2024-12-27|2024-12-27|-0.6247',
  ],
  'fred/T10Y2Y.csv': [
    fred,
    'FRED:T10Y2Y',
    8756,
    0,
    '1990-01-02|2024-12-31|0.07',
    '2024-12-31|2024-12-31|0.33',
  ],
  'fred/VIXCLS.csv': [
    fred,
    'FRED:VIXCLS',
    8834,
    297,
    '1990-01-02|2024-12-31|17.24',
    '2024-12-31|2024-12-31|17.35',
  ],
  'fred/WALCL.csv': [
    fred,
    'FRED:WALCL',
    939,
    0,
    '2007-01-03|2024-12-25|874626',
    '2024-12-25|2024-12-25|6885963',
  ],
  'fred/WM2NS.csv': [
    fred,
    'FRED:WM2NS',
    2296,
    9,
    '1981-01-05|2024-12-30|1620.7',
    '2024-12-30|2024-12-30|21621.7',
  ],
  'fred/WTREGEN.csv': [
    fred,
    'FRED:WTREGEN',
    1150,
    884,
    '2002-12-18|2024-12-25|5959',
    '2024-12-25|2024-12-25|764770',
  ],
  'coingecko-global-daily/active_cryptoassets.csv': [
    coingeckoGlobal,
    'COINGECKO:active_cryptoassets',
    16,
    0,
    '2026-07-25|2026-08-14|17803',
    '2026-08-14|2026-08-14|18412',
  ],
  'coingecko-global-daily/btc_dominance.csv': [
    coingeckoGlobal,
    'COINGECKO:btc_dominance',
    16,
    0,
    '2026-07-25|2026-08-14|56.4949',
    '2026-08-14|2026-08-14|56.1274',
  ],
  'coingecko-global-daily/crypto_market_cap.csv': [
    coingeckoGlobal,
    'COINGECKO:crypto_market_cap',
    16,
    0,
    '2026-07-25|2026-08-14|2283490000000',
    '2026-08-14|2026-08-14|2247590000000',
  ],
  'coingecko-global-daily/crypto_volume.csv': [
    coingeckoGlobal,
    'COINGECKO:crypto_volume',
    16,
    0,
    '2026-07-25|2026-08-14|41260400000',
    '2026-08-14|2026-08-14|48262800000',
  ],
  'coingecko-global-daily/defi_tvl.csv': [
    defillama,
    'DEFILLAMA:defi_tvl',
    3244,
    0,
    '2017-09-27|2026-08-14|0',
    '2026-08-14|2026-08-14|141774000000',
  ],
  'coingecko-global-daily/stablecoin_supply.csv': [
    defillama,
    'DEFILLAMA:stablecoin_supply',
    3181,
    0,
    '2017-11-29|2026-08-14|110105',
    '2026-08-14|2026-08-14|306349000000',
  ],
  'coingecko-global-daily/watch_btcusd.csv': [
    coinbase,
    'COINBASE:btcusd',
    4044,
    0,
    '2015-07-20|2026-08-14|280',
    '2026-08-14|2026-08-14|62975.2',
  ],
  'coingecko-global-daily/watch_ethusd.csv': [
    coinbase,
    'COINBASE:ethusd',
    3739,
    0,
    '2016-05-18|2026-08-14|13.18',
    '2026-08-14|2026-08-14|1880.41',
  ],
  'btc-close/BTC.csv': [
    btcClose,
    'EXCHANGE:btc',
    2694,
    0,
    '2017-08-17|2024-12-31|4285.08',
    '2024-12-31|2024-12-31|93576',
  ],
};

describeWithSharedData('macro files', 'scorecards', (folder) => {
  it('are all read', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.csv'),
    );
    expect(files.toSorted()).toEqual(Object.keys(FILES).toSorted());
  });

  it.each(Object.entries(FILES))('%s', async (file, [format, series, values, gaps, first, last]) => {
    const { inputs, counts } = await readAll(format, join(folder, file));
    expect(counts).toEqual({ [series]: values, ...(gaps > 0 ? { [NO_VALUE]: gaps } : {}) });
    expect(inputs.at(0)).toEqual({
      kind: 'macro',
      series,
      key: first,
      data: { value: Number(first.split('|')[2]) },
    });
    expect(inputs.at(-1)?.key).toBe(last);
    expect(new Set(inputs.map(({ key }) => key)).size).toBe(values);
  });
});
