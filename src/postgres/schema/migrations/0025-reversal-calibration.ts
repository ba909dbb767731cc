/** What earlier reversals of the same kind led to. */
export const reversalCalibration = `
ALTER TABLE "reversals" ADD COLUMN "past_count" integer, ADD COLUMN "past_hit_rate_pct" double precision;
CREATE INDEX "reversals_by_past_count" ON "reversals" ((coalesce("past_count", -2147483648)) DESC, "id" DESC);
CREATE INDEX "reversals_by_past_hit_rate_pct" ON "reversals" ((coalesce("past_hit_rate_pct", '-infinity'::double precision)) DESC, "id" DESC);
`;
