import { addressOf } from './moment.ts';

/** The page of an asset, at the moment of this one. */
export function assetPath(symbol: string, kind: string | null): string {
  const known = kindOfWord(kind);
  return addressOf(`/asset/${encodeURIComponent(symbol)}`, known === null ? {} : { kind: known });
}

/** What the server makes of the words of a source, as far as pages use it. */
export function kindOfWord(word: string | null): 'stock' | 'crypto' | null {
  if (/crypto/i.test(word ?? '')) return 'crypto';
  return /stock|etf/i.test(word ?? '') ? 'stock' : null;
}
