/** `PFE cluster`: a company has a cluster of insiders, nothing is called so. */
export const CLUSTER_WORD = /(?<=^|\s)clusters?(?=\s|$)/i;

/** The names that a search asks for; the whole text where it has no others. */
export function withoutClusterWord(query: string): string {
  const names = query.replace(CLUSTER_WORD, ' ').trim();
  return names.length < 2 ? query : names;
}
