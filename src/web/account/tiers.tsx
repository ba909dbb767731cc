import { useEffect, useState } from 'preact/hooks';
import { count } from '../ui/format.ts';
import { type Column, Table } from '../ui/table.tsx';
import { ask, type Tier, type Tiers as TierList } from './api.ts';

/** The tiers of this server side by side, the account's own marked, and whom to ask for another. */
export function Tiers({ own }: { readonly own: string | null }) {
  const [list, setList] = useState<TierList | null>(null);
  useEffect(() => {
    void ask<TierList>('GET', 'tiers').then((answer) => answer.ok && setList(answer.body));
  }, []);
  if (list === null) return null;
  return (
    <section class="panel tiers" aria-labelledby="tiers">
      <h2 id="tiers">Tiers</h2>
      <div class="body">
        <Table label="Tiers" columns={columns(own, list)} rows={byUnits(list.tiers)} />
      </div>
      <p class="note">
        {list.tiers.some(hasPrice) && 'The operator of this server sets the prices. '}
        <a href="/guides/tiers">What the columns mean</a>
        {list.contact_url !== null && (
          <>
            {' · '}
            <a href={list.contact_url} rel="noreferrer">
              Ask the operator for another tier
            </a>
          </>
        )}
      </p>
    </section>
  );
}

const ON_REQUEST = 'On request';
const hasPrice = ({ price }: Tier): boolean => price !== null;

const counted = (many: number, what: string): string => `${count(many)} ${what}${many === 1 ? '' : 's'}`;

const lagOf = (hours: number): string => (hours === 0 ? 'at once' : `${hours} h late`);

/** The smallest first. */
const byUnits = (tiers: readonly Tier[]) => tiers.toSorted((a, b) => a.requests_per_day - b.requests_per_day);

const columns = (own: string | null, { tiers, contact_url: contact }: TierList): readonly Column<Tier>[] => [
  {
    title: 'Tier',
    isWhole: true,
    under: ({ price, streams_per_key, alerts_per_key, insider_lag_hours }) =>
      [
        price ?? (tiers.some(hasPrice) ? ON_REQUEST : null),
        `${counted(streams_per_key, 'stream')}, ${counted(alerts_per_key, 'alert')}`,
        `insider data ${lagOf(insider_lag_hours)}`,
      ]
        .filter((part) => part !== null)
        .map((part) => <div key={part}>{part}</div>),
    cell: ({ id, name }) => (id === own ? <b aria-current="true">{name} (yours)</b> : <span>{name}</span>),
  },
  {
    title: 'Price',
    isExtra: true,
    isIn: hasPrice,
    chars: 18,
    cell: ({ price }) =>
      price !== null ? (
        <span>{price}</span>
      ) : contact === null ? (
        ON_REQUEST
      ) : (
        <a href={contact} rel="noreferrer">
          {ON_REQUEST}
        </a>
      ),
  },
  {
    title: 'Units a day',
    isFigure: true,
    chars: 14,
    phoneChars: 12,
    cell: (tier) => count(tier.requests_per_day),
    under: (tier) => `${count(tier.requests_per_minute)} a minute`,
  },
  {
    title: 'Units a minute',
    isFigure: true,
    chars: 14,
    isExtra: true,
    cell: (tier) => count(tier.requests_per_minute),
  },
  {
    title: 'History',
    isFigure: true,
    chars: 10,
    phoneChars: 9,
    cell: ({ history_days }) => (history_days === null ? 'all' : `${count(history_days)} days`),
  },
  {
    title: 'Insider data',
    isFigure: true,
    chars: 14,
    isExtra: true,
    cell: ({ insider_lag_hours }) => lagOf(insider_lag_hours),
  },
  { title: 'Streams', isFigure: true, chars: 9, isExtra: true, cell: (tier) => count(tier.streams_per_key) },
  { title: 'Alerts', isFigure: true, chars: 8, isExtra: true, cell: (tier) => count(tier.alerts_per_key) },
];
