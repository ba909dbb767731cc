import { ScorecardPageDocument } from '../../../schema/operations/generated/graphql.ts';
import { shownNow } from '../data/moment.ts';
import type { EntityOf } from '../data/state.ts';
import { TERMS } from '../data/terms.ts';
import { BANDS, CARD_TITLES, helpOf, WORDS, wordOf, wordsOf } from '../panels/bands.ts';
import { Text } from '../ui/cells.tsx';
import { Figure, PointChange } from '../ui/figure.tsx';
import { day, exactly, instant, score, share } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import type { LinePoint } from '../ui/line-point.ts';
import { None } from '../ui/none.tsx';
import { useFeed, usePageState } from '../ui/page-context.tsx';
import { type Column, Table } from '../ui/table.tsx';
import type { EntityView } from './view.ts';

type Scorecard = EntityOf<'Scorecard'>;

export const SCORECARD: EntityView<Scorecard> = {
  query: ScorecardPageDocument,
  titleOf: ({ card }) => CARD_TITLES[card],
  subtitleOf: ({ card }) => card,
  Figures: Newest,
  preview: {
    open: { points: () => ({}) },
    titleOf: (_, key) => CARD_TITLES[cardOf(key)],
    Subtitle: ({ shownKey }) => cardOf(shownKey),
    Figures: Previewed,
    offer: 'A key shows the score by day, and what its components add. A free key is enough.',
  },
  chart: {
    title: 'By day',
    bands: BANDS,
    bandsOf: ({ card }) => WORDS[card],
    pointsOf,
    saidOf: ({ card }) => `${wordsOf(card)}.`,
    label: 'Score by day',
  },
  about: {
    title: 'Components',
    isIn: ({ latest }) => latest !== null,
    Body: ({ of }) => (
      <div class="body">
        <p class="said">
          The score is the sum of weight × component score, divided by the sum of the weights.
          {isReversed(of) && ' A component that is reversed lowers the score when its value is high.'}{' '}
          <a href="/guides/methodology/scorecards">The method, and its limits</a>
        </p>
        <Table label="Components" columns={COMPONENTS} rows={componentsOf(of)} />
      </div>
    ),
  },
  followOf: ({ card }) => ({ scorecard: { eq: card } }),
};

/** By day, oldest first. */
function pointsOf({ points }: Pick<Scorecard, 'points'>): readonly LinePoint[] {
  return (points.nodes ?? [])
    .flatMap(({ timestamp, value }) => (value === null ? [] : [{ at: instant(timestamp), value }]))
    .toSorted((a, b) => a.at - b.at);
}

function Newest({ of }: { readonly of: Scorecard }) {
  const { card, latest } = of;
  const historyDays = usePageState(({ tier }) => tier?.historyDays ?? null);
  if (!latest || latest.value === null) return null;
  const { value, timestamp } = latest;
  const points = pointsOf(of);
  const changeIn = (days: number): number | null => {
    const then = instant(timestamp) - days * DAY_MS;
    const before = points.findLast(({ at }) => at <= then && at > then - MOST_GAP_MS);
    return before === undefined ? null : value - before.value;
  };
  return (
    <>
      <Item title="Score" help={helpOf(card)}>
        {wordOf(card, value)} <Figure value={value} format={score} />
      </Item>
      {CHANGES.filter(([, days]) => historyDays === null || days < historyDays).map(([title, days]) => (
        <Item key={title} title={title}>
          <PointChange value={changeIn(days)} />
        </Item>
      ))}
      <DayOf timestamp={timestamp} />
      <Item title="Coverage" help={TERMS.Coverage}>
        {fractionOf(metricsOf(latest).get('coverage_pct'))}
      </Item>
    </>
  );
}

const DAY_MS = 86_400_000;
/** A day without a point has the one before it; a longer gap has no change. */
const MOST_GAP_MS = 4 * DAY_MS;

/** The stretches that the head has a change of, in days. */
const CHANGES = [
  ['1 day', 1],
  ['30 days', 30],
] as const;

/** The score of a day moves until the day is over, at midnight UTC. */
function DayOf({ timestamp }: { readonly timestamp: string }) {
  const isRunning = instant(timestamp) + DAY_MS > shownNow();
  return (
    <Item title="Day" help="A day ends at midnight, UTC. Until then its score moves.">
      <span class="day">{day(timestamp)}</span> {isRunning && <span class="more">so far</span>}
    </Item>
  );
}

