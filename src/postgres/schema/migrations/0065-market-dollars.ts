/** Of a record as text, so that rows and events are filled by one rule: src/feeds/prediction/derive.ts. */
const dollars = (field: (name: string) => string): string => `CASE ${field('volume_unit')}
  WHEN 'USD' THEN ${field('volume_24h')}::double precision
  WHEN 'contracts' THEN floor(${field('volume_24h')}::double precision * ${field('yes_price')}::double precision * 100 + 0.5) / 100
  END`;

const rows = ['prediction_markets', 'prediction_markets_history']
  .map(
    (table) => `
ALTER TABLE ${table} ADD COLUMN volume_24h_usd double precision;
UPDATE ${table} SET volume_24h_usd = ${dollars((name) => name)} WHERE volume_unit IN ('USD', 'contracts');`,
  )
  .join('');

const events = ['before', 'after']
  .map(
    (body) => `
UPDATE feed_event SET ${body} = ${body} || jsonb_build_object('volume_24h_usd', ${dollars((name) => `(${body}->>'${name}')`)})
WHERE feed = 'prediction' AND ${body}->>'volume_unit' IN ('USD', 'contracts');`,
  )
  .join('');

/** The volume of markets in dollars, of rows as they are and as they were and of events, which streams filter by it. */
export const marketDollars = `${rows}${events}
CREATE INDEX "prediction_markets_by_volume_24h_usd" ON "prediction_markets" ((coalesce("volume_24h_usd", '-infinity'::double precision)) DESC, "market_id" DESC);
`;
