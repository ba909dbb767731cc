/** What strategies are judged by beside what the specification names, what backtesters state, and how trades were executed. */
export const backtests = `
ALTER TABLE "strategies"
  ADD COLUMN "ungraded_reason" text COLLATE "C",
  ADD COLUMN "performance_least_drawdown_pct" double precision,
  ADD COLUMN "performance_closed_drawdown_pct" double precision,
  ADD COLUMN "performance_drawdown_method" text COLLATE "C",
  ADD COLUMN "performance_days" integer,
  ADD COLUMN "performance_annual_return_pct" double precision,
  ADD COLUMN "performance_probabilistic_sharpe" double precision,
  ADD COLUMN "performance_trials" integer,
  ADD COLUMN "performance_deflated_sharpe" double precision,
  ADD COLUMN "backtest_currency" text COLLATE "C",
  ADD COLUMN "backtest_starting_balance" double precision,
  ADD COLUMN "backtest_stake" double precision,
  ADD COLUMN "backtest_max_open_trades" integer,
  ADD COLUMN "backtest_stop_loss_pct" double precision,
  ADD COLUMN "backtest_trading_mode" text COLLATE "C",
  ADD COLUMN "backtest_pairs" jsonb,
  ADD COLUMN "backtest_tested_from" timestamptz(3),
  ADD COLUMN "backtest_tested_to" timestamptz(3),
  ADD COLUMN "backtest_ran_at" timestamptz(3),
  ADD COLUMN "reported_sharpe" double precision,
  ADD COLUMN "reported_sortino" double precision,
  ADD COLUMN "reported_calmar" double precision,
  ADD COLUMN "reported_annual_return_pct" double precision,
  ADD COLUMN "reported_profit_factor" double precision,
  ADD COLUMN "reported_expectancy" double precision,
  ADD COLUMN "reported_max_drawdown_pct" double precision,
  ADD COLUMN "reported_market_change_pct" double precision;
CREATE INDEX "strategies_by_performance_least_drawdown_pct" ON "strategies" ((coalesce("performance_least_drawdown_pct", '-infinity'::double precision)) DESC, "slug" DESC);
CREATE INDEX "strategies_by_performance_closed_drawdown_pct" ON "strategies" ((coalesce("performance_closed_drawdown_pct", '-infinity'::double precision)) DESC, "slug" DESC);
CREATE INDEX "strategies_by_performance_days" ON "strategies" ((coalesce("performance_days", -2147483648)) DESC, "slug" DESC);
CREATE INDEX "strategies_by_performance_annual_return_pct" ON "strategies" ((coalesce("performance_annual_return_pct", '-infinity'::double precision)) DESC, "slug" DESC);
CREATE INDEX "strategies_by_performance_probabilistic_sharpe" ON "strategies" ((coalesce("performance_probabilistic_sharpe", '-infinity'::double precision)) DESC, "slug" DESC);
CREATE INDEX "strategies_by_performance_deflated_sharpe" ON "strategies" ((coalesce("performance_deflated_sharpe", '-infinity'::double precision)) DESC, "slug" DESC);
CREATE INDEX "strategies_by_backtest_tested_from" ON "strategies" ((coalesce("backtest_tested_from", '-infinity'::timestamptz)) DESC, "slug" DESC);
CREATE INDEX "strategies_by_backtest_tested_to" ON "strategies" ((coalesce("backtest_tested_to", '-infinity'::timestamptz)) DESC, "slug" DESC);
CREATE INDEX "strategies_by_backtest_ran_at" ON "strategies" ((coalesce("backtest_ran_at", '-infinity'::timestamptz)) DESC, "slug" DESC);
CREATE INDEX "strategies_by_reported_market_change_pct" ON "strategies" ((coalesce("reported_market_change_pct", '-infinity'::double precision)) DESC, "slug" DESC);

ALTER TABLE "signals"
  ADD COLUMN "execution_closed_at" timestamptz(3),
  ADD COLUMN "execution_duration_minutes" double precision,
  ADD COLUMN "execution_amount" double precision,
  ADD COLUMN "execution_stake" double precision,
  ADD COLUMN "execution_leverage" double precision,
  ADD COLUMN "execution_profit" double precision,
  ADD COLUMN "execution_profit_pct" double precision,
  ADD COLUMN "execution_fee_open_pct" double precision,
  ADD COLUMN "execution_fee_close_pct" double precision,
  ADD COLUMN "execution_funding" double precision,
  ADD COLUMN "execution_lowest_price" double precision,
  ADD COLUMN "execution_highest_price" double precision,
  ADD COLUMN "execution_initial_stop_price" double precision,
  ADD COLUMN "execution_stop_price" double precision,
  ADD COLUMN "execution_orders" integer;
CREATE INDEX "signals_by_execution_closed_at" ON "signals" ((coalesce("execution_closed_at", '-infinity'::timestamptz)) DESC, "id" DESC);
CREATE INDEX "signals_by_execution_profit_pct" ON "signals" ((coalesce("execution_profit_pct", '-infinity'::double precision)) DESC, "id" DESC);
`;
