/** What `/readyz` writes to. */
export const storeProbe = `
CREATE TABLE store_probe (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  written_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
COMMENT ON TABLE store_probe IS 'One row, written to see whether the store takes writes.';
INSERT INTO store_probe DEFAULT VALUES;
`;
