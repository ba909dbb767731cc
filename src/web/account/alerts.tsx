import { useEffect, useState } from 'preact/hooks';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';
import { AlertForm, type WantedAlert } from './alert-form.tsx';
import { type Alert, type Alerts as AlertList, ask, type CreatedAlert, type Delivery } from './api.ts';
import { Fault } from './fault.tsx';
import { NewAlert } from './new-alert.tsx';

/** The alerts of the account: what it follows, and where that goes. */
export function Alerts() {
  const [list, setList] = useState<AlertList | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [created, setCreated] = useState<CreatedAlert | null>(null);
  const load = async () => {
    const answer = await ask<AlertList>('GET', 'alerts');
    if (answer.ok) setList(answer.body);
    else setFault(answer.detail);
  };
  useEffect(() => void load(), []);

  const change = async <T,>(
    pending: ReturnType<typeof ask<T>>,
    then: (body: T) => string | null = () => null,
  ) => {
    const answer = await pending;
    setFault(answer.ok ? null : answer.detail);
    setNote(answer.ok ? then(answer.body) : null);
    await load();
  };
  const create = async (wanted: WantedAlert): Promise<boolean> => {
    const answer = await ask<CreatedAlert>('POST', 'alerts', wanted);
    setFault(answer.ok ? null : answer.detail);
    setNote(
      answer.ok && wanted.format === 'email'
        ? 'Open the link in the mail that was sent to confirm the alert.'
        : null,
    );
    // A mail is not signed: its secret is no use to anybody.
    if (answer.ok && wanted.format !== 'email') setCreated(answer.body);
    await load();
    return answer.ok;
  };

  return (
    <section class="panel alerts" aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      <div class="body">
        {list === null ? (
          <div class="skeleton" role="status" aria-label="Loading" />
        ) : list.alerts.length === 0 ? (
          <p class="message">
            No alert yet. An alert sends the events of a subscription to an address of yours.
          </p>
        ) : (
          <Table label="Alerts" columns={columns(change)} rows={list.alerts} />
        )}
      </div>
      {list && <AlertForm hasMail={list.has_mail} onCreate={create} />}
      <p class="note" role="status">
        {note}
      </p>
      <Fault text={fault} />
      {created && <NewAlert key={created.id} created={created} onClose={() => setCreated(null)} />}
    </section>
  );
}

type Change = <T>(pending: ReturnType<typeof ask<T>>, then?: (body: T) => string | null) => Promise<void>;

const columns = (change: Change): readonly Column<Alert>[] => [
  { title: 'Name', cell: ({ name, url }) => <b title={url ?? 'polled'}>{name}</b> },
  {
    title: 'State',
    chars: 12,
    phoneChars: 9,
    cell: ({ state, reason, last_error }) => (
      <span class={state === 'active' ? 'up' : ''} title={last_error ?? ''}>
        {state === 'active' && last_error !== null ? 'failing' : (shownReason(reason) ?? state)}
      </span>
    ),
  },
  { title: 'Format', chars: 10, isExtra: true, cell: ({ format }) => format },
  {
    title: 'Delivered',
    chars: 10,
    isExtra: true,
    cell: ({ last_delivered_at }) =>
      last_delivered_at === null ? <span class="none">never</span> : <Ago time={last_delivered_at} />,
  },
  {
    title: 'Actions',
    isFigure: true,
    chars: 28,
    phoneChars: 26,
    cell: ({ id, name, state, url }) => {
      const next = state === 'active' ? 'pause' : 'resume';
      const label = state === 'active' ? 'Pause' : 'Resume';
      return (
        <span class="actions">
          {url !== null && (
            <button
              type="button"
              aria-label={`Test ${name}`}
              onClick={() => change(ask<Delivery>('POST', `alerts/${id}/test`), saying)}
            >
              Test
            </button>
          )}
          <button
            type="button"
            aria-label={`${label} ${name}`}
            onClick={() => change(ask<Alert>('POST', `alerts/${id}/${next}`))}
          >
            {label}
          </button>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => change(ask('DELETE', `alerts/${id}`))}
          >
            Remove
          </button>
        </span>
      );
    },
  },
];

/** Those that say more than the state does. */
const shownReason = (reason: string | null) =>
  reason === 'unconfirmed' || reason === 'unsubscribed' ? reason : null;

const saying = ({ error }: Delivery): string =>
  error === null ? 'The test message was delivered.' : `The test message failed: ${error}.`;
