/** What keys use by route and UTC day, for their owners to see: quotas are counted elsewhere. */
export const keyUsage = `
CREATE TABLE key_usage (
  account text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  day timestamptz NOT NULL,
  route text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  units bigint NOT NULL,
  PRIMARY KEY (key_id, day, route)
);
CREATE INDEX key_usage_by_account ON key_usage (account, day);
CREATE INDEX key_usage_by_day ON key_usage (day);
`;
