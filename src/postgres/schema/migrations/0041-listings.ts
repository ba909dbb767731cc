/** Symbols in public directories. Names tell since when they are given, so stores make theirs anew. */
export const listings = `
CREATE TABLE "listings" (
  "id" text COLLATE "C" NOT NULL,
  "symbol" text COLLATE "C" NOT NULL,
  "name" text COLLATE "C" NOT NULL,
  "asset_type" text COLLATE "C" NOT NULL,
  "directory" text COLLATE "C" NOT NULL,
  "exchange" text COLLATE "C",
  "issuer_cik" text COLLATE "C",
  "coin_id" text COLLATE "C",
  "is_etf" boolean,
  "also" text COLLATE "C",
  "valid_from" timestamptz(3),
  "valid_to" timestamptz(3),
  "known_from" timestamptz(3) NOT NULL,
  "known_precision" text COLLATE "C" NOT NULL,
  "first_seen" timestamptz(3),
  "last_seen" timestamptz(3),
  "asset" text COLLATE "C",
  PRIMARY KEY ("id")
);

CREATE INDEX "listings_by_symbol" ON "listings" ("symbol" DESC, "id" DESC);

CREATE INDEX "listings_by_name" ON "listings" ("name" DESC, "id" DESC);

CREATE INDEX "listings_by_valid_from" ON "listings" ((coalesce("valid_from", '-infinity'::timestamptz)) DESC, "id" DESC);

CREATE INDEX "listings_by_valid_to" ON "listings" ((coalesce("valid_to", '-infinity'::timestamptz)) DESC, "id" DESC);

CREATE INDEX "listings_by_known_from" ON "listings" ("known_from" DESC, "id" DESC);

CREATE INDEX "listings_by_asset" ON "listings" ("asset", "symbol" DESC, "id" DESC);

INSERT INTO feed_head (feed) VALUES ('symbols');
INSERT INTO search_feed (feed, version, seq) VALUES ('symbols', 2, 0);
UPDATE search_feed SET version = 2 WHERE seq = 0;
COMMENT ON COLUMN search_name.last_known IS 'No record that has the name is known from later.';
`;
