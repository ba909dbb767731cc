import { entityPath, whaleKey } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import { TERMS } from '../data/terms.ts';
import { Text } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { money, NONE, shortAddress, words } from '../ui/format.ts';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';
import { eventWord } from './feed-words.ts';
import { toneOfMove } from './whale-move.ts';

/** Of a coin held itself, not of a position: what is more was bought, what is less was sold. */
const SPOT: Readonly<Record<string, string>> = { SIZE_INCREASE: 'Buy', SIZE_DECREASE: 'Sell' };
type Moved = Pick<RowOf['whales'], 'eventType' | 'title' | 'outcome' | 'instrument'>;
/** The open feed does not state the instrument: there a pair without a side is one. */
const isSpot = ({ title, outcome, instrument }: Moved): boolean =>
  instrument === undefined ? outcome === null && /^\w+\/\w+$/.test(title) : instrument === 'SPOT';

/** The open feed has the words in small letters. */
export function eventOf(of: Moved): string {
  const type = of.eventType?.toUpperCase() ?? '';
  return (isSpot(of) ? SPOT[type] : undefined) ?? (type === '' ? NONE : eventWord(type));
}

/** With the side of the position: `Entry long`. */
export const moveOf = (of: Moved): string =>
  of.outcome === 'LONG' || of.outcome === 'SHORT'
    ? `${eventOf(of)} ${of.outcome.toLowerCase()}`
    : eventOf(of);

/** Sides come in capitals; other outcomes are names. */
export const outcomeOf = (outcome: string | null): string | null =>
  outcome === 'LONG' || outcome === 'SHORT' ? outcome.toLowerCase() : outcome;

export const WHALES: readonly Column<RowOf['whales']>[] = [
  {
    title: 'Whale',
    isExtra: true,
    chars: 13,
    cell: (row) => <Whale of={row} />,
  },
  {
    title: 'Event',
    help: TERMS.Event,
    chars: 8,
    cell: (row) => <Event of={row} />,
  },
  {
    title: 'Market',
    isLong: true,
    help: TERMS.PERP,
    cell: ({ title, outcome }) => <Text value={title} more={outcomeOf(outcome)} />,
    under: ({ whaleName, address, changePct }, isBelow) => (
      <>
        {whaleName ?? (address === null ? 'A whale' : shortAddress(address))}
        {changePct !== null && !isBelow('Change') && (
          <>
            {' '}
            · <Change value={changePct} digits={0} isPlain />
          </>
        )}
      </>
    ),
  },
  {
    title: 'Change',
    sortBy: 'CHANGE_PCT',
    help: TERMS.Change,
    isFigure: true,
    isExtra: true,
    chars: 10,
    cell: ({ changePct }) => <Change value={changePct} digits={0} isPlain />,
  },
  {
    title: 'Moved',
    sortBy: 'VALUE',
    help: TERMS.Moved,
    below: null,
    isFigure: true,
    chars: 9,
    phoneChars: 8,
    cell: ({ value }) => <Figure value={value} format={money} unit=" USD" />,
  },
  {
    title: 'Age',
    help: 'Time since the change was seen',
    sortBy: 'CREATED_AT',
    isAge: true,
    isFigure: true,
    chars: 5,
    cell: ({ createdAt }) => <Ago time={createdAt} />,
  },
];

/** Leads to the whale as well: on a phone there is no room for its name. */
function Event({ of }: { readonly of: RowOf['whales'] }) {
  const { eventType, whaleName, address, source } = of;
  const event = words(eventType);
  const tone = toneOfMove(of);
  if (address === null)
    return (
      <span class={tone} title={event}>
        {eventOf(of)}
      </span>
    );
  return (
    <a
      class={tone}
      title={`${event} of ${whaleName ?? address}`}
      href={entityPath('whale', whaleKey(source, address))}
    >
      {eventOf(of)}
    </a>
  );
}

function Whale({ of: { whaleName, address, source } }: { readonly of: RowOf['whales'] }) {
  if (address === null) return <Text value={whaleName} />;
  return (
    <a class="name" title={address} href={entityPath('whale', whaleKey(source, address))}>
      {whaleName ?? shortAddress(address)}
    </a>
  );
}

/** Large position changes, on chains and in prediction markets. */
export function Whales({ of = null }: { readonly of?: string | null }) {
  return (
    <FeedPanel
      name="whales"
      label="Whale activity"
      columns={WHALES}
      of={of}
      empty="No whale has moved lately."
    />
  );
}
