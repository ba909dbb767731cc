import type {
  AutoscaleInfo,
  IChartApi,
  IPriceLine,
  ISeriesApi,
  ISeriesMarkersPluginApi,
  SeriesMarker,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import type { Candle, Mark } from './candle.ts';
import { rangeOf, WIDEST_BAR } from './candle-range.ts';

/** A chart of the library in an element of the page. */
export interface CandleChart {
  /** Candles and their markers; the decimals of the scale. */
  show(candles: readonly Candle[], digits: number): void;
  /** The price of now with its tag on the scale; null: the close of the last candle has it. */
  setLast(last: number | null): void;
  mark(marks: readonly Mark[]): void;
  /** All candles in view. */
  showAll(): void;
  /** In the colours of the theme. */
  paint(): void;
  remove(): void;
}

/** A marker under the pointer, and where that is in the chart. */
export interface PointedAt {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

export async function createCandleChart(
  element: HTMLElement,
  onMark: (id: string) => void,
  onPoint: (at: PointedAt | null) => void,
): Promise<CandleChart> {
  const { CandlestickSeries, createChart, createSeriesMarkers } = await import('lightweight-charts');
  const chart = createChart(element, {
    autoSize: true,
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
    rightPriceScale: {
      borderVisible: false,
      entireTextOnly: true,
      scaleMargins: { top: 0.1, bottom: 0.1 }, // a marker
    },
    timeScale: {
      borderVisible: false,
      secondsVisible: false,
      tickMarkFormatter: dayOf,
      maxBarSpacing: WIDEST_BAR,
    },
    grid: { vertLines: { visible: false } },
    layout: { attributionLogo: false, fontSize: 11 }, // named at the foot of the page instead
  });
  const series = chart.addSeries(CandlestickSeries, { borderVisible: false });
  chart.subscribeClick(({ hoveredObjectId }) => {
    if (typeof hoveredObjectId === 'string') onMark(hoveredObjectId);
  });
  chart.subscribeCrosshairMove(({ hoveredObjectId, point }) =>
    onPoint(typeof hoveredObjectId === 'string' && point ? { id: hoveredObjectId, ...point } : null),
  );
  return following(element, { chart, series, markers: createSeriesMarkers(series, []) });
}

const DAY_S = 86_400;

/** Pixels from the price of now to a label of the scale that its tag would cover. */
const TAG = 16;

const DAY_AND_MONTH = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
/** The library's `TickMarkType.DayOfMonth`; it comes with the first chart only. */
const DAY_OF_MONTH = 2;

/** A day with its month; null: the library writes hours, months and years itself. */
const dayOf = (time: Time, type: number): string | null =>
  type === DAY_OF_MONTH && typeof time === 'number' ? DAY_AND_MONTH.format(time * 1_000) : null;

interface Drawn {
  readonly chart: IChartApi;
  readonly series: ISeriesApi<'Candlestick'>;
  readonly markers: ISeriesMarkersPluginApi<Time>;
}

function following(element: HTMLElement, { chart, series, markers }: Drawn): CandleChart {
  let bars = 0;
  let decimals = 0;
  /** That of the last candle. */
  let close: number | null = null;
  let marks: readonly Mark[] = [];
  let last: number | null = null;
  let line: IPriceLine | null = null;
  /** Whether the reader has scrolled or zoomed: then a new size of the chart keeps that range of time. */
  let isMoved = false;
  const range = () => {
    const width = chart.timeScale().width();
    if (bars > 0 && width > 0) chart.timeScale().setVisibleLogicalRange(rangeOf(bars, width));
  };
  element.addEventListener('pointerdown', () => {
    isMoved = true;
  });
  chart.timeScale().subscribeSizeChange(() => {
    if (!isMoved) range();
  });
  const said = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const whole = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });
  // Labels of the scale are kept by the library until the format is another.
  const format = () =>
    series.applyOptions({
      priceFormat: {
        type: 'custom',
        minMove: 10 ** -decimals,
        formatter: said,
        tickmarksFormatter: (values: readonly number[]) => {
          const tag = series.priceToCoordinate(last ?? close ?? Number.NaN);
          return values.map((value) => {
            const place = series.priceToCoordinate(value);
            if (tag !== null && place !== null && Math.abs(place - tag) < TAG) return '';
            // Of prices in thousands the scale is in whole units.
            return values.every((one) => Number.isInteger(one) && one >= 1_000) ? whole(value) : said(value);
          });
        },
      },
    });
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const drawMarks = () => markers.setMarkers(marks.map((one) => markerOf(one, colour)));
  // The scale has room for the price of now, whatever the candles say.
  series.applyOptions({
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => spannedBy(original(), last),
  });
  return {
    show(candles, digits) {
      bars = candles.length;
      decimals = digits;
      close = candles.at(-1)?.close ?? null;
      format();
      const [first, second] = candles;
      chart
        .timeScale()
        .applyOptions({ timeVisible: !!first && !!second && second.time - first.time < DAY_S });
      series.setData(candles.map((one) => ({ ...one, time: one.time as UTCTimestamp }))); // its own brand
    },
    setLast(now) {
      last = now;
      if (line && now === null) {
        series.removePriceLine(line);
        line = null;
      }
      if (now !== null && line) line.applyOptions({ price: now });
      if (now !== null && !line)
        line = series.createPriceLine({
          price: now,
          color: colour('--accent'),
          axisLabelTextColor: colour('--accent-text'),
          lineStyle: 1,
          lineWidth: 1,
        });
      series.applyOptions({ lastValueVisible: now === null, priceLineVisible: now === null });
      format();
    },
    mark(those) {
      marks = those;
      drawMarks();
    },
    showAll() {
      isMoved = false;
      range();
    },
    paint() {
      const [up, down] = [colour('--up'), colour('--down')];
      chart.applyOptions({
        layout: {
          background: { color: 'transparent' },
          textColor: colour('--muted'),
          fontFamily: getComputedStyle(document.documentElement).fontFamily,
        },
        grid: { horzLines: { color: colour('--line') } },
        crosshair: {
          vertLine: { labelBackgroundColor: colour('--chart-label') },
          horzLine: { labelBackgroundColor: colour('--chart-label') },
        },
      });
      series.applyOptions({
        upColor: up,
        downColor: down,
        wickUpColor: up,
        wickDownColor: down,
        priceLineColor: colour('--chart-label'), // the library writes on it in white
      });
      line?.applyOptions({ color: colour('--accent'), axisLabelTextColor: colour('--accent-text') });
      drawMarks();
    },
    remove: () => chart.remove(),
  };
}

/** A scale with the price in it. */
function spannedBy(scale: AutoscaleInfo | null, price: number | null): AutoscaleInfo | null {
  if (!scale?.priceRange || price === null) return scale;
  const { minValue, maxValue } = scale.priceRange;
  return {
    ...scale,
    priceRange: { minValue: Math.min(minValue, price), maxValue: Math.max(maxValue, price) },
  };
}

/** Of the width of a candle: where there are few candles, the markers of the library would be larger than these. */
const MARK_SIZE = 0.6;

function markerOf({ id, time, tone, shape }: Mark, colour: (name: string) => string): SeriesMarker<Time> {
  return {
    id,
    time: time as UTCTimestamp,
    position: tone === 'down' ? 'aboveBar' : 'belowBar',
    shape: shape !== 'arrow' ? shape : tone === 'down' ? 'arrowDown' : 'arrowUp',
    color: colour(tone === 'flat' ? '--muted' : `--${tone}`),
    size: MARK_SIZE,
  };
}
