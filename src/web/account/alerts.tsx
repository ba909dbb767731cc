import { useEffect, useState } from 'preact/hooks';
import { Text } from '../ui/cells.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';
import { AlertDetails } from './alert-details.tsx';
import { AlertForm, type WantedAlert } from './alert-form.tsx';
import { type Alert, type Alerts as AlertList, ask, type CreatedAlert } from './api.ts';
import { Fault } from './fault.tsx';
import { NewAlert } from './new-alert.tsx';

/** The alerts of the account: what it follows, and where that goes. */
export function Alerts() {
  const [list, setList] = useState<AlertList | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [created, setCreated] = useState<CreatedAlert | null>(null);
  const [detailed, setDetailed] = useState<string | null>(null);
  const load = async () => {
    const answer = await ask<AlertList>('GET', 'alerts');
    if (answer.ok) setList(answer.body);
    else setFault(answer.detail);
  };
  useEffect(() => void load(), []);

  const change: Change = async (pending) => {
    const answer = await pending;
    setFault(answer.ok ? null : answer.detail);
    setNote(null);
    await load();
  };
  const shown = list?.alerts.find(({ id }) => id === detailed);
  const create = async (wanted: WantedAlert): Promise<boolean> => {
    const answer = await ask<CreatedAlert>('POST', 'alerts', wanted);
    setFault(answer.ok ? null : answer.detail);
    setNote(
      answer.ok && wanted.format === 'email'
        ? 'Open the link in the mail that was sent to confirm the alert.'
        : null,
    );
    // What is polled or sent by e-mail is not signed.
    if (answer.ok && answer.body.secret !== undefined) setCreated(answer.body);
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
            No alert yet. An alert sends new rows that match a filter to a webhook
            {list.has_mail && ' or an e-mail address'}.
          </p>
        ) : (
          <Table label="Alerts" columns={columns(change, setDetailed)} rows={list.alerts} />
        )}
      </div>
      {list && <AlertForm hasMail={list.has_mail} onCreate={create} />}
      <p class="note" role="status">
        {note}
      </p>
      <Fault text={fault} />
      {shown && (
        <AlertDetails
          key={shown.id}
          of={shown}
          onClose={() => setDetailed(null)}
          onChange={load}
          onRotated={(rotated) => {
            setDetailed(null);
            setCreated(rotated);
          }}
        />
      )}
      {created && <NewAlert key={created.id} created={created} onClose={() => setCreated(null)} />}
    </section>
  );
}

type Change = <T>(pending: ReturnType<typeof ask<T>>) => Promise<void>;

const columns = (change: Change, show: (id: string) => void): readonly Column<Alert>[] => [
  {
    title: 'Name',
    cell: ({ name, url }) => <Text value={name} more={url ?? 'polled'} />,
    under: ({ last_error }) => last_error,
  },
  {
    title: 'State',
    chars: 12,
    phoneChars: 9,
    cell: (alert) => {
      const { word, tone } = stateOf(alert);
      return <span class={tone}>{word}</span>;
    },
  },
  {
    title: 'Reason',
    isExtra: true,
    isIn: ({ last_error }) => last_error !== null,
    cell: ({ last_error }) => <Text value={last_error} />,
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
    chars: 20,
    phoneChars: 18,
    cell: ({ id, name, state }) => {
      const next = state === 'active' ? 'pause' : 'resume';
      const label = state === 'active' ? 'Pause' : 'Resume';
      return (
        <span class="actions">
          <button type="button" aria-label={`Details of ${name}`} onClick={() => show(id)}>
            Details
          </button>
          <button
            type="button"
            aria-label={`${label} ${name}`}
            onClick={() => change(ask<Alert>('POST', `alerts/${id}/${next}`))}
          >
            {label}
          </button>
        </span>
      );
    },
  },
];

/** Reasons for which it is not the alert that is at fault. */
const WAITING = ['requested', 'unconfirmed', 'unsubscribed'];

/** In red what its owner has to mend. */
function stateOf({ state, reason, last_error, failures, next_try_at }: Alert) {
  if (state === 'active') {
    if (last_error === null) return { word: state, tone: 'up' };
    // Without units it waits for the next day.
    const isWaiting = failures === 0 && next_try_at !== null;
    return isWaiting ? { word: 'waiting', tone: '' } : { word: 'failing', tone: 'down' };
  }
  if (reason === null || !WAITING.includes(reason)) return { word: state, tone: 'down' };
  return { word: reason === 'requested' ? state : reason, tone: '' };
}
