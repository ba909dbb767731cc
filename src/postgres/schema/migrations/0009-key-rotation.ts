/** Rotation: which signing key signed a key, what took its place, and when a signing key was retired. */
export const keyRotation = `
ALTER TABLE api_key ADD COLUMN signed_by text, ADD COLUMN replaced_by text;

CREATE INDEX api_key_created ON api_key (created_at DESC, id DESC);

ALTER TABLE signing_key ADD COLUMN retired_at timestamptz(3);
`;
