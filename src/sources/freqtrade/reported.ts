import type { JsonObject } from '../../feed/json.ts';
import { TRADING_MODES } from '../../feeds/mte/feed.ts';
import type { BacktestSettings, ReportedFigures } from './backtest.ts';
import { finite, positive, text } from './native-value.ts';

/** What the result of a strategy says of its configuration. */
export const settingsOf = (raw: JsonObject): BacktestSettings => ({
  currency: text(raw.stake_currency),
  stake: positive(raw.stake_amount),
  max_open_trades: positive(raw.max_open_trades),
  stop_loss: stopLossOf(raw.stoploss),
  trading_mode: TRADING_MODES.find((mode) => mode === raw.trading_mode) ?? null,
  margin_mode: text(raw.margin_mode),
});

/** Some files write the fraction without its sign. */
function stopLossOf(value: unknown): number | null {
  const loss = finite(value);
  return loss === null || loss === 0 ? null : -Math.abs(loss);
}

/** What the result states of itself. */
export const reportedOf = (raw: JsonObject): ReportedFigures => ({
  sharpe: definedRatio(raw.sharpe),
  sortino: definedRatio(raw.sortino),
  calmar: definedRatio(raw.calmar),
  cagr: finite(raw.cagr),
  // Without a loss there is no factor, and freqtrade writes 0.
  profit_factor: positive(raw.profit_factor),
  expectancy: finite(raw.expectancy),
  max_drawdown_account: finite(raw.max_drawdown_account),
  max_relative_drawdown: finite(raw.max_relative_drawdown),
  market_change: finite(raw.market_change),
});

/** -100 is what freqtrade writes where the divisor is zero ("to be clear that this is NOT optimal", metrics.py). */
const UNDEFINED_RATIO = -100;

function definedRatio(value: unknown): number | null {
  const ratio = finite(value);
  return ratio === UNDEFINED_RATIO ? null : ratio;
}
