import { now } from '../clock.ts';
import { assetPath } from '../data/asset-path.ts';
import { CLUSTER_WORD } from '../data/cluster-word.ts';
import { entityPath, whaleKey } from '../data/entities.ts';
import type { PagedFeed } from '../data/feed-query.ts';
import type { Found, FoundMarket } from '../data/found.ts';
import { likeliestOf, likelihoodOf } from '../data/likeliest.ts';
import { addressOf } from '../data/moment.ts';
import type { OpenFound } from '../data/open-search.ts';
import type { SearchAnswer } from '../data/search.ts';
import type { Watched } from '../data/watchlist.ts';
import { CARD_TITLES } from '../panels/bands.ts';
import { ageOf } from './age.ts';
import { capital, day, instant, money, share } from './format.ts';

/** Where a choice leads. */
export interface Choice {
  readonly title: string;
  readonly subtitle: string;
  readonly what: string;
  readonly href: string;
}

export const WATCHLIST = 'Watchlist';
export const GUIDES = 'Guides';
const FEED_PAGES = 'Feeds';
const CLUSTERS = 'Clusters of insiders';

/** What an answer leads to: things in the order in which they were found, then the guides, where everything is explained. */
export function choicesOf(query: string, answer: SearchAnswer): readonly Choice[] {
  return [...placesOf(query, answer), guidesFor(query)];
}

/** Whether the whole search goes on later, and only the guides are there until then. */
export const isAwaited = (answer: SearchAnswer, choices: readonly Choice[]): boolean =>
  answer.state === 'open' && answer.until !== null && choices.every(({ what }) => what === GUIDES);

export const watchedChoices = (watched: readonly Watched[]): readonly Choice[] =>
  watched.map(({ title, what, href }) => ({ title, subtitle: what, what: WATCHLIST, href }));

const guidesFor = (query: string): Choice => ({
  title: `Search the guides for “${query}”`,
  subtitle: '',
  what: GUIDES,
  href: `/guides?${new URLSearchParams({ q: query })}`,
});

function placesOf(query: string, answer: SearchAnswer): readonly Choice[] {
  return [...feedsOf(query), ...thingsOf(query, answer)];
}

function thingsOf(query: string, answer: SearchAnswer): readonly Choice[] {
  const scorecards = scorecardsOf(query);
  if (answer.state === 'failed') return scorecards;
  if (answer.state === 'open') return openThingsOf(answer, scorecards);
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

function openThingsOf({ things, markets }: OpenFound, scorecards: readonly Choice[]): readonly Choice[] {
  const choices = things.map(({ type, title, subtitle, href }) => ({
    title,
    subtitle: capital(subtitle ?? ''),
    what: KINDS[type],
    href,
  }));
  const isAsset = ({ what }: Choice) => what === KINDS.ASSET;
  return [
    ...choices.filter(isAsset),
    ...scorecards,
    ...choices.filter((choice) => !isAsset(choice)),
    ...markets.map(marketChoice),
  ];
}

/** Whether all words of a question are among these, the last one perhaps begun. */
function isNamed(query: string, names: string): boolean {
  const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const own = names.toLowerCase().split(/[^a-z]+/);
  return (
    words.length > 0 &&
    words.every((word, at) =>
      own.some((one) => one === word || (at === words.length - 1 && word.length > 2 && one.startsWith(word))),
    )
  );
}

/** The pages of the feeds, as the menu has them, with the words that people look for them by. */
const FEED_WORDS: Readonly<Record<PagedFeed, readonly [title: string, words: string]>> = {
  signals: ['Signals', 'signal'],
  whales: ['Whales', 'whale'],
  congress: ['Congress', 'politicians politician senate house'],
  insider: ['Insiders', 'insider filings clusters cluster'],
  markets: ['Prediction markets', 'markets odds polymarket kalshi manifold'],
  reversals: ['Reversals', 'reversal oversold overbought'],
  outperformers: ['Outperformers', 'outperformer'],
  strategies: ['Strategies', 'strategy backtests backtest'],
};

/** They are always there: no key is needed. */
const feedsOf = (query: string): readonly Choice[] =>
  Object.entries(FEED_WORDS).flatMap(([path, [title, words]]) =>
    isNamed(query, `${title} ${words} feed`)
      ? [{ title, subtitle: 'The page of the feed', what: FEED_PAGES, href: addressOf(`/feed/${path}`) }]
      : [],
  );

/** They are three and always there. */
function scorecardsOf(query: string): readonly Choice[] {
  return Object.entries(CARD_TITLES).flatMap(([code, title]) => {
    if (!isNamed(query, `${title} ${code} scorecard`)) return [];
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
  const facts = [
    market && oddsOf(market),
    market && endOf(market),
    capital(subtitle ?? '').replace('Predictit', 'PredictIt'),
  ];
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
  const odds = likelihoodOf(market);
  if (odds === null) return null;
  const name = likeliestOf(market)?.name;
  return name ? `${name} ${share(odds)}` : share(odds);
}

const endOf = ({ endDate }: Market): string | null =>
  endDate === null
    ? null
    : instant(endDate) > now()
      ? `ends ${ageOf(instant(endDate), now())}`
      : `ended ${day(endDate)}`;

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
