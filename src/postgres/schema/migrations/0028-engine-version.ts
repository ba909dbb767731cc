/** Which version of an engine derived all that is in the store. */
export const engineVersion = `
CREATE TABLE engine_version (
  engine text COLLATE "C" PRIMARY KEY,
  version integer NOT NULL
);
COMMENT ON TABLE engine_version IS 'Version of each engine that derived everything the last time.';
`;
