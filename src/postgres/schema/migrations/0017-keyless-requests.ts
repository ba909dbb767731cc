/** What comes without a key, by network and UTC minute. */
export const keylessRequests = `
CREATE UNLOGGED TABLE keyless_request (
  network text COLLATE "C" NOT NULL,
  minute timestamptz(3) NOT NULL,
  used integer NOT NULL,
  granted integer NOT NULL,
  PRIMARY KEY (minute, network)
) WITH (fillfactor = 50);
COMMENT ON TABLE keyless_request IS 'Requests without a key that were let in, over all processes, and how many of them to the last one that asked. Unlogged: a crash forgets a minute.';
`;
