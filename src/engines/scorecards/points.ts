import { knownAbout, knownByDay } from '../../feed/known.ts';
import type { ScorecardName, ScorecardPoint } from '../../feeds/scorecards/feed.ts';
import { type Card, type CardDay, dailyMetrics } from './composite.ts';
import { type Day, dayStart, isoDay, weekday } from './day.ts';

/**
 * The points of a card: `1D`, stamped with the start of the day whose end they show, and `1W`, what was known by the end
 * of an ISO week, stamped with its Monday: the metrics of its Sunday. A week whose Sunday has no point has none.
 */
export function pointsOf(card: Card): ScorecardPoint[] {
  const days = [...dailyMetrics(card)];
  const sundays = days.filter(([day]) => weekday(day) === 6);
  return [
    ...days.map(([day, shown]) => point(card.name, '1D', { first: day, last: day }, shown)),
    ...sundays.map(([day, shown]) => point(card.name, '1W', { first: day - 6, last: day }, shown)),
  ];
}

/** Known by the end of its last day; about then where a value it rests on may have been revised since. */
function point(
  scorecard: ScorecardName,
  timeframe: string,
  { first, last }: { readonly first: Day; readonly last: Day },
  { metrics, isVintageKnown }: CardDay,
): ScorecardPoint {
  const knownBy = dayStart(last + 1);
  return {
    id: `${scorecard}-${timeframe.toLowerCase()}-${isoDay(first)}`,
    scorecard,
    timeframe,
    timestamp: dayStart(first),
    data: metrics,
    ...(isVintageKnown ? knownByDay(knownBy) : knownAbout(knownBy)),
  };
}
