/** `PFE cluster`: a company has a cluster of insiders, nothing is called so. */
export const CLUSTER_WORD = /(?<=^|\s)clusters?(?=\s|$)/i;

/** What a search asks for by name; all of it where nothing else is said. */
export function namesIn(query: string): string {
  const names = query.replace(CLUSTER_WORD, ' ').trim();
  return names.length < 2 ? query : names;
}
