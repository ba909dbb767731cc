import { createHash } from 'node:crypto';

/**
 * The identity of an insider in the directory: `cik-0001197649` where the SEC's number is known, else the name in
 * kebab-case, without case, punctuation and accents; null where there is neither. Two people of one name share a
 * slug: without a number they cannot be distinguished.
 */
export function insiderSlug(insider: {
  readonly cik: string | null;
  readonly name: string | null;
}): string | null {
  if (insider.cik !== null && /^\d{1,10}$/.test(insider.cik)) return `cik-${insider.cik.padStart(10, '0')}`;
  const name = insider.name?.trim() ?? '';
  if (name === '') return null;
  const slug = kebabCase(name);
  // A name of punctuation alone keeps an identity of its own, and no name may pose as a number.
  if (slug === '' || /^cik-\d{10}$/.test(slug)) return `name-${shortHash(name)}`;
  return slug.length > MAX_SLUG ? `${slug.slice(0, MAX_SLUG)}-${shortHash(name)}` : slug;
}

/** Slugs are keys of indexes, which have room for so much; the hash of what is cut off distinguishes names. */
const MAX_SLUG = 120;

/** Letters of every script stay: dropping those that are not ASCII would make one insider of many. */
function kebabCase(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .normalize('NFC');
}

function shortHash(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 16);
}
