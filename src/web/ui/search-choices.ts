import { now } from '../clock.ts';
import { assetPath } from '../data/asset-path.ts';
import { CLUSTER_WORD } from '../data/cluster-word.ts';
import { entityPath, whaleKey } from '../data/entities.ts';
import { likeliestOf } from '../data/likeliest.ts';
import type { Found, FoundMarket, SearchAnswer } from '../data/search.ts';
import type { Watched } from '../data/watchlist.ts';
import { CARD_TITLES } from '../panels/bands.ts';
import { day, instant, money, share } from './format.ts';

/** Where a choice leads. */
export interface Choice {
  readonly title: string;
  readonly subtitle: string;
  readonly what: string;
  readonly href: string;
}

export const WATCHLIST = 'Watchlist';
export const GUIDES = 'Guides';
const CLUSTERS = 'Clusters of insiders';

/** What an answer leads to: things in the order in which they were found, then the guides, where everything is explained. */
export function choicesOf(query: string, answer: SearchAnswer): readonly Choice[] {
  return [...placesOf(query, answer), guidesFor(query)];
}

export const watchedChoices = (watched: readonly Watched[]): readonly Choice[] =>
  watched.map(({ title, what, href }) => ({ title, subtitle: what, what: WATCHLIST, href }));

const guidesFor = (query: string): Choice => ({
  title: `Search the guides for “${query}”`,
  subtitle: '',
  what: GUIDES,
  href: `/guides?${new URLSearchParams({ q: query })}`,
});

function placesOf(query: string, answer: SearchAnswer): readonly Choice[] {
  const scorecards = scorecardsOf(query);
  if (answer.state === 'keyless' && answer.symbol !== null) {
    const { symbol } = answer;
    const asset = { title: symbol, subtitle: 'Its page', what: 'Assets', href: assetPath(symbol, null) };
    return [asset, ...scorecards];
  }
  if (answer.state !== 'found') return scorecards;
  const { things, markets } = answer;
  const clusters = things.flatMap(clusterOf);
  const assets = things.filter(({ type }) => type === 'ASSET');
  const others = things.filter(({ type }) => type !== 'ASSET');
  return [
    ...(CLUSTER_WORD.test(query) ? clusters : []),
    ...assets.flatMap(choiceOf),
    ...(CLUSTER_WORD.test(query) ? [] : clusters),
    ...scorecards,
    ...others.flatMap(choiceOf),
    ...markets.map(marketChoice),
  ];
}

/** Scorecards with all of these words, the last one perhaps begun. They are three and always there: no key is needed. */
function scorecardsOf(query: string): readonly Choice[] {
  const words = query.toLowerCase().match(/[a-z]+/g) ?? [];
  return Object.entries(CARD_TITLES).flatMap(([code, title]) => {
    const own = `${title} ${code} scorecard`.toLowerCase().split(/[^a-z]+/);
    const isNamed = words.every((word, at) =>
      own.some((one) => one === word || (at === words.length - 1 && word.length > 2 && one.startsWith(word))),
    );
    if (words.length === 0 || !isNamed) return [];
    const href = entityPath('scorecard', code);
    return [{ title, subtitle: code, what: 'Scorecards', href }];
  });
}

function clusterOf({ asset }: Found): readonly Choice[] {
  if (asset === null) return [];
  return (asset.insiderClusters ?? []).map(({ insiderCount, totalValue }) => ({
    title: asset.symbol,
    subtitle: `${insiderCount} insiders bought, ${money(totalValue)}`,
    what: CLUSTERS,
    href: entityPath('cluster', asset.symbol),
  }));
}

function choiceOf(found: Found): readonly Choice[] {
  const { type, title, subtitle } = found;
  const href = hrefOf(found);
  return href === null ? [] : [{ title, subtitle: capital(subtitle ?? ''), what: KINDS[type], href }];
}

/** A question says little without its odds and how long it is open. */
function marketChoice({ key, title, subtitle, node }: FoundMarket): Choice {
  const market = node && isMarket(node) ? node : null;
  const facts = [market && oddsOf(market), market && endOf(market), capital(subtitle ?? '')];
  return {
    title,
    subtitle: facts.filter((fact) => fact !== null && fact !== '').join(' · '),
    what: 'Prediction markets',
    href: entityPath('market', key),
  };
}

type Node = NonNullable<FoundMarket['node']>;
type Market = Extract<Node, { readonly yesPrice: number | null }>;

const isMarket = (node: Node): node is Market => 'yesPrice' in node;

function oddsOf(market: Market): string | null {
  const likeliest = likeliestOf(market);
  const price = likeliest?.price ?? market.yesPrice;
  if (price === null) return null;
  return likeliest?.name ? `${likeliest.name} ${share(price)}` : share(price);
}

const endOf = ({ endDate }: Market): string | null =>
  endDate === null ? null : `${instant(endDate) > now() ? 'ends' : 'ended'} ${day(endDate)}`;

/** What groups of found things are headed with. */
const KINDS: Readonly<Record<Found['type'], string>> = {
  ASSET: 'Assets',
  POLITICIAN: 'Politicians',
  INSIDER: 'Insiders',
  WHALE: 'Whales',
  STRATEGY: 'Strategies',
  PREDICTION_MARKET: 'Prediction markets',
};

/** The page of a thing. */
function hrefOf({ type, key, asset, node }: Found): string | null {
  switch (type) {
    case 'ASSET':
      return asset && assetPath(asset.symbol, asset.kind.toLowerCase());
    case 'POLITICIAN':
      return entityPath('politician', key);
    case 'INSIDER':
      return entityPath('insider', key);
    case 'WHALE':
      return node && 'platform' in node ? entityPath('whale', whaleKey(node.platform, key)) : null;
    case 'STRATEGY':
      return entityPath('strategy', key);
    case 'PREDICTION_MARKET':
      return entityPath('market', key);
  }
}

/** Platforms come in small letters. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
