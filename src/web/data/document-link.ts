/** A domain that leads nowhere, by RFC 2606: the simulated market has no documents, and gives what would be theirs such addresses. */
const NOWHERE = /(^|\.)invalid$/;

/** Where a document can be read; null: nowhere. */
export function documentLink(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) && !NOWHERE.test(hostname) ? url : null;
}
