import type { AreaData, IChartApi, ISeriesApi, UTCTimestamp } from 'lightweight-charts';
import { useEffect, useRef } from 'preact/hooks';
import { onThemeChange } from './theme.ts';

export interface ChartPoint {
  /** Epoch seconds. */
  readonly time: number;
  readonly value: number;
}

interface Drawn {
  readonly chart: IChartApi;
  readonly series: ISeriesApi<'Area'>;
}

/** A line over time, oldest first. The library comes when the first chart is shown; its place is kept until then. */
export function Chart({ points, label }: { readonly points: readonly ChartPoint[]; readonly label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<Promise<Drawn> | null>(null);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const drawing = draw(element);
    drawn.current = drawing;
    const unfollow = onThemeChange(() => void drawing.then(paint));
    return () => {
      unfollow();
      void drawing.then(({ chart }) => chart.remove());
    };
  }, []);

  const span = `${points.at(0)?.time}-${points.length}`;
  useEffect(() => {
    void drawn.current?.then(({ series }) => series.setData(points.map(asData)));
  }, [points]);
  useEffect(() => {
    void drawn.current?.then(({ chart }) => chart.timeScale().fitContent());
  }, [span]);

  return (
    <figure class="chart">
      <figcaption class="unseen">{label}</figcaption>
      <div ref={frame} aria-hidden="true" />
    </figure>
  );
}

const asData = ({ time, value }: ChartPoint): AreaData => ({ time: time as UTCTimestamp, value }); // its own brand

async function draw(element: HTMLElement): Promise<Drawn> {
  const { AreaSeries, createChart } = await import('lightweight-charts');
  const chart = createChart(element, {
    autoSize: true,
    handleScroll: false,
    handleScale: false,
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.08 } },
    timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true },
    grid: { vertLines: { visible: false } },
    layout: { attributionLogo: false, fontSize: 11 }, // named at the foot of the page instead
  });
  const series = chart.addSeries(AreaSeries, {
    lineWidth: 2,
    priceLineVisible: false,
    priceFormat: { type: 'price', precision: 1, minMove: 0.1 },
  });
  const made = { chart, series };
  paint(made);
  return made;
}

/** In the colours of the theme. */
function paint({ chart, series }: Drawn): void {
  const styles = getComputedStyle(document.documentElement);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
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
  series.applyOptions({
    lineColor: colour('--accent'),
    topColor: colour('--chart-top'),
    bottomColor: colour('--chart-bottom'),
  });
}
