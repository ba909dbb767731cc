import type {
  IChartApi,
  ISeriesApi,
  ISeriesMarkersPluginApi,
  SeriesMarker,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'preact/hooks';
import type { Tone } from './figure.tsx';
import { onThemeChange } from './theme.ts';

export interface Candle {
  /** Epoch seconds at which the bar opened. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface Mark {
  readonly id: string;
  /** That of the candle it stands at. */
  readonly time: number;
  readonly tone: Tone;
  readonly text: string;
}

interface Drawn {
  readonly chart: IChartApi;
  readonly series: ISeriesApi<'Candlestick'>;
  readonly markers: ISeriesMarkersPluginApi<Time>;
}

/** Candles over time, oldest first, with markers; `onMark` is told the id of the one that is clicked. The library comes with the first. */
export function Candles(props: {
  readonly candles: readonly Candle[];
  readonly marks: readonly Mark[];
  readonly label: string;
  readonly onMark: (id: string) => void;
}) {
  const { candles, marks, label, onMark } = props;
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<Promise<Drawn> | null>(null);
  const shown = useRef({ marks, onMark });
  shown.current = { marks, onMark };

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const drawing = draw(element, (id) => shown.current.onMark(id));
    drawn.current = drawing;
    const unfollow = onThemeChange(() => void drawing.then((made) => paint(made, shown.current.marks)));
    return () => {
      unfollow();
      void drawing.then(({ chart }) => chart.remove());
    };
  }, []);
  const span = `${candles.at(0)?.time}-${candles.length}`;
  useEffect(() => {
    void drawn.current?.then((made) => {
      const last = candles.at(-1)?.close ?? 1;
      const precision = Math.min(8, Math.max(0, 4 - Math.floor(Math.log10(last))));
      const digits = { minimumFractionDigits: precision, maximumFractionDigits: precision };
      made.series.applyOptions({
        priceFormat: {
          type: 'custom',
          minMove: 10 ** -precision,
          formatter: (value: number) => value.toLocaleString('en', digits),
        },
      });
      made.series.setData(candles.map((one) => ({ ...one, time: one.time as UTCTimestamp }))); // its own brand
      paint(made, marks);
    });
  }, [candles, marks]);
  useEffect(() => {
    void drawn.current?.then(({ chart }) => chart.timeScale().fitContent());
  }, [span]);

  return (
    <figure class="chart candles">
      <figcaption class="unseen">{label}</figcaption>
      <div ref={frame} aria-hidden="true" />
    </figure>
  );
}

async function draw(element: HTMLElement, onMark: (id: string) => void): Promise<Drawn> {
  const { CandlestickSeries, createChart, createSeriesMarkers } = await import('lightweight-charts');
  const chart = createChart(element, {
    autoSize: true,
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.12 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
    },
    grid: { vertLines: { visible: false } },
    layout: { attributionLogo: false, fontSize: 11 }, // named at the foot of the page instead
  });
  const series = chart.addSeries(CandlestickSeries, { borderVisible: false });
  chart.subscribeClick(({ hoveredObjectId }) => {
    if (typeof hoveredObjectId === 'string') onMark(hoveredObjectId);
  });
  return { chart, series, markers: createSeriesMarkers(series, []) };
}

/** In the colours of the theme. */
function paint({ chart, series, markers }: Drawn, marks: readonly Mark[]): void {
  const styles = getComputedStyle(document.documentElement);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  const [up, down] = [colour('--up'), colour('--down')];
  chart.applyOptions({
    layout: {
      background: { color: 'transparent' },
      textColor: colour('--muted'),
      fontFamily: styles.fontFamily,
    },
    grid: { horzLines: { color: colour('--line') } },
    crosshair: {
      vertLine: { labelBackgroundColor: colour('--chart-label') },
      horzLine: { labelBackgroundColor: colour('--chart-label') },
    },
  });
  series.applyOptions({ upColor: up, downColor: down, wickUpColor: up, wickDownColor: down });
  markers.setMarkers(
    marks.map(
      ({ id, time, tone, text }): SeriesMarker<Time> => ({
        id,
        time: time as UTCTimestamp,
        position: tone === 'down' ? 'aboveBar' : 'belowBar',
        shape: tone === 'up' ? 'arrowUp' : tone === 'down' ? 'arrowDown' : 'circle',
        color: tone === 'up' ? up : tone === 'down' ? down : colour('--muted'),
        text,
      }),
    ),
  );
}
