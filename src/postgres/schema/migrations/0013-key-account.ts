/** A rotated key and its successor spend one quota. */
export const keyAccount = `
ALTER TABLE api_key ADD COLUMN account text;
WITH RECURSIVE chain AS (
  SELECT id, id AS account, replaced_by FROM api_key
  WHERE id NOT IN (SELECT replaced_by FROM api_key WHERE replaced_by IS NOT NULL)
  UNION ALL
  SELECT key.id, chain.account, key.replaced_by FROM api_key AS key JOIN chain ON key.id = chain.replaced_by)
UPDATE api_key SET account = chain.account FROM chain WHERE api_key.id = chain.id;
ALTER TABLE api_key ALTER COLUMN account SET NOT NULL;
COMMENT ON COLUMN api_key.account IS 'The key whose quota is spent: the first of a chain of rotations.';
`;
