import type { Tag } from '../extend.ts';

/** What sections of the reference are called, by their tag. */
const TITLES: Readonly<Record<string, string>> = {
  'trade-feed': 'Signals',
  mte: 'Strategies',
  whales: 'Whales',
  congress: 'Congress',
  insider: 'Insider transactions',
  'insider-alpha': 'Insider analytics',
  aoe: 'Outperformers',
  mre: 'Reversals',
  prediction: 'Prediction markets',
  symbols: 'Symbols and names',
  scorecards: 'Scorecards',
  search: 'Search',
  account: 'Quota and tiers',
  alerts: 'Alerts',
  files: 'Files of days and months',
  changes: 'Changes of the API',
  ingest: 'Operator: writing records',
  webhooks: 'Operator: alerts of strategies',
  keys: 'Operator: API keys',
};

type DescribedTag = Tag & { readonly 'x-displayName'?: string };

/** A tag as the document has it: `x-displayName` is its heading, with the name that stands in the paths unless the title says it. */
export function describedTag({ name, description }: Tag): DescribedTag {
  const title = TITLES[name];
  if (title === undefined) return { name, description };
  const isSaid = title.toLowerCase().split(/\W+/).includes(name);
  return { name, description, 'x-displayName': isSaid ? title : `${title} (${name})` };
}
