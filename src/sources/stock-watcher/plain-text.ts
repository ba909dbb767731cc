/** Text of the disclosure systems without mark-up, control characters and runs of blanks. */
export function plainText(html: string): string {
  // Twice, after the tags are gone: some filers typed text that was encoded already ("Merck &amp;amp; Co.").
  return tidy(decodeEntities(decodeEntities(html.replace(/<!--.*?-->|<\/?[a-z][^>]*>/gis, ' '))));
}

/** One line of storable text: control and zero-width characters are blanks, lone surrogates are U+FFFD. */
export function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u00a0\u200b-\u200d\ufeff]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Null for the ways the sources write that there is nothing. */
export function stated(text: string | null): string | null {
  return text === null || /^(?:|-+|n\/?a|none|unknown)$/i.test(text) ? null : text;
}

// Those that forms produce; what is not here stays as it is written.
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  copy: '©',
  eacute: 'é',
  gt: '>',
  hellip: '…',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  trade: '™',
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
