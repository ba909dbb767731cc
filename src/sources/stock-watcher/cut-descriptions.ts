import { type AssetText, assetText } from './asset-text.ts';

/** A row of a House file as far as its description can be cut by it; all rows come in the order of the file. */
export interface DescribedRow {
  readonly description: string;
  /** As stated, upper case. */
  readonly ticker: string | null;
  readonly filer: string | null;
}

/**
 * Cuts every description of a file into the details of the row before and the name of the asset. Where no owner code stands
 * between them, what else the file says does, in this order, until nothing more is found:
 *
 * 1. a name that another row has for the same ticker;
 * 2. a word that begins like the ticker (`FIGMA INC` of FIG);
 * 3. details that the same filer has in front of another asset, the longest first;
 * 4. a name that another row has, whatever its ticker;
 * 5. the beginning of a name: `CALL`, `US Treasury`, an address before it (`Austin, TX`), the end of a sentence.
 *
 * What is left has no name: `null`.
 */
export function cutDescriptions(rows: readonly DescribedRow[]): readonly AssetText[] {
  const texts = rows.map((row) => assetText(row.description));
  const known = createKnown();
  for (const [index, row] of rows.entries()) known.learn(row, texts[index]);
  const rules = [known.byTicker, startsLikeTicker, known.byDetail, known.byName, bySentence];
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const rule of rules) {
      const cuts = rows.flatMap((row, index) => {
        const text = texts[index];
        const at = text && text.name === null ? rule(text.text, row) : null;
        return text && at !== null ? [{ row, index, cut: cutAt(text, at) }] : [];
      });
      for (const { row, index, cut } of cuts) {
        texts[index] = cut;
        known.learn(row, cut);
        isNew = true;
      }
    }
  }
  return texts;
}

const cutAt = (text: AssetText, at: number): AssetText => ({
  ...text,
  name: text.text.slice(at),
  detail: text.text.slice(0, at).trim(),
});

/** Where the name begins in a description that is not cut yet; null when the rule does not tell. */
type Rule = (text: string, row: DescribedRow) => number | null;

function createKnown() {
  const names = new Set<string>();
  const namesByTicker = new Map<string, Set<string>>();
  const detailsByFiler = new Map<string, Set<string>>();
  const byTicker: Rule = (text, { ticker }) => {
    const own = ticker === null ? undefined : namesByTicker.get(ticker);
    return own === undefined ? null : startOf(text, (name) => own.has(name));
  };
  const byName: Rule = (text) => startOf(text, (name) => names.has(name));
  const byDetail: Rule = (text, { filer }) => {
    const details = [...(detailsByFiler.get(filer ?? '') ?? [])].filter((detail) =>
      text.startsWith(`${detail} `),
    );
    return details.length === 0 ? null : Math.max(...details.map((detail) => detail.length)) + 1;
  };
  return {
    byTicker,
    byName,
    byDetail,
    learn({ ticker, filer }: DescribedRow, text: AssetText | undefined) {
      if (!text || text.name === null) return;
      if (text.name.length >= SHORTEST_NAME) names.add(text.name);
      if (ticker !== null) setOf(namesByTicker, ticker).add(text.name);
      // The end of a sentence is no detail that another row would begin with.
      if (text.detail !== null && /^(?:S O|D|C): ./.test(text.detail))
        setOf(detailsByFiler, filer ?? '').add(text.detail);
    },
  };
}

/** A shorter text may be a word of something else. */
const SHORTEST_NAME = 7;

/** A detail has its mark and a word at least, so a name begins behind them. */
function startOf(text: string, isName: (name: string) => boolean): number | null {
  const [, ...starts] = wordStarts(text);
  return starts.find((at) => isName(text.slice(at))) ?? null;
}

const wordStarts = (text: string): readonly number[] =>
  [...text.matchAll(/\S+/g)].map((match) => match.index);

const startsLikeTicker: Rule = (text, { ticker }) =>
  ticker === null || ticker.length < 3
    ? null
    : (wordStarts(text).find((at) => text.slice(at).toUpperCase().startsWith(ticker)) ?? null);

const BEGINNINGS: readonly RegExp[] = [
  /(?<= )(?:CALL|PUT) (?=[A-Z])/,
  /(?<= )(?:U\.? ?S\.?|United States) (?:Treasur|TSY|TREAS)/,
  /(?<=^D: [^:]*, ?[A-Z]{2} )(?=[A-Z])/, // "D: Nuclear Power, Austin, TX CogniChip, Inc."
  // Behind the last sentence, which ends in no abbreviation ("Apple Inc. Common Stock").
  /(?<=^[a-z].*[a-z]{2}(?<!\b(?:Inc|Corp|Cos?|Ltd))\. )(?=[A-Za-z]*[A-Z])/,
];

const bySentence: Rule = (text) => {
  for (const beginning of BEGINNINGS) {
    const found = [...text.matchAll(new RegExp(beginning, 'g'))].at(-1);
    if (found && found.index > 0) return found.index;
  }
  return null;
};

function setOf(sets: Map<string, Set<string>>, key: string): Set<string> {
  const known = sets.get(key) ?? new Set();
  sets.set(key, known);
  return known;
}
