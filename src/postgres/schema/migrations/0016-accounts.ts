/** Accounts of people, who make keys of their own. */
export const accounts = `
CREATE TABLE account (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  password_hash text,
  issuer text COLLATE "C",
  subject text COLLATE "C",
  created_at timestamptz(3) NOT NULL,
  CHECK ((issuer IS NULL) = (subject IS NULL)),
  CHECK ((password_hash IS NULL) <> (issuer IS NULL))
);
COMMENT ON TABLE account IS 'People who sign in, with a password (its scrypt hash) or by an OpenID Connect provider (issuer and subject).';
CREATE UNIQUE INDEX account_name ON account (name) WHERE password_hash IS NOT NULL;
CREATE UNIQUE INDEX account_subject ON account (issuer, subject) WHERE issuer IS NOT NULL;

CREATE TABLE account_session (
  id_hash text COLLATE "C" PRIMARY KEY,
  account text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE account_session IS 'Who is signed in, by the SHA-256 of the random id that their browser holds.';
CREATE INDEX account_session_account ON account_session (account);
CREATE INDEX account_session_expiry ON account_session (expires_at);

CREATE TABLE account_attempt (
  what text COLLATE "C" PRIMARY KEY,
  ends_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL
);
COMMENT ON TABLE account_attempt IS 'Attempts to sign in, to sign up and to make keys within the running window, by what they are counted for.';
CREATE INDEX account_attempt_end ON account_attempt (ends_at);

CREATE INDEX api_key_account ON api_key (account);
COMMENT ON COLUMN api_key.account IS 'Whose quota is spent: the first of a chain of rotations, or the account that made the key.';
`;
