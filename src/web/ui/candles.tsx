import { useEffect, useRef, useState } from 'preact/hooks';
import type { Candle, Mark } from './candle.ts';
import { type CandleChart, createCandleChart, type PointedAt } from './candle-chart.ts';
import { onThemeChange } from './theme.ts';

/**
 * Candles over time, oldest first, with markers that say under the pointer what they stand for; `onMark` is told the id of the one that is
 * clicked. The library comes with the first.
 */
export function Candles(props: {
  readonly candles: readonly Candle[];
  readonly marks: readonly Mark[];
  /** Null: the close of the last candle is the newest price. */
  readonly last: number | null;
  /** Decimals of its prices. */
  readonly digits: number;
  readonly label: string;
  readonly onMark: (id: string) => void;
}) {
  const { candles, marks, last, digits, label, onMark } = props;
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<Promise<CandleChart> | null>(null);
  const [pointed, point] = useState<PointedAt | null>(null);
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading');
  const told = useRef(onMark);
  told.current = onMark;
  const withChart = (draw: (chart: CandleChart) => void) => void drawn.current?.then(draw, () => undefined); // what failed is said below

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const drawing = createCandleChart(element, (id) => told.current(id), point);
    drawn.current = drawing;
    drawing.then(
      () => setState('drawn'),
      () => setState('failed'),
    );
    const unfollow = onThemeChange(() => withChart((chart) => chart.paint()));
    return () => {
      unfollow();
      withChart((chart) => chart.remove());
    };
  }, []);
  useEffect(
    () =>
      withChart((chart) => {
        chart.show(candles, digits);
        chart.paint();
      }),
    [candles, digits],
  );
  useEffect(() => withChart((chart) => chart.mark(marks)), [marks]);
  // A tick moves the tag alone.
  useEffect(() => withChart((chart) => chart.setLast(last)), [last]);
  useEffect(() => withChart((chart) => chart.showAll()), [candles.at(0)?.time, candles.length]);

  return (
    <figure class="chart candles">
      <figcaption class="unseen">{label}</figcaption>
      <div ref={frame} aria-hidden="true" />
      {state === 'loading' && <div class="skeleton" role="status" aria-label="Loading" />}
      {state === 'failed' && (
        <p class="message">The chart could not be loaded. Reload the page to try again.</p>
      )}
      {pointed && frame.current && <MarkTip at={pointed} marks={marks} chart={frame.current} />}
    </figure>
  );
}

/** What a marker stands for, beside it and within the chart. */
function MarkTip(props: {
  readonly at: PointedAt;
  readonly marks: readonly Mark[];
  readonly chart: HTMLElement;
}) {
  const { at, marks, chart } = props;
  const { clientWidth: width, clientHeight: height } = chart;
  const said = marks.find(({ id }) => id === at.id)?.said;
  if (said === undefined) return null;
  const side = at.x > width / 2 ? { right: `${width - at.x + 12}px` } : { left: `${at.x + 12}px` };
  const place = { ...side, top: `${at.y}px`, translate: `0 ${(-100 * at.y) / height}%` };
  return (
    <p class="mark-tip" style={place} aria-hidden="true">
      {said}
    </p>
  );
}
