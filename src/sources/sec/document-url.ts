/**
 * The index page of a form in EDGAR, which links its documents: `Archives/edgar/data/<CIK>/<number without dashes>/`. Any
 * filer's CIK leads there (sec.gov/os/accessing-edgar-data). Null for a document without accession number.
 */
export function documentUrl(accession: string | null, cik: string | null): string | null {
  if (accession === null || cik === null) return null;
  return `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}/${accession}-index.htm`;
}
