/**
 * What prediction platforms and CoinGecko say besides the members of REST, and the moment that rows of current state are
 * of. It is in the files alone: null until these are imported again, or the next synchronisation. A reversal is of the close
 * of its bar.
 */
export const marketFacts = `
ALTER TABLE prediction_markets
  ADD COLUMN observed_at timestamptz(3),
  ADD COLUMN outcomes jsonb,
  ADD COLUMN event_id text COLLATE "C",
  ADD COLUMN slug text COLLATE "C",
  ADD COLUMN url text COLLATE "C",
  ADD COLUMN bid double precision,
  ADD COLUMN ask double precision,
  ADD COLUMN spread double precision,
  ADD COLUMN last_trade_price double precision,
  ADD COLUMN one_day_change double precision,
  ADD COLUMN volume_unit text COLLATE "C",
  ADD COLUMN liquidity double precision,
  ADD COLUMN open_interest double precision,
  ADD COLUMN is_resolved boolean,
  ADD COLUMN resolved_at timestamptz(3),
  ADD COLUMN result text COLLATE "C",
  ADD COLUMN settlement_price double precision,
  ADD COLUMN participant_count integer,
  ADD COLUMN forecast_quartiles jsonb,
  ADD COLUMN rules text COLLATE "C";
CREATE INDEX "prediction_markets_by_spread" ON "prediction_markets" ((coalesce("spread", '-infinity'::double precision)) DESC, "market_id" DESC);
CREATE INDEX "prediction_markets_by_one_day_change" ON "prediction_markets" ((coalesce("one_day_change", '-infinity'::double precision)) DESC, "market_id" DESC);
CREATE INDEX "prediction_markets_by_liquidity" ON "prediction_markets" ((coalesce("liquidity", '-infinity'::double precision)) DESC, "market_id" DESC);
CREATE INDEX "prediction_markets_by_open_interest" ON "prediction_markets" ((coalesce("open_interest", '-infinity'::double precision)) DESC, "market_id" DESC);
CREATE INDEX "prediction_markets_by_participant_count" ON "prediction_markets" ((coalesce("participant_count", -2147483648)) DESC, "market_id" DESC);

ALTER TABLE outperformers
  ADD COLUMN observed_at timestamptz(3),
  ADD COLUMN market_cap double precision,
  ADD COLUMN volume_24h double precision,
  ADD COLUMN fully_diluted_value double precision,
  ADD COLUMN circulating_supply double precision,
  ADD COLUMN total_supply double precision,
  ADD COLUMN max_supply double precision,
  ADD COLUMN high_24h double precision,
  ADD COLUMN low_24h double precision,
  ADD COLUMN all_time_high double precision,
  ADD COLUMN all_time_high_at timestamptz(3),
  ADD COLUMN from_all_time_high_pct double precision,
  ADD COLUMN all_time_low double precision,
  ADD COLUMN all_time_low_at timestamptz(3),
  ADD COLUMN from_all_time_low_pct double precision;
CREATE INDEX "outperformers_by_market_cap" ON "outperformers" ((coalesce("market_cap", '-infinity'::double precision)) DESC, "id" DESC);
CREATE INDEX "outperformers_by_volume_24h" ON "outperformers" ((coalesce("volume_24h", '-infinity'::double precision)) DESC, "id" DESC);
CREATE INDEX "outperformers_by_fully_diluted_value" ON "outperformers" ((coalesce("fully_diluted_value", '-infinity'::double precision)) DESC, "id" DESC);
CREATE INDEX "outperformers_by_from_all_time_high_pct" ON "outperformers" ((coalesce("from_all_time_high_pct", '-infinity'::double precision)) DESC, "id" DESC);
CREATE INDEX "outperformers_by_from_all_time_low_pct" ON "outperformers" ((coalesce("from_all_time_low_pct", '-infinity'::double precision)) DESC, "id" DESC);

ALTER TABLE reversals ADD COLUMN observed_at timestamptz(3);
UPDATE reversals SET observed_at = detected_at;
UPDATE feed_event SET before = before || jsonb_build_object('observed_at', before->'detected_at'),
  after = after || jsonb_build_object('observed_at', after->'detected_at') WHERE feed = 'mre';
`;
