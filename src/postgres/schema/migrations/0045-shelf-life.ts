/**
 * Until when rows of current state are current: ten bars of a reversal, a day of a scan and of a market that trades, or up to
 * its end. Bars of unknown length count as days, as in feed/shelf-life.ts.
 */
const bar = `CASE WHEN interval ~ '^[1-9][0-9]{0,3}(s|m|h|d|w|M|mo|S|H|D|W|MO|Mo)$' THEN
    substring(interval from '^[0-9]+')::integer * (CASE substring(interval from '[A-Za-z]+$')
      WHEN 's' THEN '1 second' WHEN 'S' THEN '1 second' WHEN 'm' THEN '1 minute' WHEN 'h' THEN '1 hour' WHEN 'H' THEN '1 hour'
      WHEN 'd' THEN '24 hours' WHEN 'D' THEN '24 hours' WHEN 'w' THEN '168 hours' WHEN 'W' THEN '168 hours'
      ELSE '720 hours' END)::interval
    ELSE '24 hours'::interval END`;

const day = `coalesce(observed_at, known_from) + '24 hours'::interval`;

/** The newest event of a row tells streams when it becomes stale. */
const told = (module: string, table: string, key: string): string => `
UPDATE feed_event AS e SET ended_at = t.current_until,
    after = e.after || jsonb_build_object('current_until', t.current_until)
  FROM ${table} AS t
  WHERE e.feed = '${module}' AND e.key = t.${key} AND e.after IS NOT NULL AND t.current_until IS NOT NULL AND NOT EXISTS (
    SELECT FROM feed_event AS later WHERE later.feed = e.feed AND later.key = e.key AND later.seq > e.seq);`;

export const shelfLife = `
ALTER TABLE reversals ADD COLUMN current_until timestamptz(3);
UPDATE reversals SET current_until = coalesce(observed_at, known_from) + 10 * (${bar});
CREATE INDEX "reversals_by_lapse" ON "reversals" ((coalesce("current_until", 'infinity'::timestamptz)));

ALTER TABLE outperformers ADD COLUMN current_until timestamptz(3);
UPDATE outperformers SET current_until = ${day};
CREATE INDEX "outperformers_by_lapse" ON "outperformers" ((coalesce("current_until", 'infinity'::timestamptz)));

ALTER TABLE prediction_markets ADD COLUMN current_until timestamptz(3);
UPDATE prediction_markets SET current_until = CASE WHEN end_date IS NULL OR observed_at >= end_date THEN ${day}
  ELSE least(${day}, end_date) END WHERE active;
CREATE INDEX "prediction_markets_by_lapse" ON "prediction_markets" ((coalesce("current_until", 'infinity'::timestamptz)));
${told('mre', 'reversals', 'id')}
${told('aoe', 'outperformers', 'id')}
${told('prediction', 'prediction_markets', 'market_id')}
`;
