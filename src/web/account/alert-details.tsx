import { useEffect, useState } from 'preact/hooks';
import { moment } from '../ui/format.ts';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';
import { type Alert, ask, type CreatedAlert, type Deliveries, type Delivery } from './api.ts';
import { Dialog } from './dialog.tsx';
import { Fault } from './fault.tsx';

/** An alert: where it goes, its last deliveries, and what can be done about those. */
export function AlertDetails(props: {
  readonly of: Alert;
  readonly onClose: () => void;
  /** Told after each change. */
  readonly onChange: () => Promise<void>;
  readonly onRotated: (rotated: CreatedAlert) => void;
}) {
  const { of: alert, onClose, onChange, onRotated } = props;
  const [tries, setTries] = useState<readonly Delivery[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const path = `alerts/${alert.id}`;
  const load = async () => {
    const answer = await ask<Deliveries>('GET', `${path}/deliveries`);
    if (answer.ok) setTries(answer.body.deliveries);
    else setFault(answer.detail);
  };
  useEffect(() => void load(), []);

  /** @param then what to say of it. */
  const act = async <T,>(pending: ReturnType<typeof ask<T>>, then: (body: T) => string | null) => {
    const answer = await pending;
    setFault(answer.ok ? null : answer.detail);
    setNote(answer.ok ? then(answer.body) : null);
    await Promise.all([load(), onChange()]);
  };
  const rotate = async () => {
    const answer = await ask<CreatedAlert>('POST', `${path}/rotate-secret`);
    if (answer.ok) onRotated(answer.body);
    else setFault(answer.detail);
  };
  const remove = async () => {
    const answer = await ask('DELETE', path);
    if (!answer.ok) return setFault(answer.detail);
    onClose();
    await onChange();
  };
  const replay = (event: SubmitEvent) => {
    const since = new FormData(event.currentTarget as HTMLFormElement).get('since'); // it is on the form alone
    void act(ask<Alert>('POST', `${path}/replay`, { since: `${since}Z` }), () => REPLAYED);
  };

  return (
    <Dialog title={alert.name} onClose={onClose} onSubmit={replay}>
      <p class="where">{alert.url ?? 'Polled: nothing is sent.'}</p>
      {alert.last_error !== null && <p class="down">{alert.last_error}</p>}
      {alert.next_try_at !== null && <p>Sends again {moment(alert.next_try_at)}.</p>}
      <div class="deliveries">
        {tries === null ? (
          <div class="skeleton" role="status" aria-label="Loading" />
        ) : tries.length === 0 ? (
          <p>No delivery yet.</p>
        ) : (
          <Table label="Deliveries" columns={COLUMNS} rows={tries.map(identified)} />
        )}
      </div>
      {alert.url !== null && (
        <div class="replay">
          <label>
            Deliver again since (UTC)
            <input name="since" type="datetime-local" required />
          </label>
          <button type="submit">Replay</button>
        </div>
      )}
      <p role="status">{note}</p>
      <Fault text={fault} />
      <div class="actions">
        {alert.url !== null && (
          <button type="button" onClick={() => act(ask<Delivery>('POST', `${path}/test`), saying)}>
            Test
          </button>
        )}
        {alert.failures > 0 && (
          <button type="button" onClick={() => act(ask<Alert>('POST', `${path}/skip`), () => SKIPPED)}>
            Skip the waiting batch
          </button>
        )}
        {isSigned(alert) && (
          <button type="button" onClick={rotate}>
            Rotate the secret
          </button>
        )}
        <button type="button" onClick={remove}>
          Remove
        </button>
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

const REPLAYED = 'The events since then are delivered again.';
const SKIPPED = 'The waiting batch was skipped.';
const saying = ({ error }: Delivery): string =>
  error === null ? 'The test message was delivered.' : `The test message failed: ${error}.`;

/** Of an alert by e-mail or of a polled one nothing is signed. */
const isSigned = ({ url, format }: Alert): boolean => url !== null && format !== 'email';

type Try = Delivery & { readonly id: string };
const identified = (one: Delivery): Try => ({ ...one, id: `${one.message_id} ${one.at}` });

const COLUMNS: readonly Column<Try>[] = [
  { title: 'When', chars: 10, cell: ({ at }) => <Ago time={at} /> },
  {
    title: 'Events',
    chars: 7,
    isFigure: true,
    cell: ({ kind, events }) => (kind === 'test' ? 'test' : events),
  },
  { title: 'Try', chars: 4, isFigure: true, isExtra: true, cell: ({ attempt }) => attempt },
  {
    title: 'Answer',
    chars: 7,
    isFigure: true,
    cell: ({ status }) => status ?? <span class="none">none</span>,
  },
  {
    title: 'Outcome',
    cell: ({ outcome, error, answer }) =>
      error === null ? (
        <span class="up">{outcome}</span>
      ) : (
        <span class="down" title={answer ? `${error}: ${answer}` : error}>
          {error}
        </span>
      ),
  },
];
