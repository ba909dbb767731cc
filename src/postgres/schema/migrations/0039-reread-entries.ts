/**
 * For reading entries again: which are marked, and what is to be made again, by which capture. Records of merged feeds that
 * came in before their entries were kept are remembered: what is made of entries alone must not take their place.
 */
export const rereadEntries = `
ALTER TABLE entry ADD COLUMN is_marked boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN entry.is_marked IS 'To be read again, whatever version of its parser read it.';

ALTER TABLE entry_stale ADD COLUMN capture bigint, ADD COLUMN entry bigint, ADD COLUMN is_new boolean NOT NULL DEFAULT false;
COMMENT ON TABLE entry_stale IS 'What entries no longer become, or were read again for: to be made again by what becomes it, else to be removed.';
COMMENT ON COLUMN entry_stale.capture IS 'The newest capture that became it, or ceased to, when it was read again; and one of its entries.';
COMMENT ON COLUMN entry_stale.is_new IS 'No entry was it before; what is missing otherwise was removed on purpose.';

CREATE TABLE record_without_entry (
  module text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (module, key)
);
COMMENT ON TABLE record_without_entry IS 'Records of merged feeds of which a part came in before its entry was kept.';
INSERT INTO record_without_entry SELECT 'insider', id FROM insider_filings;
`;
