import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useStore } from '../data/store.ts';
import { ARROWS } from '../ui/figure.tsx';
import { filingDay } from '../ui/format.ts';
import { usePageState } from '../ui/page-context.tsx';
import { useIsPhone } from '../ui/phone.ts';
import { useSeenDays } from '../ui/seen-days.ts';
import { firstOf } from '../ui/table.tsx';
import { Ago, DaysAgo } from '../ui/time.tsx';
import { type AssetEvent, eventsOf, kindOf, sentenceOf } from './asset-events.ts';
import { selection } from './selection.ts';

/** What the chart marks, newest first; a marker opens what it stands for. */
export function Events() {
  const feeds = usePageState((state) => state.feeds);
  const asset = usePageState((state) => state.asset);
  const events = useMemo(() => eventsOf({ feeds, asset }), [feeds, asset]);
  const selected = useStore(selection, (ids) => ids);
  const isPhone = useIsPhone();
  const whaleDays = useSeenDays(30) ?? 30;
  const [isWhole, setWhole] = useState(false);
  const first = firstOf(events, isPhone && !isWhole);
  // A marker may stand for one that is not shown yet.
  const shown = events.some(({ id }, place) => place >= first.length && selected.includes(id))
    ? events
    : first;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('details[open][data-selected]');
    if (!first || !list.current) return;
    if (isPhone) first.scrollIntoView({ block: 'nearest' });
    else list.current.scrollTop = first.offsetTop - 8;
  }, [selected]);
  if (events.length === 0)
    return <p class="body message">Neither signals nor trades within the window of this view.</p>;
  return (
    <div class="body told">
      <p
        class="legend"
        title={
          hasReports(events)
            ? 'The tables below count from the filing, which follows the trade by days or weeks'
            : undefined
        }
      >
        {saidOf(events, asset !== null, whaleDays)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the region */}
      <ol ref={list} class="happened" tabIndex={0} aria-label="Signals and trades">
        {shown.map((event) => (
          <Event key={event.id} event={event} isSelected={selected.includes(event.id)} />
        ))}
      </ol>
      {shown.length < events.length && (
        <button type="button" class="all-rows" onClick={() => setWhole(true)}>
          Show all {events.length}
        </button>
      )}
    </div>
  );
}

/** What the list holds, for a list of whales is never whole. */
function saidOf(events: readonly AssetEvent[], isOfKey: boolean, whaleDays: number): string {
  const isFiled = !isOfKey && events.some(({ kind }) => kind === 'insider'); // the open feed does not have the day of the trade
  const days = isFiled
    ? ', by the day of the trade, of insiders by that of the filing'
    : ', by the day of the trade';
  const hasWhales = events.some(({ kind }) => kind === 'whale');
  return `Newest first${hasReports(events) ? days : ''}.${isOfKey && hasWhales ? ` Whales: the largest moves of the last ${whaleDays} days.` : ''}`;
}

/** Members of Congress and insiders are people alike: the list says which. */
const PEOPLE: ReadonlySet<AssetEvent['kind']> = new Set(['insider', 'congress']);

/** Whether there are trades among them that become known by a report. */
const hasReports = (events: readonly AssetEvent[]): boolean => events.some(({ kind }) => PEOPLE.has(kind));

function Event({ event, isSelected }: { readonly event: AssetEvent; readonly isSelected: boolean }) {
  const { at, tone, what, who, amount, gain, more, leads, document } = event;
  const time = new Date(at).toISOString();
  return (
    <li>
      <details open={isSelected} data-selected={isSelected || undefined}>
        <summary>
          <span class={`arrow ${tone}`} aria-hidden="true">
            {ARROWS[tone]}
          </span>
          <span class="said">
            <b>{what}</b>{' '}
            <span class="more">
              {who}
              {PEOPLE.has(event.kind) && `, ${kindOf(event)}`}
            </span>
          </span>
          <span class={gain === null ? 'number' : `number ${gain}`}>{amount}</span>
          {PEOPLE.has(event.kind) ? <DaysAgo on={filingDay(time)} /> : <Ago time={time} />}
        </summary>
        <p>
          {sentenceOf(event)}.{more !== null && ` ${more}.`}
        </p>
        {(leads.length > 0 || document !== null) && (
          <p class="leads">
            {leads.map(({ kind, text, href }) => (
              <span key={kind}>
                {kind} <a href={href}>{text}</a>
              </span>
            ))}
            {document !== null && (
              <a href={document} rel="noopener noreferrer">
                The report
              </a>
            )}
          </p>
        )}
      </details>
    </li>
  );
}
