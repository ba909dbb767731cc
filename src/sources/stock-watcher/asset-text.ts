/** What a House description says by itself, once the text glued to it is taken off. */
export interface AssetText {
  /** Null where text of the row before stands in front and where it ends cannot be told. */
  readonly name: string | null;
  /** The owner code of the form where it stood inside the text. */
  readonly owner: 'Spouse' | 'Joint' | 'Child' | null;
  /** The text of the row before that stood in front of the name; null without one, or where its end cannot be told. */
  readonly detail: string | null;
  /** The description without the heads of the page. */
  readonly text: string;
}

const OWNERS = { SP: 'Spouse', JT: 'Joint', DC: 'Child' } as const;

/**
 * A row of the form reads `[number] [SP|JT|DC] asset …`, followed by details of it (`F S:` filing status, `S O:`
 * subholding of, `D:` description, `C:` comments). The parser of the PDFs sometimes glues the last line of the details of
 * one row, or the column head `Cap. Gains > $200?`, to the asset of the next; it then misses the owner code there and says
 * `Self`. What a single row does not tell, its neighbours may: see `cutDescriptions`.
 */
export function assetText(description: string): AssetText {
  const bare = description
    .replace(/^(?:F S: (?:New|Amended|Deleted)|\$200\?)\s+/, '')
    .replace(/^2000\d{6}\s+/, '');
  const isClean = bare === description;
  const start = /^(SP|JT|DC) (?=\S)/.exec(bare);
  if (start && !isClean) return ownedText(bare, start);

  const hasDetails = DETAIL.test(bare);
  // Without a detail in front only the codes that are no other abbreviation (Washington DC) count.
  const codes = [...bare.matchAll(hasDetails ? / (SP|JT|DC) (?=\S)/g : / (SP|JT) (?=\S)/g)];
  const [code] = codes;
  if (codes.length === 1 && code) return ownedText(bare, code);
  const isGlued = hasDetails || isEndOfSentence(bare);
  return { name: isGlued ? null : bare, owner: null, detail: null, text: bare };
}

const DETAIL = /^(?:F S|S O|D|C): /;

/** `direction. Coca-Cola Company`: names begin with a capital, or with one inside the first word (`iShares`). */
const isEndOfSentence = (text: string): boolean => /^[a-z]{2}\S*(?:\.| .*\.) [A-Z]/.test(text);

function ownedText(text: string, code: RegExpExecArray): AssetText {
  const owner = OWNERS[code[1] as keyof typeof OWNERS]; // the expressions match these codes only
  const detail = text.slice(0, code.index).trim();
  return {
    name: text.slice(code.index + code[0].length),
    owner,
    detail: detail === '' ? null : detail,
    text,
  };
}
