import { useEffect, useState } from 'preact/hooks';
import { now } from '../clock.ts';
import { count, day as dayOf, moment } from '../ui/format.ts';
import { GoesOn } from '../ui/goes-on.tsx';
import { type Usage as AccountUsage, ask, type UsageWindow } from './api.ts';

/** What the account spent, and how to read it again. */
export function useUsage(): readonly [AccountUsage | null, () => Promise<void>] {
  const [usage, setUsage] = useState<AccountUsage | null>(null);
  const load = async () => {
    const answer = await ask<AccountUsage>('GET', 'usage');
    if (answer.ok) setUsage(answer.body);
  };
  useEffect(() => void load(), []);
  return [usage, load];
}

/** The last 30 days: all keys together, as they share one quota. `onReset`: a limit that was reached is none any more. */
export function Usage(props: { readonly usage: AccountUsage | null; readonly onReset: () => void }) {
  const { usage, onReset } = props;
  return (
    <section class="panel usage" aria-labelledby="usage">
      <h2 id="usage">Usage</h2>
      <div class="tools">
        {usage && (
          <p class="spent">
            <Spent of={usage.minute} what="this minute" onReset={onReset} /> ·{' '}
            <Spent of={usage.day} what="today" onReset={onReset} />
          </p>
        )}
      </div>
      <div class="body">
        {usage ? <Used usage={usage} /> : <div class="skeleton" role="status" aria-label="Loading" />}
      </div>
    </section>
  );
}

/** What is spent of a limit; when the limit is reached, in the colour of a warning and with a countdown to when more is given. */
function Spent(props: { readonly of: UsageWindow; readonly what: string; readonly onReset: () => void }) {
  const { of, what, onReset } = props;
  const { used, limit, resets_at } = of;
  const isReached = used >= limit;
  const resetsAt = Date.parse(resets_at);
  useEffect(() => {
    if (!isReached) return;
    // Until an answer tells of the next window: one may fail, and clocks differ.
    const timer = setInterval(() => now() > resetsAt && onReset(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isReached, resetsAt]);
  return (
    <span class={isReached ? 'reached' : 'more'} title={`More from ${moment(resets_at)}`}>
      {count(Math.min(used, limit))} of {count(limit)} used {what}
      {isReached && (
        <>
          . <GoesOn at={resetsAt} what="More" />
        </>
      )}
    </span>
  );
}

const LOOK_MS = 5_000;

/** The bars, or what to do first. */
function Used({ usage }: { readonly usage: AccountUsage }) {
  const { days, day, tier } = usage;
  if (days.some(({ units }) => units > 0)) return <Bars usage={usage} />;
  return (
    <div class="message">
      <p>
        No unit was used in the last {days.length} days. A unit is up to 100 rows; {tier.name} has{' '}
        {count(day.limit)} a day.
        <br />
        <a href="/guides/quick-start">Make the first request</a>
      </p>
    </div>
  );
}

const WIDTH = 300;
const HEIGHT = 100;

function Bars({ usage: { days, day, tier } }: { readonly usage: AccountUsage }) {
  const most = Math.max(...days.map(({ units }) => units));
  const top = Math.max(most, day.limit); // the limit is the height of the picture: four of fifty are low
  const step = WIDTH / days.length;
  const height = (units: number) => (units / top) * HEIGHT;
  const limitAt = Math.max(0.5, HEIGHT - height(day.limit)); // a smaller tier may have been exceeded on earlier days
  const total = days.reduce((sum, { units }) => sum + units, 0);
  return (
    <figure class="bars">
      <figcaption>
        {count(total)} {total === 1 ? 'unit' : 'units'} in {days.length} days, all keys together. {tier.name}:{' '}
        {count(day.limit)} a day.
      </figcaption>
      <div class="plot">
        <span class="most more">{count(top)}</span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <line class="limit" x1="0" x2={WIDTH} y1={limitAt} y2={limitAt} />
          {days.map(({ day: one, units }, n) => (
            <rect
              key={one}
              x={n * step + 1}
              width={step - 2}
              y={HEIGHT - Math.max(height(units), units > 0 ? 1.5 : 0.6)}
              height={Math.max(height(units), units > 0 ? 1.5 : 0.6)}
              class={units > 0 ? '' : 'nothing'}
            >
              <title>
                {one}: {count(units)}
              </title>
            </rect>
          ))}
        </svg>
      </div>
      <p class="ends more" aria-hidden="true">
        <span>{dayOf(days.at(0)?.day ?? '')}</span>
        <span>today</span>
      </p>
      <table class="unseen">
        <caption>Units by day</caption>
        <tbody>
          {days.map(({ day: one, units }) => (
            <tr key={one}>
              <th scope="row">{one}</th>
              <td>{count(units)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
