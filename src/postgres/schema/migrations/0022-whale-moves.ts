/**
 * What whales moved, and what platforms say of it. `value` was the worth of the position after an event and becomes that of
 * what changed hands; what an exit was worth is not in the row, so it is null until it is derived again from its inputs.
 */
export const whaleMoves = `
ALTER TABLE whale_activity
  ADD COLUMN instrument text COLLATE "C",
  ADD COLUMN moved double precision,
  ADD COLUMN price double precision,
  ADD COLUMN price_basis text COLLATE "C",
  ADD COLUMN position_value double precision,
  ADD COLUMN entry_price double precision,
  ADD COLUMN closed_pnl double precision,
  ADD COLUMN unrealized_pnl double precision,
  ADD COLUMN fee double precision,
  ADD COLUMN is_liquidation boolean,
  ADD COLUMN leverage double precision,
  ADD COLUMN account_value double precision,
  ADD COLUMN transaction_hash text COLLATE "C",
  ADD COLUMN market_slug text COLLATE "C",
  ADD COLUMN outcome_index integer,
  ADD COLUMN probability_before double precision,
  ADD COLUMN probability_after double precision,
  ADD COLUMN limit_probability double precision;

UPDATE whale_activity SET
  instrument = CASE
    WHEN source IN ('polymarket', 'manifold') THEN 'OUTCOME'
    WHEN source = 'hyperliquid' AND outcome IS NULL THEN 'SPOT'
    WHEN source = 'hyperliquid' THEN 'PERPETUAL' END,
  moved = abs(size - coalesce(prev_size, 0)),
  position_value = CASE WHEN size IS NOT NULL THEN value END,
  value = CASE
    WHEN size IS NULL THEN value
    WHEN size > 0 THEN round((abs(size - coalesce(prev_size, 0)) * (value / size))::numeric, 2)::double precision END;

CREATE INDEX "whale_activity_by_position_value" ON "whale_activity" ((coalesce("position_value", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "whale_activity_by_closed_pnl" ON "whale_activity" ((coalesce("closed_pnl", '-infinity'::double precision)) DESC, "id" DESC);
`;
