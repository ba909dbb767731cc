import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useStore } from '../data/store.ts';
import { ARROWS } from '../ui/figure.tsx';
import { moment } from '../ui/format.ts';
import { usePageState } from '../ui/page-context.tsx';
import { Ago } from '../ui/time.tsx';
import { type AssetEvent, eventsOf, kindOf } from './asset-events.ts';
import { selection } from './selection.ts';

/** What the chart marks, newest first; a marker opens what it stands for. */
export function Events() {
  const feeds = usePageState((state) => state.feeds);
  const events = useMemo(() => eventsOf({ feeds }), [feeds]);
  const selected = useStore(selection, (ids) => ids);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('details[open][data-selected]');
    if (first && list.current) list.current.scrollTop = first.offsetTop - 8;
  }, [selected]);
  if (events.length === 0)
    return <p class="body message">Neither signals nor trades within the window of this view.</p>;
  return (
    <>
      <div class="tools">
        <span
          class="more"
          title="The tables below count from the filing, which follows the trade by days or weeks"
        >
          newest first, by the day of the trade
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the region */}
      <ol ref={list} class="body happened" tabIndex={0} aria-label="Signals and trades">
        {events.map((event) => (
          <Event key={event.id} event={event} isSelected={selected.includes(event.id)} />
        ))}
      </ol>
    </>
  );
}

function Event({ event, isSelected }: { readonly event: AssetEvent; readonly isSelected: boolean }) {
  const { at, tone, what, who, amount, document } = event;
  const time = new Date(at).toISOString();
  return (
    <li>
      <details open={isSelected} data-selected={isSelected || undefined}>
        <summary>
          <span class={`arrow ${tone}`} aria-hidden="true">
            {ARROWS[tone]}
          </span>
          <span class="said">
            <b>{what}</b> <span class="more">{who}</span>
          </span>
          <span class="number">{amount}</span>
          <Ago time={time} />
        </summary>
        <p>
          {kindOf(event)}: {what.toLowerCase()}
          {amount === null ? '' : `, ${amount}`}, by {who}, {moment(time)}.
          {document !== null && (
            <>
              {' '}
              <a href={document} rel="noopener noreferrer">
                The report
              </a>
            </>
          )}
        </p>
      </details>
    </li>
  );
}
