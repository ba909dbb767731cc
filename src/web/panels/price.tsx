import { useMemo, useState } from 'preact/hooks';
import type { Asset } from '../data/state.ts';
import type { Candle, Mark } from '../ui/candle.ts';
import { Candles } from '../ui/candles.tsx';
import { Waiting } from '../ui/feed-panel.tsx';
import { day, instant, moment, words } from '../ui/format.ts';
import { Keyless } from '../ui/keyless.tsx';
import { useFeed, usePageState } from '../ui/page-context.tsx';
import { useIsPhone } from '../ui/phone.ts';
import { Tabs } from '../ui/tabs.tsx';
import { type AssetEvent, eventsOf, kindOf, shortOf } from './asset-events.ts';
import { daySoFar } from './day-so-far.ts';
import { markerGroups, SHAPES } from './marker-groups.ts';
import { formatOf, newestPrice } from './newest-price.ts';
import { offeredRanges, type Range } from './price-ranges.ts';
import { selection } from './selection.ts';

/** The price in candles, with what happened as markers. */
export function Price({ symbol }: { readonly symbol: string }) {
  const asset = usePageState((state) => state.asset);
  const isWaiting = usePageState((state) => state.goesOnAt !== null);
  const hasKey = usePageState((state) => state.hasKey);
  const isComing = usePageState((state) => state.hasKey && state.tier === null);
  if (asset) return <Chart symbol={symbol} asset={asset} />;
  if (!hasKey)
    return (
      <div class="body">
        <Keyless hasCandles>
          With a key, this panel shows the price in candles, and marks what happened.
        </Keyless>
      </div>
    );
  if (!isComing) return null;
  return (
    <div class="body">
      {isWaiting ? <Waiting /> : <div class="skeleton" role="status" aria-label="Loading" />}
    </div>
  );
}

function Chart({ symbol, asset }: { readonly symbol: string; readonly asset: Asset }) {
  const feeds = usePageState((state) => state.feeds);
  const scan = useFeed('outperformers').rows?.[0] ?? null;
  const { running, ...lists } = useMemo(() => listsOf(asset), [asset]);
  const { ranges, first: favourite } = useMemo(
    () => offeredRanges({ days: lists.days.length, hours: lists.hours.length }, asset.kind === 'CRYPTO'),
    [lists, asset.kind],
  );
  const [chosen, choose] = useState<string | null>(null);
  const name = chosen !== null && chosen in ranges ? chosen : (favourite ?? '');
  const { bars, count } = ranges[name] ?? { bars: 'days', count: 1 };
  const candles = useMemo(() => lists[bars].slice(-count), [lists, bars, count]);
  const events = useMemo(() => eventsOf({ feeds, asset }), [feeds, asset]);
  const isPhone = useIsPhone();
  const isSimulated = usePageState((state) => state.isSimulated);
  const step = Math.ceil(candles.length / (isPhone ? PHONE_MARKS : MARKS));
  const groups = useMemo(() => groupsOf(events, candles, step), [events, candles, step]);
  const { source } = asset[bars];
  const [first, last] = [candles.at(0), candles.at(-1)];
  const now = newestPrice(asset, scan);
  const { format, digitsOf } = formatOf(now?.currency ?? 'USD', now?.isCoin ?? false);
  const digits = digitsOf(now?.price ?? last?.close ?? 1);
  const said = (value: number | undefined) => (value === undefined ? 'nothing' : format(value, digits));
  return (
    <>
      <div class="tools">
        {Object.keys(ranges).length > 1 && (
          <Tabs
            label="Range of the chart"
            options={Object.fromEntries(Object.keys(ranges).map((one) => [one, one]))}
            value={name}
            onChange={choose}
          />
        )}
        {source && (
          <span class="more extra">
            {!isSimulated && `${words(source.provider.toLowerCase())}. `}
            {bars === 'days' ? 'Daily' : 'Hourly'} candles
            {last && (last === running ? soFar(lists.hours) : `, last close ${endOf(last, bars)}`)}
          </span>
        )}
      </div>
      <div class="body drawn">
        <Legend groups={groups} />
        <Candles
          candles={candles}
          marks={groups.map(({ mark }) => mark)}
          last={now && now.price !== last?.close ? now.price : null}
          digits={digits}
          label={`${symbol} from ${said(first?.open)} to ${said(last?.close)}${now ? `, now ${said(now.price)}` : ''}`}
          onMark={(id) => selection.update(() => groups.find(({ mark }) => mark.id === id)?.ids ?? [])}
        />
      </div>
    </>
  );
}

