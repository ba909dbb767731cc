import type { Strategy } from '../../feeds/mte/feed.ts';
import type { Backtest } from '../../sources/freqtrade/backtest.ts';

/** How a run was set up. */
export function backtestBlock(run: Backtest): Strategy['backtest'] {
  const { settings } = run;
  return {
    currency: settings?.currency ?? null,
    starting_balance: run.starting_balance,
    stake: settings?.stake ?? null,
    max_open_trades: settings?.max_open_trades ?? null,
    stop_loss_pct: percent(settings?.stop_loss),
    trading_mode: settings?.trading_mode ?? null,
    pairs: run.pairs,
    tested_from: new Date(run.from),
    tested_to: new Date(run.to),
    ran_at: new Date(run.ran_at),
  };
}

/** What freqtrade states of the run, in percent where it writes fractions; a drawdown is negative here, positive there. */
export function reportedBlock({ reported }: Backtest): Strategy['reported'] {
  const drawdown = percent(reported?.max_drawdown_account);
  return {
    sharpe: reported?.sharpe ?? null,
    sortino: reported?.sortino ?? null,
    calmar: reported?.calmar ?? null,
    annual_return_pct: percent(reported?.cagr),
    profit_factor: reported?.profit_factor ?? null,
    expectancy: reported?.expectancy ?? null,
    max_drawdown_pct: drawdown && -drawdown,
    market_change_pct: percent(reported?.market_change),
  };
}

const percent = (fraction: number | null | undefined): number | null =>
  fraction === null || fraction === undefined ? null : fraction * 100;
