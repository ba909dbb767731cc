/** Signals, strategies, outperformers, reversals, prediction markets and scorecards. */
export const marketFeeds = `
CREATE TABLE "signals" (
  "id" text COLLATE "C" NOT NULL,
  "source" text COLLATE "C" NOT NULL,
  "source_detail" text COLLATE "C",
  "symbol" text COLLATE "C" NOT NULL,
  "direction" text COLLATE "C" NOT NULL,
  "entry_price" double precision,
  "current_price" double precision,
  "status" text COLLATE "C" NOT NULL,
  "pnl_pct" double precision,
  "signal_strength" double precision,
  "asset_type" text COLLATE "C",
  "timeframe" text COLLATE "C",
  "notes" text COLLATE "C",
  "timestamp" timestamptz(3) NOT NULL,
  "available_at" timestamptz(3),
  "asset" text COLLATE "C",
  PRIMARY KEY ("id")
);

CREATE INDEX "signals_by_symbol" ON "signals" ("symbol" DESC, "id" DESC);

CREATE INDEX "signals_by_pnl_pct" ON "signals" ((coalesce("pnl_pct", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "signals_by_signal_strength" ON "signals" ((coalesce("signal_strength", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "signals_by_timestamp" ON "signals" ("timestamp" DESC, "id" DESC);

CREATE INDEX "signals_by_asset" ON "signals" ("asset", "timestamp" DESC, "id" DESC);

INSERT INTO feed_head (feed) VALUES ('trade-feed');

CREATE TABLE "strategies" (
  "name" text COLLATE "C" NOT NULL,
  "slug" text COLLATE "C" NOT NULL,
  "symbol" text COLLATE "C",
  "timeframe" text COLLATE "C",
  "asset_class" text COLLATE "C",
  "grade" text COLLATE "C",
  "source" text COLLATE "C",
  "status" text COLLATE "C" NOT NULL,
  "performance_total_pnl_pct" double precision,
  "performance_win_rate" double precision,
  "performance_total_trades" integer,
  "performance_sharpe" double precision,
  "performance_sortino" double precision,
  "performance_max_drawdown_pct" double precision,
  "performance_score" double precision,
  "signals" jsonb NOT NULL,
  "created_at" timestamptz(3) NOT NULL,
  "asset" text COLLATE "C",
  PRIMARY KEY ("slug")
);

CREATE INDEX "strategies_by_name" ON "strategies" ("name" DESC, "slug" DESC);

CREATE INDEX "strategies_by_performance_total_pnl_pct" ON "strategies" ((coalesce("performance_total_pnl_pct", '-infinity'::double precision)) DESC, "slug" DESC);

CREATE INDEX "strategies_by_performance_win_rate" ON "strategies" ((coalesce("performance_win_rate", '-infinity'::double precision)) DESC, "slug" DESC);

CREATE INDEX "strategies_by_performance_total_trades" ON "strategies" ((coalesce("performance_total_trades", -2147483648)) DESC, "slug" DESC);

CREATE INDEX "strategies_by_performance_sharpe" ON "strategies" ((coalesce("performance_sharpe", '-infinity'::double precision)) DESC, "slug" DESC);

CREATE INDEX "strategies_by_performance_sortino" ON "strategies" ((coalesce("performance_sortino", '-infinity'::double precision)) DESC, "slug" DESC);

CREATE INDEX "strategies_by_performance_max_drawdown_pct" ON "strategies" ((coalesce("performance_max_drawdown_pct", '-infinity'::double precision)) DESC, "slug" DESC);

CREATE INDEX "strategies_by_performance_score" ON "strategies" ((coalesce("performance_score", '-infinity'::double precision)) DESC, "slug" DESC);

CREATE INDEX "strategies_by_created_at" ON "strategies" ("created_at" DESC, "slug" DESC);

CREATE INDEX "strategies_by_asset" ON "strategies" ("asset", "created_at" DESC, "slug" DESC);

INSERT INTO feed_head (feed) VALUES ('mte');

CREATE TABLE "outperformers" (
  "id" text COLLATE "C" NOT NULL,
  "symbol" text COLLATE "C" NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "asset_type" text COLLATE "C" NOT NULL,
  "current_price" double precision,
  "market_cap_rank" integer,
  "perf_24h" double precision,
  "perf_7d" double precision,
  "perf_30d" double precision,
  "outperf_vs_btc_24h" double precision,
  "beats_btc_24h" boolean,
  "composite_score" double precision,
  "market_phase" text COLLATE "C",
  "avg_outperformance" double precision,
  "asset" text COLLATE "C",
  PRIMARY KEY ("id")
);

CREATE INDEX "outperformers_by_symbol" ON "outperformers" ("symbol" DESC, "id" DESC);

CREATE INDEX "outperformers_by_market_cap_rank" ON "outperformers" ((coalesce("market_cap_rank", -2147483648)) DESC, "id" DESC);

CREATE INDEX "outperformers_by_perf_24h" ON "outperformers" ((coalesce("perf_24h", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "outperformers_by_perf_7d" ON "outperformers" ((coalesce("perf_7d", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "outperformers_by_perf_30d" ON "outperformers" ((coalesce("perf_30d", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "outperformers_by_outperf_vs_btc_24h" ON "outperformers" ((coalesce("outperf_vs_btc_24h", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "outperformers_by_composite_score" ON "outperformers" ((coalesce("composite_score", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "outperformers_by_avg_outperformance" ON "outperformers" ((coalesce("avg_outperformance", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "outperformers_by_asset" ON "outperformers" ("asset", (coalesce("composite_score", '-infinity'::double precision)) DESC, "id" DESC);

INSERT INTO feed_head (feed) VALUES ('aoe');

CREATE TABLE "reversals" (
  "id" text COLLATE "C" NOT NULL,
  "ticker" text COLLATE "C" NOT NULL,
  "ticker_display" text COLLATE "C" NOT NULL,
  "price" text COLLATE "C",
  "interval" text COLLATE "C" NOT NULL,
  "asset_class" text COLLATE "C",
  "signal_what" text COLLATE "C" NOT NULL,
  "signal_direction" text COLLATE "C" NOT NULL,
  "signal_type" text COLLATE "C",
  "signal_condition" text COLLATE "C",
  "expected_pct" double precision,
  "score" double precision,
  "detected_at" timestamptz(3),
  "asset" text COLLATE "C",
  PRIMARY KEY ("id")
);

CREATE INDEX "reversals_by_ticker" ON "reversals" ("ticker" DESC, "id" DESC);

CREATE INDEX "reversals_by_expected_pct" ON "reversals" ((coalesce("expected_pct", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "reversals_by_score" ON "reversals" ((coalesce("score", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "reversals_by_asset" ON "reversals" ("asset", (coalesce("score", '-infinity'::double precision)) DESC, "id" DESC);

INSERT INTO feed_head (feed) VALUES ('mre');

CREATE TABLE "prediction_markets" (
  "market_id" text COLLATE "C" NOT NULL,
  "platform" text COLLATE "C" NOT NULL,
  "event_title" text COLLATE "C",
  "question" text COLLATE "C" NOT NULL,
  "yes_price" double precision,
  "outcome_prices" jsonb NOT NULL,
  "volume" double precision,
  "volume_24h" double precision,
  "category_norm" text COLLATE "C",
  "active" boolean NOT NULL,
  "end_date" timestamptz(3),
  PRIMARY KEY ("market_id")
);

CREATE INDEX "prediction_markets_by_yes_price" ON "prediction_markets" ((coalesce("yes_price", '-infinity'::double precision)) DESC, "market_id" DESC);

CREATE INDEX "prediction_markets_by_volume" ON "prediction_markets" ((coalesce("volume", '-infinity'::double precision)) DESC, "market_id" DESC);

CREATE INDEX "prediction_markets_by_volume_24h" ON "prediction_markets" ((coalesce("volume_24h", '-infinity'::double precision)) DESC, "market_id" DESC);

CREATE INDEX "prediction_markets_by_end_date" ON "prediction_markets" ((coalesce("end_date", '-infinity'::timestamptz)) DESC, "market_id" DESC);

INSERT INTO feed_head (feed) VALUES ('prediction');

CREATE TABLE "scorecard_points" (
  "id" text COLLATE "C" NOT NULL,
  "scorecard" text COLLATE "C" NOT NULL,
  "timeframe" text COLLATE "C" NOT NULL,
  "timestamp" timestamptz(3) NOT NULL,
  "data" jsonb NOT NULL,
  PRIMARY KEY ("id")
);

CREATE INDEX "scorecard_points_by_timestamp" ON "scorecard_points" ("timestamp" DESC, "id" DESC);

INSERT INTO feed_head (feed) VALUES ('scorecards');
`;
