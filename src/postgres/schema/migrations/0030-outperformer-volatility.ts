/** What a coin moves in a day, the unit of its score. Scores of before count in other units until the next scan. */
export const outperformerVolatility = `
ALTER TABLE outperformers ADD COLUMN volatility_pct double precision;

CREATE INDEX "outperformers_by_volatility_pct" ON "outperformers" ((coalesce("volatility_pct", '-infinity'::double precision)) DESC, "id" DESC);
`;
