/** What a House description says once the text glued to it is taken off. */
export interface AssetText {
  readonly name: string;
  /** The owner code of the form where it stood inside the text. */
  readonly owner: 'Spouse' | 'Joint' | 'Child' | null;
  /** Whether text of the row before is in front of the name and its end is not known. */
  readonly isGlued: boolean;
}

const OWNERS = { SP: 'Spouse', JT: 'Joint', DC: 'Child' } as const;

/**
 * A row of the form reads `[number] [SP|JT|DC] asset …`, followed by details of it (`F S: New` filing status, `S O:`
 * subholding of, `D:` description, `C:` comments). The parser of the PDFs sometimes glues the details of one row, or the
 * column head `Cap. Gains > $200?`, to the asset of the next; it then misses the owner code there and says `Self`.
 */
export function assetText(description: string): AssetText {
  const bare = description.replace(/^(?:F S: New|\$200\?)\s+/, '').replace(/^2000\d{6}\s+/, '');
  const isClean = bare === description;
  const start = /^(SP|JT|DC) (?=\S)/.exec(bare);
  if (start && !isClean) return ownedText(bare, start);

  const hasDetails = /^(?:F S|S O|D|C): /.test(bare);
  // Without a detail in front only the codes that are no other abbreviation (Washington DC) count.
  const codes = [...bare.matchAll(hasDetails ? / (SP|JT|DC) (?=\S)/g : / (SP|JT) (?=\S)/g)];
  const [code] = codes;
  if (codes.length === 1 && code) return ownedText(bare, code);
  return { name: bare, owner: null, isGlued: hasDetails };
}

function ownedText(text: string, code: RegExpExecArray): AssetText {
  const owner = OWNERS[code[1] as keyof typeof OWNERS]; // the expressions match these codes only
  return { name: text.slice(code.index + code[0].length), owner, isGlued: false };
}
