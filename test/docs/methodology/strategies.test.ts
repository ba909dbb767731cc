import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listingOf } from '../../../src/engines/strategies/strategy-listing.ts';
import { worstOf } from '../../../src/engines/strategies/trade-value.ts';
import { backtestsOf, readBacktests } from '../../sources/freqtrade/reading.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

describeWithSharedData('docs/methodology/strategies.md', 'mte/freqtrade', (folder) => {
  it('has a worked example that the file gives', async () => {
    const { inputs } = await readBacktests(join(folder, 'backtest-result-2024-09-06_13-00-43.json.gz'));
    const [run] = backtestsOf(inputs);
    if (!run) throw new Error('no run');
    const at = '2024-07-21T01:45:00.000Z';
    const closed = run.trades.filter(({ closed_at: closedAt }) => closedAt !== null && closedAt <= at);
    const balance = closed.reduce((total, { profit_abs }) => total + profit_abs, run.starting_balance);
    const open = run.trades.filter(({ opened_at, closed_at }) => opened_at <= at && (closed_at ?? '') > at);
    const worst = open.map((trade) => [trade.pair, Number(worstOf(trade, run)?.toFixed(5))]);
    expect(balance).toBeCloseTo(65.29697, 5);
    expect(new Map(worst as [string, number][])).toEqual(
      new Map([
        ['VIDT/USDT', -3.32333],
        ['BURGER/USDT', -3.29941],
      ]),
    );
    const fall = ((balance - 3.32333 - 3.29941) / balance - 1) * 100;
    expect(fall).toBeCloseTo(-10.14, 2);
    const { performance, reported } = listingOf('gen1', inputs) ?? {};
    expect(performance?.max_drawdown_pct).toBeCloseTo(fall, 4);
    expect(reported?.max_drawdown_pct).toBeCloseTo(-0.02, 3);
  });
});
