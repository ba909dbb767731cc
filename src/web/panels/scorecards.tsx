import { useState } from 'preact/hooks';
import { type ScorecardName, ScorecardSeriesDocument } from '../../../schema/operations/generated/graphql.ts';
import { now } from '../clock.ts';
import { entityPath } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import { PanelMessage, SourceBadge } from '../ui/feed-panel.tsx';
import { Figure, PointChange } from '../ui/figure.tsx';
import { day, instant, moment } from '../ui/format.ts';
import { BlurredCurve, KeyOffer } from '../ui/keyless.tsx';
import { Line } from '../ui/line.tsx';
import { useFeed, usePage, usePageState } from '../ui/page-context.tsx';
import { BANDS, CARD_TITLES, helpOf, wordOf } from './bands.ts';

type Point = RowOf['points'];

const CARDS: readonly ScorecardName[] = ['AMS', 'MRS', 'GLS'];

/** A range of the charts. `asks`: what must be asked for beyond the page's hundred days. */
interface Range {
  readonly title: string;
  readonly days: number;
  readonly asks: { readonly timeframe: string; readonly first: number } | null;
}

const MONTH: Range = { title: '1M', days: 31, asks: null };
const QUARTER: Range = { title: '3M', days: 92, asks: null };
const RANGES: readonly Range[] = [
  { title: '1W', days: 7, asks: null },
  MONTH,
  QUARTER,
  { title: '1Y', days: 366, asks: { timeframe: '1D', first: 366 } },
  { title: 'All', days: Number.POSITIVE_INFINITY, asks: { timeframe: '1W', first: 1000 } },
];

/** The three scorecards with one choice of range; without a key their newest values. */
export function Scorecards() {
  const page = usePage();
  const { rows, source } = useFeed('points');
  const hasKey = usePageState((state) => state.hasKey);
  const historyDays = usePageState(({ tier }) => tier?.historyDays ?? null);
  const [range, setRange] = useState(QUARTER);
  const [longer, setLonger] = useState<readonly Point[] | null>(null);

  const choose = async (next: Range) => {
    setRange(next);
    setLonger(null);
    if (!next.asks) return;
    const series = await page.ask('Longer charts', 3, ScorecardSeriesDocument, next.asks);
    if (!series) return;
    const { ams, mrs, gls } = series;
    setLonger([ams, mrs, gls].flatMap(({ points }) => points.nodes ?? []));
  };
  // The newest days of a longer range tick with those of the page.
  const daily = new Map(rows?.map((point) => [point.id, point]));
  const points = longer?.map((point) => daily.get(point.id) ?? point) ?? rows ?? [];
  const isBeyond = (one: Range) => historyDays !== null && one.days > historyDays && one !== RANGES[0];
  const shown = isBeyond(range) ? (RANGES.findLast((one) => !isBeyond(one)) ?? MONTH) : range;

  return (
    <>
      <div class="tools">
        {hasKey && (
          <fieldset class="ranges" aria-label="Range of the charts">
            {RANGES.map((one) => (
              <button
                key={one.title}
                type="button"
                aria-pressed={one === shown}
                disabled={rows === null || isBeyond(one)}
                title={isBeyond(one) ? `This key sees ${historyDays} days` : undefined}
                onClick={() => void choose(one)}
              >
                {one.title}
              </button>
            ))}
          </fieldset>
        )}
        <SourceBadge source={source} />
      </div>
      <div class="cards">
        {CARDS.map((name) => (
          <Card
            key={name}
            name={name}
            points={ofCard(points, name, shown)}
            newest={ofCard(rows ?? [], name, RANGES.at(-1) ?? shown)}
            hasPast={hasKey}
          />
        ))}
      </div>
      {!hasKey && (
        <div class="below-curves">
          <KeyOffer>With a key, this panel shows their history by day, and the newest values live.</KeyOffer>
        </div>
      )}
      {(rows === null || rows.length === 0) && source !== 'key' && (
        <div class="over">
          <PanelMessage source={rows === null ? source : null} empty="No scorecard was computed yet." />
        </div>
      )}
    </>
  );
}

/** Points of a card within a range, oldest first. */
function ofCard(points: readonly Point[], name: ScorecardName, { days }: Range): readonly Point[] {
  const from = now() - days * 86_400_000;
  return points.filter((one) => one.scorecard === name && instant(one.timestamp) >= from).reverse();
}

function Card(props: {
  readonly name: ScorecardName;
  readonly points: readonly Point[];
  /** Of the daily series, whatever the chart shows. */
  readonly newest: readonly Point[];
  readonly hasPast: boolean;
}) {
  const { name, points, newest, hasPast } = props;
  const title = CARD_TITLES[name];
  const [last, before] = [newest.at(-1), newest.at(-2)];
  const value = last?.value ?? null;
  const first = points.find((point) => point.value !== null)?.value ?? null;
  const chart = points.flatMap(({ timestamp, value: one }) =>
    one === null ? [] : [{ at: instant(timestamp), value: one }],
  );
  return (
    <article class="card" aria-label={title}>
      <header>
        <h3>
          <a href={entityPath('scorecard', name)} data-help={helpOf(name)}>
            {title}
          </a>{' '}
          {value !== null && <span class="more">{wordOf(name, value)}</span>}
        </h3>
        <p class="value" title={last && moment(last.timestamp)}>
          <Figure value={value} format={(one) => one.toFixed(1)} />{' '}
          {before ? (
            <>
              <PointChange value={changeOf(before.value, value)} /> <span class="more">in a day</span>
            </>
          ) : (
            last && <span class="more day">{day(last.timestamp)}</span> // nothing else tells how old it is
          )}
        </p>
      </header>
      {hasPast && (chart.length > 1 || newest.length === 0) ? (
        <div class="lines">
          <Line
            points={chart}
            label={`${title} from ${first?.toFixed(1) ?? 'nothing'} to ${value?.toFixed(1) ?? 'nothing'} over the range`}
            bands={BANDS}
            isSmall
          />
        </div>
      ) : (
        <BlurredCurve place={CARDS.indexOf(name)} />
      )}
    </article>
  );
}

const changeOf = (before: number | null, after: number | null): number | null =>
  before === null || after === null ? null : after - before;
