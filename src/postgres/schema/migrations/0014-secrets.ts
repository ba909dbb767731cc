/** What all processes on a store know and no client does. */
export const secrets = `
CREATE TABLE secret (
  name text PRIMARY KEY,
  value bytea NOT NULL
);
COMMENT ON TABLE secret IS 'Random keys that all processes share, each made by the first one that asks for it.';
`;
