import { useState } from 'preact/hooks';
import { type Axis, axisOf, daysWithin } from './axis.ts';
import { day, score } from './format.ts';
import type { LineMark, LinePoint } from './line-point.ts';
import { useIsPhone } from './phone.ts';

const WIDTH = 300;
const HEIGHT = 100;
/** Above and below the line. */
const AIR = 8;
/** Dates that have room between those of the ends. */
const DATES = 3;
const FEW_DATES = 1;
/** Gaps between the labels of a small chart. */
const FEW_GAPS = 3;

interface Scale {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

function scaleOf(points: readonly LinePoint[], { low, high }: Pick<Axis, 'low' | 'high'>): Scale {
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1];
  return {
    x: (at) => ((at - from) / (to - from || 1)) * WIDTH,
    y: (value) => HEIGHT - AIR - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * AIR),
  };
}

const pathOf = (points: readonly LinePoint[], { x, y }: Scale): string =>
  points
    .map(({ at, value }, n) => `${n === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');

/** A line without anything beside it. */
export function Spark({ points }: { readonly points: readonly LinePoint[] }) {
  if (points.length < 2) return <svg class="spark" aria-hidden="true" />;
  const values = points.map(({ value }) => value);
  const range = { low: Math.min(...values), high: Math.max(...values) };
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="line" d={pathOf(points, scaleOf(points, range))} />
    </svg>
  );
}

/**
 * A line over time, oldest first, above round values; under the pointer the value of a day. `bands`: where a scale from 0 to 100
 * is divided, which is then the range. It stands in an element of the class `lines`, in which all charts are of one width.
 */
export function Line(props: {
  readonly points: readonly LinePoint[];
  readonly label: string;
  readonly bands?: readonly number[] | undefined;
  /** What the parts of the scale are called, lowest first. */
  readonly words?: readonly string[] | undefined;
  readonly unit?: string | undefined;
  /** How its values are written, on an axis of whole numbers without decimals; unless given, with one decimal and the unit. */
  readonly format?: ((value: number, digits?: number) => string) | undefined;
  /** Whether the axis begins at nought, wherever the line is. */
  readonly isFromZero?: boolean | undefined;
  /** Of a third of the page: it has room for fewer labels. */
  readonly isSmall?: boolean;
  /** `down`: a smaller chart, of losses alone. */
  readonly tone?: 'down';
  /** Those outside the time of the line are left out. */
  readonly marks?: readonly LineMark[] | undefined;
}) {
  const {
    points,
    label,
    bands,
    words = [],
    unit = '',
    format,
    isFromZero = false,
    isSmall = false,
    tone,
    marks = [],
  } = props;
  const [seen, see] = useState<LinePoint | null>(null);
  const isPhone = useIsPhone();
  if (points.length < 2) return <figure class="line-chart" aria-label={label} />;
  const shown = marks.filter(({ at }) => at >= (points[0]?.at ?? 0) && at <= (points.at(-1)?.at ?? 0));
  const values = [...points, ...shown].map(({ value }) => value);
  const axis = bands
    ? { low: 0, high: 100, ticks: [0, ...bands, 100], digits: 0 }
    : axisOf(isFromZero ? [0, ...values] : values, tone || isSmall ? FEW_GAPS : undefined);
  const tick = (value: number) =>
    format
      ? axis.digits === 0
        ? format(value, 0)
        : format(value)
      : value.toFixed(axis.digits).replace('-', '−') + unit;
  const ticks = axis.ticks.map(tick);
  const widest = ticks.reduce((most, text) => (text.length > most.length ? text : most), '');
  const figure = format ?? ((value: number) => score(value) + unit);
  const scale = scaleOf(points, axis);
  const { x, y } = scale;
  const ground = y(Math.min(axis.high, Math.max(axis.low, 0))); // of a gain or a loss it is nought
  const path = pathOf(points, scale);
  const look = (event: PointerEvent & { readonly currentTarget: Element }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = ((event.clientX - left) / width) * WIDTH;
    see(
      points.reduce((best, one) => (Math.abs(x(one.at) - place) < Math.abs(x(best.at) - place) ? one : best)),
    );
  };
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const dateOf = (at: number) => day(new Date(at).toISOString());
  return (
    <figure class={tone ? `line-chart of-${tone}` : 'line-chart'}>
      <figcaption class="unseen">{label}</figcaption>
      <div class="plot" onPointerMove={look} onPointerLeave={() => see(null)} aria-hidden="true">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {bands ? (
            // The parts take turns: every second one is shaded.
            bands.map((from, place) =>
              place % 2 === 0 ? (
                <rect
                  key={from}
                  class="middle"
                  x="0"
                  width={WIDTH}
                  y={y(bands[place + 1] ?? axis.high)}
                  height={y(from) - y(bands[place + 1] ?? axis.high)}
                />
              ) : null,
            )
          ) : (
            <path class="area" d={`${path}L${WIDTH} ${ground}L0 ${ground}Z`} />
          )}
          {axis.ticks.map((value) => (
            <line
              key={value}
              class={bands?.includes(value) ? 'rule divide' : 'rule'}
              x1="0"
              x2={WIDTH}
              y1={y(value)}
              y2={y(value)}
            />
          ))}
          <path class="line" d={path} />
          {seen && <line class="cross" x1={x(seen.at)} x2={x(seen.at)} y1="0" y2={HEIGHT} />}
        </svg>
        {words.map((word, place) => {
          const edges = [axis.low, ...(bands ?? []), axis.high];
          return (
            // The lowest stands on the ground: the line is seldom there.
            <b
              key={word}
              class="band-word"
              style={
                place === 0
                  ? { bottom: `${100 - y(axis.low)}%` }
                  : { top: `${y(edges[place + 1] ?? axis.high)}%` }
              }
            >
              {word}
            </b>
          );
        })}
        {shown.map(({ at, value, tone, said }, place) => (
          <i
            key={place}
            class={`mark ${tone}`}
            data-help={said}
            style={{ left: `${(x(at) / WIDTH) * 100}%`, top: `${y(value)}%` }}
          />
        ))}
      </div>
      <p class="scale" aria-hidden="true" data-widest={widest}>
        {axis.ticks.map((value, place) => (
          <span key={value} style={{ top: `${y(value)}%` }}>
            {ticks[place]}
          </span>
        ))}
      </p>
      <p class="ends" aria-hidden="true">
        {seen ? (
          <b>
            {dateOf(seen.at)}: {figure(seen.value)}
          </b>
        ) : (
          <>
            <span>{dateOf(first)}</span>
            {daysWithin(first, last, isPhone || isSmall ? FEW_DATES : DATES).map((at) => (
              <span key={at} class="date" style={{ left: `${(x(at) / WIDTH) * 100}%` }}>
                {dateOf(at)}
              </span>
            ))}
            <span>{dateOf(last)}</span>
          </>
        )}
      </p>
    </figure>
  );
}
