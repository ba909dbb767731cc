import { useEffect, useState } from 'preact/hooks';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';
import { type Alert, type Alerts as AlertList, ask, type CreatedAlert, type Delivery } from './api.ts';
import { Fault } from './fault.tsx';
import { NewAlert } from './new-alert.tsx';

const EXAMPLE = `subscription {
  signals(filter: { status: { eq: OPEN } }) {
    kind
    node { symbol direction entryPrice }
  }
}`;

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
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement; // it is on the form alone
    const wanted = Object.fromEntries(new FormData(form));
    await change(ask<CreatedAlert>('POST', 'alerts', wanted), (alert) => {
      setCreated(alert);
      form.reset();
      return null;
    });
  };

  return (
    <section class="panel alerts" aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      <div class="body">
        {list === null ? (
          <div class="skeleton" role="status" aria-label="Loading" />
        ) : list.alerts.length === 0 ? (
          <p class="message">
            No alert yet. An alert posts what a subscription tells to an address of yours.
          </p>
        ) : (
          <Table label="Alerts" columns={columns(change)} rows={list.alerts} />
        )}
      </div>
      <details>
        <summary>New alert</summary>
        <form class="fields" onSubmit={create}>
          <label>
            Name
            <input name="name" maxLength={100} required />
          </label>
          <label>
            Post to (HTTPS; leave it empty to poll)
            <input name="url" type="url" placeholder="https://example.com/hooks/alpha" />
          </label>
          <label>
            Format
            <select name="format">
              <option value="standard">Standard Webhooks</option>
              <option value="slack">Slack</option>
              <option value="discord">Discord</option>
            </select>
          </label>
          <label>
            Subscription
            <textarea name="query" rows={7} spellcheck={false} required defaultValue={EXAMPLE} />
          </label>
          <button type="submit" class="primary">
            Create the alert
          </button>
        </form>
      </details>
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
    cell: ({ state, last_error }) => (
      <span class={state === 'active' ? 'up' : ''} title={last_error ?? ''}>
        {state === 'active' && last_error !== null ? 'failing' : state}
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

const saying = ({ error }: Delivery): string =>
  error === null ? 'The endpoint has taken the test message.' : `The test message failed: ${error}.`;
