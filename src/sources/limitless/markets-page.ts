import { isObject } from '../../feed/json.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import type { Item } from '../format.ts';
import { categoryOf } from '../prediction/category.ts';
import type { Entry } from '../prediction/entry.ts';
import { itemsOf, itemsOfGroup, type Place, questionOf, YES_AND_NO } from '../prediction/market.ts';
import { momentOf } from '../prediction/observed-at.ts';
import { NOT_RESOLVED, type ObservedMarket, type Resolution } from '../prediction/observed-market.ts';
import { captureContext, elementsOf, hasFields, type PageShape } from '../prediction/read-pages.ts';
import { plainText } from '../stock-watcher/plain-text.ts';

/**
 * Markets of `GET https://api.limitless.exchange/markets/active`: `{data, totalMarketsCount}`, paged with `page` from 1
 * and `limit` of at most 25; a page shorter than that is the last. `/markets/{slug}`: one object. No key.
 *
 * A group has no prices of its own but a list of markets; each of them is a market here.
 */
export function* parseLimitlessMarkets(
  json: unknown,
  capturedAt: Date | null,
  where: string,
): Generator<Item> {
  const elements = elementsOf(json, where, LIMITLESS_PAGE);
  yield captureMark(LIMITLESS, where, captureContext(capturedAt));
  for (const [index, raw] of elements.entries()) {
    const place = { where, at: `record ${index + 1}` };
    yield jsonEntry(place.at, raw);
    const market = (one: unknown, group: GroupFacts, inside: Place) =>
      itemsOf('limitless', inside, one, (entry) => marketOf(entry, group, capturedAt));
    if (isObject(raw) && isGroup(raw)) yield* itemsOfGroup(place, raw, 'markets', groupFacts, market);
    else yield* market(raw, NO_GROUP, place);
  }
}

const isGroup = (value: Readonly<Record<string, unknown>>) => hasFields(value, 'id', 'title', 'markets');

interface GroupFacts {
  readonly id: string | null;
  readonly title: string | null;
  readonly labels: readonly string[];
  readonly endDate: Date | null;
}

const NO_GROUP: GroupFacts = { id: null, title: null, labels: [], endDate: null };

const groupFacts = (group: Entry): GroupFacts => ({
  id: group.id('id'),
  title: group.need('title', group.text('title')),
  labels: labelsOf(group),
  endDate: group.millis('expirationTimestamp'),
});

/** Categories and tags mix subjects with how often a market recurs; the oracle's asset class is a subject. */
const labelsOf = (entry: Entry): readonly string[] => [
  ...entry.texts('categories'),
  ...entry.texts('tags'),
  entry.object('priceOracleMetadata')?.text('assetType') ?? '',
];

/**
 * `volumeFormatted` is in units of the collateral (USDC), `volume` in its millionths. Of the last 24 hours nothing is
 * said. `FUNDED` is the status of a market that trades.
 */
function marketOf(entry: Entry, group: GroupFacts, capturedAt: Date | null): ObservedMarket {
  const title = entry.need('title', entry.text('title'));
  const slug = entry.text('slug');
  const observedAt = momentOf(entry.instant('updatedAt'), capturedAt);
  const seenAt = capturedAt ?? observedAt;
  const endDate = entry.millis('expirationTimestamp') ?? group.endDate;
  return {
    id: entry.id('id'),
    eventTitle: group.title ?? title,
    question: group.title === null ? title : questionOf(group.title, title),
    outcomePrices: pricesOf(entry),
    volume: entry.amount('volumeFormatted', entry.decimal('volumeFormatted')),
    volume24h: null,
    volumeUnit: entry.object('collateralToken')?.text('symbol') === 'USDC' ? 'USD' : null,
    outcomeNames: YES_AND_NO,
    eventId: group.id,
    slug,
    url: slug === null ? null : `https://limitless.exchange/markets/${slug}`,
    resolution: resolutionOf(entry),
    rules: plainText(entry.text('description') ?? '') || null,
    category: categoryOf({ tags: [...labelsOf(entry), ...group.labels] }),
    active:
      entry.need('status', entry.text('status')) === 'FUNDED' &&
      entry.boolean('expired') !== true &&
      entry.number('winningOutcomeIndex') === null &&
      (endDate === null || seenAt === null || endDate > seenAt),
    endDate,
    observedAt,
  };
}

/** The prices and tokens of Yes come first. */
function resolutionOf(entry: Entry): Resolution {
  const winner = entry.number('winningOutcomeIndex');
  if (winner === null) return NOT_RESOLVED;
  const result = YES_AND_NO[winner] ?? null;
  return { isResolved: true, result, settlementPrice: result === null ? null : 1 - winner };
}

function pricesOf(entry: Entry): readonly number[] {
  return entry.need('prices', entry.list('prices')).map((price, index) => {
    const field = `prices[${index}]`;
    if (typeof price !== 'number') throw entry.fault(field, 'not a number');
    return entry.need(field, entry.price(field, price));
  });
}

export const LIMITLESS = { name: 'limitless-markets', version: 2, captures: 'state' } as const;

const LIMITLESS_PAGE: PageShape = {
  what: 'Limitless markets',
  members: ['data'],
  isElement: (value) => hasFields(value, 'id', 'title') && ('expirationTimestamp' in value || isGroup(value)),
};
