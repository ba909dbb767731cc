import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { valueAt } from '../../../src/engines/strategies/trade-value.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { backtestsOf, readBacktests } from './reading.ts';

describeWithSharedData('all results of GeneTrader', 'mte/freqtrade', (folder) => {
  const files = readdirSync(folder).map((name) => join(folder, name));

  it('reads 17 runs and 17 metadata files, every trade', async () => {
    const { counts, inputs } = await readBacktests(...files);
    expect(counts).toEqual({ 'skipped: metadata of a run': 17, 'input: backtest': 17 });
    expect(new Set(inputs.map(({ series }) => series)).size).toBe(13);
    const trades = backtestsOf(inputs).flatMap((run) => run.trades);
    expect(trades).toHaveLength(4500);
    expect(trades.filter((trade) => trade.is_open || trade.is_short)).toEqual([]);
  });

  it('keeps of every trade what values it at any rate: at its close that is its profit', async () => {
    const { inputs } = await readBacktests(...files);
    for (const trade of backtestsOf(inputs).flatMap((run) => run.trades)) {
      const { execution } = trade;
      expect(execution?.lowest_rate).toBeLessThanOrEqual(trade.close_rate ?? 0);
      expect(execution?.highest_rate).toBeGreaterThanOrEqual(trade.open_rate);
      expect(execution?.orders.length).toBeGreaterThanOrEqual(2);
      expect(valueAt(trade, trade.close_rate ?? 0)).toBeCloseTo(trade.profit_abs, 7);
    }
  });

  it('gives each file its trades', async () => {
    const perFile: Record<string, number> = {};
    for (const file of files.filter((name) => name.endsWith('.gz'))) {
      const [run] = backtestsOf((await readBacktests(file)).inputs);
      perFile[basename(file).slice('backtest-result-2024-'.length, -'.json.gz'.length)] =
        run?.trades.length ?? 0;
    }
    expect(perFile).toEqual({
      '09-05_21-59-25': 175,
      '09-05_22-22-32': 146,
      '09-06_12-32-27': 179,
      '09-06_13-00-43': 179,
      '09-06_13-01-52': 163,
      '09-06_13-04-43': 225,
      '09-06_22-42-22': 225,
      '09-07_10-46-44': 381,
      '09-07_10-50-45': 462,
      '09-07_15-51-48': 341,
      '09-07_15-54-11': 223,
      '09-07_15-54-22': 338,
      '09-07_15-56-22': 294,
      '09-07_15-57-03': 295,
      '09-07_15-58-55': 293,
      '09-07_16-00-50': 257,
      '09-07_16-01-21': 324,
    });
  });
});

describeWithSharedData("freqtrade's own test data", 'mte/freqtrade-testdata', (folder) => {
  it('reads the run and its 179 trades', async () => {
    const { counts, inputs } = await readBacktests(...readdirSync(folder).map((name) => join(folder, name)));
    expect(counts).toEqual({ 'skipped: metadata of a run': 1, 'input: backtest': 1 });
    expect(inputs[0]?.series).toBe('strategy-test-v3');
    const [run] = backtestsOf(inputs);
    expect(run?.ran_at).toBe('2020-10-01T18:00:00.000Z');
    expect(run?.trades).toHaveLength(179);
    expect(run?.trades[0]).toMatchObject({ pair: 'TRX/BTC', opened_at: '2018-01-10T07:15:00.000Z' });
  });
});

describeWithSharedData("freqtrade's own sample", 'mte/freqtrade-testdata/backtest-result.json.gz', (file) => {
  it('has the key that it had before more was read of it, so importing it again replaces it', async () => {
    const [run] = (await readBacktests(file)).inputs;
    expect(run?.key).toBe('2020-10-01T18:00:00.000Z|2018-01-30T04:45:00.000Z|6189cc8d3f71');
  });
});
