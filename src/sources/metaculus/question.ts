import { type Category, categoryOf } from '../prediction/category.ts';
import type { Entry } from '../prediction/entry.ts';
import { binaryPrices, type ObservedMarket } from '../prediction/market.ts';

/** What a post says of its questions. */
export interface PostFacts {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly category: Category | null;
  readonly editedAt: Date | null;
  readonly capturedAt: Date | null;
}

export function postFacts(post: Entry, capturedAt: Date | null): PostFacts {
  const projects = post.object('projects');
  const names = (list: string) => (projects?.objects(list) ?? []).map((project) => project.text('name'));
  return {
    id: post.id('id'),
    title: post.need('title', post.text('title')),
    status: post.need('status', post.text('status')),
    category: categoryOf({ categories: names('category'), tags: names('tag') }),
    editedAt: post.instant('edited_at'),
    capturedAt,
  };
}

/**
 * A question of the shape of 2024 and later. Nothing is traded: the price is the community's forecast, and there are no
 * volumes. The forecast is null before it is revealed, and of a question for a number or a date it is a distribution,
 * which is no price.
 */
export function questionOfPost(question: Entry, post: PostFacts, isOfGroup: boolean): ObservedMarket {
  const status = question.text('status') ?? post.status;
  const forecast = forecastOf(question);
  const known = [post.editedAt, forecast.at].filter((at) => at !== null);
  return {
    id: isOfGroup ? `${post.id}-${question.id('id')}` : post.id,
    eventTitle: post.title,
    question: question.need('title', question.text('title')),
    outcomePrices: forecast.prices,
    volume: null,
    volume24h: null,
    category: post.category,
    // A post that is approved but not open yet has questions with the status `upcoming`.
    active: status === 'open' && post.status === 'open',
    endDate: question.instant('scheduled_close_time'),
    // A new forecast does not edit the post.
    observedAt: known.length === 0 ? post.capturedAt : new Date(Math.max(...known.map(Number))),
  };
}

interface Forecast {
  readonly prices: readonly number[];
  readonly at: Date | null;
}

/** The aggregate that Metaculus shows; where it names none it is the recency-weighted one. */
function forecastOf(question: Entry): Forecast {
  const type = question.need('type', question.text('type'));
  const method = question.text('default_aggregation_method') ?? 'recency_weighted';
  const latest = question.object('aggregations')?.object(method)?.object('latest') ?? null;
  if (latest === null) return { prices: [], at: null };
  const at = latest.seconds('start_time');
  if (type === 'binary') return { prices: binaryPrices(centerOf(latest)), at };
  if (type !== 'multiple_choice') return { prices: [], at };
  const prices = numbers(latest, 'forecast_values');
  if (prices.length !== question.texts('options').length) {
    throw latest.fault('forecast_values', 'not one price for each outcome');
  }
  return { prices, at };
}

/** The median, which is what is displayed. */
function centerOf(latest: Entry): number | null {
  return numbers(latest, 'centers')[0] ?? null;
}

function numbers(latest: Entry, field: string): readonly number[] {
  return (latest.list(field) ?? []).map((value, index) => {
    const name = `${field}[${index}]`;
    if (typeof value !== 'number') throw latest.fault(name, 'not a number');
    return latest.need(name, latest.price(name, value));
  });
}
