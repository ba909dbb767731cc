/**
 * The vocabulary of `category_norm`, the more specific subject first: of two that as many labels speak for, the earlier
 * counts.
 */
export const CATEGORIES = [
  'sports',
  'crypto',
  'weather',
  'health',
  'politics',
  'economics',
  'entertainment',
  'technology',
  'science',
  'world',
  'other',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** What a provider says a market is about. */
export interface Labels {
  /** From the provider's own list of subjects: one that is not known here still says that it is something else. */
  readonly categories?: readonly (string | null)[];
  /** Free words, some of them no subjects at all ("Recurring", "All"). */
  readonly tags?: readonly (string | null)[];
}

/** The category most labels speak for; the provider's own subjects go before free words. Null when it says nothing. */
export function categoryOf({ categories = [], tags = [] }: Labels): Category | null {
  const stated = categories.filter((label) => label !== null && label.trim() !== '');
  const named = mostNamed(stated) ?? mostNamed(tags);
  return named ?? (stated.length > 0 ? 'other' : null);
}

function mostNamed(labels: readonly (string | null)[]): Category | null {
  const votes = new Map<Category, number>();
  for (const label of labels) {
    const category = label === null ? null : categoryOfLabel(label);
    if (category !== null) votes.set(category, (votes.get(category) ?? 0) + 1);
  }
  const most = Math.max(...votes.values());
  return CATEGORIES.find((category) => votes.get(category) === most) ?? null;
}

/** The category of one label, whatever its spelling: `US-Politics`, `u.s. politics`. Null when it is no known subject. */
export function categoryOfLabel(label: string): Category | null {
  const words = label
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const exact = WHOLE.get(words);
  if (exact !== undefined) return exact;
  return SUBJECTS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** Names of providers' lists that their words would put elsewhere, or that name two subjects. */
const WHOLE: ReadonlyMap<string, Category> = new Map([
  ['science and technology', 'science'], // Kalshi
  ['sports and entertainment', 'entertainment'], // Metaculus; sport is part of it
  ['nuclear technology and risks', 'world'], // Metaculus
  ['environment and climate', 'weather'], // Metaculus
  ['tech', 'technology'],
  ['ai', 'technology'],
  ['btc', 'crypto'],
  ['eth', 'crypto'],
]);

const word = (alternatives: string) => new RegExp(`\\b(?:${alternatives})\\b`);

/** Words by which labels are known, in the order in which they are looked for. */
const SUBJECTS: readonly (readonly [Category, RegExp])[] = [
  [
    'sports',
    word(
      'sports?|esports?|nfl|nba|wnba|mlb|nhl|ncaa|soccer|football|basketball|baseball|hockey|tennis|golf|cricket|chess|f1|formula 1|ufc|mma|boxing|olympics?|world cup|premier league|epl|counter strike|dota 2|league of legends',
    ),
  ],
  [
    'crypto',
    word(
      'crypto|cryptos|cryptocurrency|cryptocurrencies|bitcoin|ethereum|solana|xrp|dogecoin|defi|nfts?|stablecoins?|memecoins?|airdrops?',
    ),
  ],
  ['weather', word('weather|climate|hurricanes?|temperatures?|earthquakes?|natural disasters?')],
  ['health', word('health|medicine|covid|covid 19|pandemics?|disease|diseases|vaccines?|biosecurity')],
  [
    'politics',
    word(
      'politics|political|politicians?|elections?|election \\d{4}|primaries|congress|senate|house of representatives|supreme court|scotus|trump|biden|president|presidency|presidential|nominees?|nomination|government|governors?|attorney general|law|republicans?|republican party|democrats|democratic party',
    ),
  ],
  [
    'economics',
    word(
      'economy|economic|economics|economies|finance|financials?|business|stocks?|equities|fed|fed rates|inflation|gdp|earnings|companies|ipos?|commodities|tariffs?',
    ),
  ],
  [
    'entertainment',
    word('entertainment|culture|pop culture|movies?|music|tv|awards?|oscars|grammys|celebrities|video games'),
  ],
  [
    'technology',
    word(
      'technology|technologies|technical ai|artificial intelligence|ai|computing|computing and math|openai|software|big tech',
    ),
  ],
  ['science', word('sciences?|space|physics|biology|astronomy|mathematics')],
  [
    'world',
    word('world|geopolitics|international|foreign affairs|middle east|ukraine|russia|china|israel|iran'),
  ],
];
