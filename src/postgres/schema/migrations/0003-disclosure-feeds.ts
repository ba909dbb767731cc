/** Whale activity, congress trades and insider filings. */
export const disclosureFeeds = `
CREATE TABLE "whale_activity" (
  "id" text COLLATE "C" NOT NULL,
  "address" text COLLATE "C",
  "whale_name" text COLLATE "C",
  "source" text COLLATE "C" NOT NULL,
  "event_type" text COLLATE "C" NOT NULL,
  "title" text COLLATE "C" NOT NULL,
  "outcome" text COLLATE "C",
  "size" double precision,
  "prev_size" double precision,
  "change_pct" double precision,
  "value" double precision,
  "created_at" timestamptz(3) NOT NULL,
  PRIMARY KEY ("id")
);

CREATE INDEX "whale_activity_by_size" ON "whale_activity" ((coalesce("size", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "whale_activity_by_change_pct" ON "whale_activity" ((coalesce("change_pct", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "whale_activity_by_value" ON "whale_activity" ((coalesce("value", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "whale_activity_by_created_at" ON "whale_activity" ("created_at" DESC, "id" DESC);

INSERT INTO feed_head (feed) VALUES ('whales');

CREATE TABLE "congress_trades" (
  "id" text COLLATE "C" NOT NULL,
  "politician_name" text COLLATE "C" NOT NULL,
  "party" text COLLATE "C",
  "chamber" text COLLATE "C" NOT NULL,
  "state" text COLLATE "C",
  "asset_name" text COLLATE "C",
  "ticker" text COLLATE "C",
  "asset_type" text COLLATE "C",
  "sector" text COLLATE "C",
  "transaction_type" text COLLATE "C",
  "owner" text COLLATE "C",
  "transaction_date" timestamp(3),
  "filing_date" timestamp(3),
  "is_tradable" boolean NOT NULL,
  "filer" text COLLATE "C",
  "district" text COLLATE "C",
  "document" text COLLATE "C",
  "disclosed_on" timestamp(3),
  "origin" text COLLATE "C",
  "asset" text COLLATE "C",
  PRIMARY KEY ("id")
);

CREATE INDEX "congress_trades_by_politician_name" ON "congress_trades" ("politician_name" DESC, "id" DESC);

CREATE INDEX "congress_trades_by_ticker" ON "congress_trades" ((coalesce('1' || "ticker", '0')) DESC, "id" DESC);

CREATE INDEX "congress_trades_by_transaction_date" ON "congress_trades" ((coalesce("transaction_date", '-infinity'::timestamp)) DESC, "id" DESC);

CREATE INDEX "congress_trades_by_filing_date" ON "congress_trades" ((coalesce("filing_date", '-infinity'::timestamp)) DESC, "id" DESC);

CREATE INDEX "congress_trades_by_asset" ON "congress_trades" ("asset", (coalesce("filing_date", '-infinity'::timestamp)) DESC, "id" DESC);

INSERT INTO feed_head (feed) VALUES ('congress');

CREATE TABLE "insider_filings" (
  "id" text COLLATE "C" NOT NULL,
  "ticker" text COLLATE "C",
  "company_name" text COLLATE "C",
  "insider_name" text COLLATE "C",
  "insider_title" text COLLATE "C",
  "is_director" boolean,
  "is_ten_percent" boolean,
  "transaction_code" text COLLATE "C",
  "transaction_type" text COLLATE "C",
  "transaction_direction" text COLLATE "C" NOT NULL,
  "shares" double precision,
  "value" double precision,
  "filing_date" timestamptz(3) NOT NULL,
  "trade_date" timestamptz(3),
  "available_at" timestamptz(3),
  "superseded_at" timestamptz(3),
  "insider_slug" text COLLATE "C",
  "owner_cik" text COLLATE "C",
  "issuer_cik" text COLLATE "C",
  "accession" text COLLATE "C",
  "form" text COLLATE "C",
  "amends_filed_on" timestamp(3),
  "family" text COLLATE "C",
  "origin" text COLLATE "C",
  "asset" text COLLATE "C",
  PRIMARY KEY ("id")
);

CREATE INDEX "insider_filings_by_ticker" ON "insider_filings" ((coalesce('1' || "ticker", '0')) DESC, "id" DESC);

CREATE INDEX "insider_filings_by_shares" ON "insider_filings" ((coalesce("shares", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "insider_filings_by_value" ON "insider_filings" ((coalesce("value", '-infinity'::double precision)) DESC, "id" DESC);

CREATE INDEX "insider_filings_by_filing_date" ON "insider_filings" ("filing_date" DESC, "id" DESC);

CREATE INDEX "insider_filings_by_trade_date" ON "insider_filings" ((coalesce("trade_date", '-infinity'::timestamptz)) DESC, "id" DESC);

CREATE INDEX "insider_filings_by_asset" ON "insider_filings" ("asset", "filing_date" DESC, "id" DESC);

INSERT INTO feed_head (feed) VALUES ('insider');
`;
