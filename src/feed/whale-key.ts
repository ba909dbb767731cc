/** What identifies a holder: `hyperliquid:0xb317…`. An address says nothing without its platform. */
export function whaleKey(platform: string, address: string): string {
  return `${platform.replaceAll('%', '%25').replaceAll(':', '%3A')}:${address}`;
}

/** The inverse of `whaleKey`; null for another text, and for the same in another spelling. */
export function whaleOfKey(key: string): { readonly platform: string; readonly address: string } | null {
  const at = key.indexOf(':');
  if (at < 0) return null;
  const platform = key.slice(0, at).replaceAll('%3A', ':').replaceAll('%25', '%');
  const address = key.slice(at + 1);
  return whaleKey(platform, address) === key ? { platform, address } : null;
}
