/** Indexes of the insider feed that its declaration does not ask for, and the sums kept by ingestion. */
export const insiderRollups = `
CREATE INDEX insider_filings_by_insider ON insider_filings (insider_slug, filing_date DESC, id DESC);
CREATE INDEX insider_filings_by_available ON insider_filings (available_at);
CREATE INDEX insider_filings_superseded ON insider_filings (superseded_at) WHERE superseded_at IS NOT NULL;
CREATE INDEX insider_filings_by_family ON insider_filings (family) WHERE family IS NOT NULL;
CREATE INDEX insider_filings_bought ON insider_filings (filing_date) WHERE transaction_direction = 'buy';
CREATE INDEX insider_filings_ticker ON insider_filings (upper(ticker), filing_date DESC, id DESC);
CREATE INDEX congress_trades_ticker ON congress_trades (upper(ticker), coalesce(filing_date, '-infinity'::timestamp) DESC, id DESC);
CREATE INDEX scorecard_points_series ON scorecard_points (scorecard, timeframe, "timestamp" DESC, id DESC);

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE insider (
  slug text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  filing_count integer NOT NULL,
  buy numeric NOT NULL,
  sell numeric NOT NULL
);
COMMENT ON TABLE insider IS 'The insider directory over all filings that are not superseded; USD.';
CREATE INDEX insider_by_buy ON insider (buy DESC, slug DESC);
CREATE INDEX insider_by_sell ON insider (sell DESC, slug DESC);
CREATE INDEX insider_by_count ON insider (filing_count DESC, slug DESC);
CREATE INDEX insider_by_name ON insider (name DESC, slug DESC);
CREATE INDEX insider_name_search ON insider USING gin (name gin_trgm_ops);

CREATE TABLE insider_daily (
  day date NOT NULL,
  slug text COLLATE "C" NOT NULL,
  filing_count integer NOT NULL,
  buy numeric NOT NULL,
  sell numeric NOT NULL,
  PRIMARY KEY (slug, day)
);
COMMENT ON TABLE insider_daily IS 'Sums of an insider by UTC day of filing, superseded filings left out; USD.';
CREATE INDEX insider_daily_by_day ON insider_daily (day);

CREATE TABLE asset_daily (
  day date NOT NULL,
  asset text COLLATE "C" NOT NULL,
  filing_count integer NOT NULL,
  buy_count integer NOT NULL,
  buy numeric NOT NULL,
  sell numeric NOT NULL,
  PRIMARY KEY (asset, day)
);
COMMENT ON TABLE asset_daily IS 'Insider sums of an asset by UTC day of filing, superseded filings left out; empty asset: no ticker; USD.';
CREATE INDEX asset_daily_by_day ON asset_daily (day);
`;
