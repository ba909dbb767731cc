import { type Category, categoryOf } from '../prediction/category.ts';
import type { Entry } from '../prediction/entry.ts';
import { binaryPrices, YES_AND_NO } from '../prediction/market.ts';
import { momentOf } from '../prediction/observed-at.ts';
import type { ObservedMarket } from '../prediction/observed-market.ts';
import { metaculusResolution, rulesOf } from './resolution.ts';

/** What a post says of its questions. */
export interface PostFacts {
  readonly id: string;
  readonly title: string;
  readonly slug: string | null;
  readonly status: string;
  readonly forecasters: number | null;
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
    slug: post.text('slug'),
    forecasters: post.amount('nr_forecasters', post.number('nr_forecasters')),
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
    outcomeNames: forecast.names,
    eventId: post.id,
    slug: post.slug,
    url: `https://www.metaculus.com/questions/${post.id}/${post.slug ?? ''}`,
    participantCount: isOfGroup ? forecast.forecasters : (post.forecasters ?? forecast.forecasters),
    forecastQuartiles: forecast.quartiles,
    resolution: metaculusResolution(question, status),
    rules: rulesOf(question),
    volume: null,
    volume24h: null,
    category: post.category,
    // A post that is approved but not open yet has questions with the status `upcoming`.
    active: status === 'open' && post.status === 'open',
    endDate: question.instant('scheduled_close_time'),
    // A new forecast does not edit the post.
    observedAt: momentOf(
      known.length === 0 ? null : new Date(Math.max(...known.map(Number))),
      post.capturedAt,
    ),
  };
}

interface Forecast {
  readonly names: readonly string[];
  readonly prices: readonly number[];
  readonly quartiles: readonly number[] | null;
  readonly forecasters: number | null;
  readonly at: Date | null;
}

/** The aggregate that Metaculus shows; where it names none it is the recency-weighted one. */
function forecastOf(question: Entry): Forecast {
  const type = question.need('type', question.text('type'));
  const method = question.text('default_aggregation_method') ?? 'recency_weighted';
  const names = type === 'binary' ? YES_AND_NO : type === 'multiple_choice' ? question.texts('options') : [];
  const none = { names, prices: [], quartiles: null, forecasters: null, at: null };
  const latest = question.object('aggregations')?.object(method)?.object('latest') ?? null;
  if (latest === null) return none;
  const at = latest.seconds('start_time');
  const forecasters = latest.amount('forecaster_count', latest.number('forecaster_count'));
  const known = { ...none, forecasters, at };
  if (type === 'binary')
    return { ...known, prices: binaryPrices(centerOf(latest)), quartiles: quartilesOf(latest) };
  if (type !== 'multiple_choice') return known;
  const prices = numbers(latest, 'forecast_values');
  if (prices.length !== names.length) throw latest.fault('forecast_values', 'not one price for each outcome');
  return { ...known, prices };
}

/** The middle half of the forecasts; the bounds of the interval are its quartiles. */
function quartilesOf(latest: Entry): readonly number[] | null {
  const [lower] = numbers(latest, 'interval_lower_bounds');
  const [upper] = numbers(latest, 'interval_upper_bounds');
  const center = centerOf(latest);
  return lower === undefined || upper === undefined || center === null ? null : [lower, center, upper];
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