/** The card of an address; the server answers no other. */
const cardOf = (key: string) => key.toUpperCase() as Scorecard['card'];

/** The newest value, of the open feed. */
function Previewed({ shownKey }: { readonly shownKey: string }) {
  const point = useFeed('points').rows?.find(({ scorecard }) => scorecard === cardOf(shownKey));
  if (!point || point.value === null) return null;
  return (
    <>
      <Item title="Score">
        {wordOf(point.scorecard, point.value)} <Figure value={point.value} format={score} />
      </Item>
      <DayOf timestamp={point.timestamp} />
    </>
  );
}

const fractionOf = (percent: number | undefined) => (percent === undefined ? <None /> : share(percent / 100));

const metricsOf = ({ metrics }: NonNullable<Scorecard['latest']>): ReadonlyMap<string, number> =>
  new Map(metrics.map(({ name, value }) => [name, value]));

/** A value with its unit: changes and percentages with one decimal, `40.0%`, others with two, `0.02 pp`. */
function withUnit(value: number, unit: string): string {
  const isChange = /change/.test(unit);
  const [sign, digits] = /^%/.test(unit) ? ['%', 1] : /^percentage points/.test(unit) ? [' pp', 2] : ['', 2];
  const size = Math.abs(value).toFixed(digits);
  const isNought = Number(size) === 0;
  return `${isNought ? '' : value < 0 ? '−' : isChange ? '+' : ''}${size}${sign}`;
}

interface ComponentRow {
  /** Name of the metric. */
  readonly id: string;
  readonly title: string;
  readonly more: string;
  readonly unit: string;
  readonly weight: number;
  readonly value: number | null;
  readonly score: number | null;
  /** Its part of the composite, in points. */
  readonly part: number | null;
  /** Days for which the score has been held; null: it is fresh. */
  readonly heldDays: number | null;
}

const COMPONENTS: readonly Column<ComponentRow>[] = [
  {
    title: 'What',
    isWhole: true,
    cell: ({ title, more }) => <Text value={title} more={more} />,
    under: ({ value, unit, part }) =>
      value === null ? null : `Value ${withUnit(value, unit)}${part === null ? '' : `, adds ${score(part)}`}`,
  },
  {
    title: 'Weight',
    help: 'Share of the component in the score',
    isFigure: true,
    chars: 6,
    cell: ({ weight }) => share(weight),
  },
  {
    title: 'Value',
    help: 'In the unit that stands beside the name; pp are percentage points. A value that is too old is not shown',
    isFigure: true,
    isExtra: true,
    chars: 9,
    cell: ({ value, unit }) => (
      <Figure value={value} format={(one) => withUnit(one, unit)} unit={` ${unit}`} />
    ),
  },
  {
    title: 'Score',
    help: '0 to 100, after the effect: the score of a component that lowers the composite is reversed. Held: the newest value is too old',
    isFigure: true,
    chars: 9,
    cell: ({ score: value, heldDays }) => (
      <span title={heldDays === null ? undefined : `Held for ${exactly(heldDays)} days`}>
        {value === null ? <None /> : score(value)}
        {heldDays !== null && ' held'}
      </span>
    ),
  },
  {
    title: 'Adds',
    help: 'What the component adds to the score: weight × component score, divided by the sum of the weights. The sum is the score; as shown, rounding can make the last digit differ',
    isFigure: true,
    isExtra: true,
    chars: 6,
    cell: ({ part }) => <Figure value={part} format={score} />,
  },
];

const isReversed = ({ components }: Scorecard): boolean =>
  components.some(({ effect }) => effect === 'LOWERS');

function componentsOf({ components, latest }: Scorecard): readonly ComponentRow[] {
  const metrics = latest ? metricsOf(latest) : new Map<string, number>();
  const scoreOf = (name: string): number | null => metrics.get(`${name}_score`) ?? null;
  const weights = components.reduce(
    (sum, { name, weight }) => sum + (scoreOf(name) === null ? 0 : weight),
    0,
  );
  const partOf = (value: number | null, weight: number) =>
    value === null ? null : (value * weight) / weights;
  return components.map(({ name, title, unit, source, weight, effect }) => ({
    id: name,
    title,
    more: `${unit}, ${source}${effect === 'LOWERS' ? ', reversed' : ''}`,
    unit,
    weight,
    value: metrics.get(name) ?? null,
    score: scoreOf(name),
    part: partOf(scoreOf(name), weight),
    heldDays: metrics.get(`${name}_stale_days`) ?? null,
  }));
}
