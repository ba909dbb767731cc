/** Of what the bars among the raw inputs are, so that they are found by asset; and the data version of answers that show them. */
export const priceSeries = `
CREATE TABLE price_series (
  kind text COLLATE "C" NOT NULL,
  series text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  interval text COLLATE "C" NOT NULL,
  provider text COLLATE "C" NOT NULL,
  market text COLLATE "C" NOT NULL,
  currency text COLLATE "C",
  is_perpetual boolean NOT NULL,
  PRIMARY KEY (kind, series)
);
COMMENT ON TABLE price_series IS 'Series of bars in the table input, by what they are of; a series stays when its bars are forgotten.';
COMMENT ON COLUMN price_series.subject IS 'Key of the asset, e.g. stock:AAPL.';
CREATE INDEX price_series_by_subject ON price_series (subject, interval);
INSERT INTO feed_head (feed) VALUES ('prices');
`;