/** Candles of both lengths; of a coin the days end with the one that runs. */
function listsOf({ kind, days: ofDays, hours: ofHours }: Asset) {
  const [days, hours] = [candlesOf(ofDays), candlesOf(ofHours)];
  const running = kind === 'CRYPTO' ? daySoFar(days, hours) : null;
  return { running, days: running ? [...days, running] : days, hours };
}

/** Up to when the candle of the day that runs goes: the end of the last hour. */
const soFar = (hours: readonly Candle[]): string => {
  const last = hours.at(-1);
  return last ? `, the last one until ${endOf(last, 'hours')}` : '';
};

function candlesOf({ nodes }: Asset['days']): readonly Candle[] {
  const bars = nodes?.map(({ openAt, day, open, high, low, close }) => ({
    // A trading day stands at its date, not at the hour its session began.
    time: instant(day === null ? openAt : `${day}T00:00:00`) / 1_000,
    open,
    high,
    low,
    close,
  }));
  return bars?.toReversed() ?? [];
}

/** When the last bar closed: its day, or its hour. */
const endOf = ({ time }: Candle, bars: Range['bars']): string =>
  bars === 'days'
    ? day(new Date(time * 1_000).toISOString())
    : moment(new Date((time + 3_600) * 1_000).toISOString()).replace(':00 UTC', ' UTC');

const SIGNS = { arrow: '▲', circle: '●' } as const;

/** What the markers are, of the kinds that are drawn. */
function Legend({ groups }: { readonly groups: readonly Group[] }) {
  if (groups.length === 0) return <p class="legend" />;
  const kinds = [...new Map(groups.flatMap((group) => [...group.kinds]))];
  const hasTrades = kinds.some(([kind]) => kind !== 'signal');
  const hasSides = kinds.some(([kind]) => kind === 'signal' || kind === 'whale');
  return (
    <p class="legend">
      {[...Map.groupBy(kinds, ([kind]) => SHAPES[kind])].map(([shape, those]) => (
        <span key={shape}>
          {SIGNS[shape]} {those.map(([, name], place) => nameAt(name, place)).join(' or ')}
        </span>
      ))}
      <span>
        <span class="up">green</span> below: {either(hasTrades && 'bought', hasSides && 'long')}
      </span>
      <span>
        <span class="down">red</span> above: {either(hasTrades && 'sold', hasSides && 'short')}
      </span>
    </p>
  );
}

/** Within a phrase, where Congress alone has a capital letter. */
const nameAt = (name: string, place: number): string =>
  place === 0 || name === 'Congress' ? name : name.toLowerCase();

const either = (...words: readonly (string | false)[]): string => words.filter(Boolean).join(' or ');

/** Markers that have room beside each other. */
const MARKS = 70;
const PHONE_MARKS = 22;

interface Group {
  /** Of its events, with their names. */
  readonly kinds: ReadonlyMap<AssetEvent['kind'], string>;
  readonly mark: Mark;
  readonly ids: readonly string[];
}

/** Events that a marker says under the pointer; a click tells all in the list. */
const MOST_SAID = 3;

function groupsOf(events: readonly AssetEvent[], candles: readonly Candle[], step: number): readonly Group[] {
  return markerGroups(events, candles, step).map(({ id, time, events: those }) => ({
    kinds: new Map(those.map((event) => [event.kind, kindOf(event)])),
    mark: { id, time, tone: those[0].tone, shape: SHAPES[those[0].kind], said: saidOf(those) },
    ids: those.map((event) => event.id),
  }));
}

function saidOf(events: readonly AssetEvent[]): string {
  const more = events.length - MOST_SAID;
  return [...events.slice(0, MOST_SAID).map(shortOf), more > 0 ? `and ${more} more` : []].flat().join('\n');
}
