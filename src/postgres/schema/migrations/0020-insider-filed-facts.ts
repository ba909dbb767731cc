/**
 * What forms 4 and 5 say of a transaction besides the members of the REST rows. Of stored filings the table of the form,
 * the acceptance time and the link follow from what is there; the rest comes with importing again.
 */
export const insiderFiledFacts = `
ALTER TABLE insider_filings
  ADD COLUMN security_table text COLLATE "C",
  ADD COLUMN security_title text COLLATE "C",
  ADD COLUMN acquired_disposed text COLLATE "C",
  ADD COLUMN price_per_share double precision,
  ADD COLUMN total_value double precision,
  ADD COLUMN shares_owned_after double precision,
  ADD COLUMN value_owned_after double precision,
  ADD COLUMN ownership_form text COLLATE "C",
  ADD COLUMN ownership_nature text COLLATE "C",
  ADD COLUMN exercise_price double precision,
  ADD COLUMN exercise_date timestamp(3),
  ADD COLUMN expiration_date timestamp(3),
  ADD COLUMN underlying_title text COLLATE "C",
  ADD COLUMN underlying_shares double precision,
  ADD COLUMN underlying_value double precision,
  ADD COLUMN deemed_execution_date timestamp(3),
  ADD COLUMN equity_swap boolean,
  ADD COLUMN timeliness text COLLATE "C",
  ADD COLUMN trading_plan boolean,
  ADD COLUMN trading_plan_footnote boolean,
  ADD COLUMN footnotes jsonb,
  ADD COLUMN remarks text COLLATE "C",
  ADD COLUMN is_officer boolean,
  ADD COLUMN other_relation text COLLATE "C",
  ADD COLUMN reporting_owners jsonb,
  ADD COLUMN left_section_16 boolean,
  ADD COLUMN accepted_at timestamptz(3),
  ADD COLUMN document_url text COLLATE "C";

UPDATE insider_filings SET
  security_table = CASE WHEN id ~ '-nd[0-9]+$' THEN 'I' WHEN id ~ '-d[0-9]+$' THEN 'II' END,
  accepted_at = CASE WHEN available_at = filing_date THEN filing_date END,
  document_url = 'https://www.sec.gov/Archives/edgar/data/' || coalesce(issuer_cik, owner_cik)::bigint || '/'
    || replace(accession, '-', '') || '/' || accession || '-index.htm'
WHERE origin IN ('sec-ownership', 'sec-tsv');
`;
