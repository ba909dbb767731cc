import { ScorecardPageDocument } from '../../../schema/operations/generated/graphql.ts';
import type { EntityOf } from '../data/state.ts';
import { TERMS } from '../data/terms.ts';
import { BANDS, CARD_TITLES, helpOf, WORDS, wordOf, wordsOf } from '../panels/bands.ts';
import { Text } from '../ui/cells.tsx';
import { Figure } from '../ui/figure.tsx';
import { day, exactly, instant, score, share } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { None } from '../ui/none.tsx';
import { useFeed } from '../ui/page-context.tsx';
import { type Column, Table } from '../ui/table.tsx';
import type { EntityView } from './view.ts';

type Scorecard = EntityOf<'Scorecard'>;

export const SCORECARD: EntityView<Scorecard> = {
  query: ScorecardPageDocument,
  titleOf: ({ card }) => CARD_TITLES[card],
  subtitleOf: ({ card }) => card,
  Figures: Newest,
  preview: { feed: 'points', Figures: Previewed },
  chart: {
    title: 'By day',
    bands: BANDS,
    bandsOf: ({ card }) => WORDS[card],
    pointsOf: ({ points }) =>
      (points.nodes ?? [])
        .flatMap(({ timestamp, value }) => (value === null ? [] : [{ at: instant(timestamp), value }]))
        .toSorted((a, b) => a.at - b.at),
    saidOf: ({ card }, points) => `${wordsOf(card)}. The newest ${points.length} days in view.`,
    label: 'Score by day',
  },
  about: {
    title: 'Components',
    isIn: ({ latest }) => latest !== null,
    Body: ({ of }) => (
      <div class="body">
        <p class="said">
          The score is the sum of weight × component score, divided by the sum of the weights.{' '}
          <a href="/guides/methodology/scorecards">The method, and its limits</a>
        </p>
        <Table label="Components" columns={COMPONENTS} rows={componentsOf(of)} />
      </div>
    ),
  },
  followOf: ({ card }) => ({ scorecard: { eq: card } }),
};

function Newest({ of: { card, latest } }: { readonly of: Scorecard }) {
  if (!latest || latest.value === null) return null;
  const { value, timestamp } = latest;
  return (
    <>
      <Item title="Score" help={helpOf(card)}>
        {wordOf(card, value)} <Figure value={value} format={score} />
      </Item>
      <Item title="Day">
        <span class="day">{day(timestamp)}</span>
      </Item>
      <Item title="Coverage" help={TERMS.Coverage}>
        {fractionOf(metricsOf(latest).get('coverage_pct'))}
      </Item>
    </>
  );
}

/** The newest value, of the open feed. */
function Previewed({ shownKey }: { readonly shownKey: string }) {
  const point = useFeed('points').rows?.find(({ scorecard }) => scorecard === shownKey);
  if (!point || point.value === null) return null;
  return (
    <>
      <Item title="Score">
        {wordOf(point.scorecard, point.value)} <Figure value={point.value} format={score} />
      </Item>
      <Item title="Day">
        <span class="day">{day(point.timestamp)}</span>
      </Item>
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
  /** Days for which the score has been held; null: it is fresh. */
  readonly heldDays: number | null;
}

const COMPONENTS: readonly Column<ComponentRow>[] = [
  {
    title: 'What',
    isWhole: true,
    cell: ({ title, more }) => <Text value={title} more={more} />,
    under: ({ value, unit }) => (value === null ? null : `Value ${withUnit(value, unit)}`),
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
    help: 'In the unit that stands below the name; pp are percentage points. A value that is too old is not shown',
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
];

function componentsOf({ components, latest }: Scorecard): readonly ComponentRow[] {
  const metrics = latest ? metricsOf(latest) : new Map<string, number>();
  return components.map(({ name, title, unit, source, weight }) => ({
    id: name,
    title,
    more: `${unit}, ${source}`,
    unit,
    weight,
    value: metrics.get(name) ?? null,
    score: metrics.get(`${name}_score`) ?? null,
    heldDays: metrics.get(`${name}_stale_days`) ?? null,
  }));
}
