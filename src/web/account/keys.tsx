import { useEffect, useState } from 'preact/hooks';
import { day, moment } from '../ui/format.ts';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';
import { ask, type CreatedKey, type Key, type Keys as KeyList, type Tier } from './api.ts';
import { Fault } from './fault.tsx';
import { Revoke, Rotate } from './key-dialogs.tsx';
import { NewKey } from './new-key.tsx';

type Shown =
  | { readonly what: 'created'; readonly created: CreatedKey }
  | { readonly what: 'rotate' | 'revoke'; readonly key: Key };

/** The keys of the account, which is of a tier. `onChange`: one came, went or may have been used. */
export function Keys({
  tier,
  onChange,
}: {
  readonly tier: Pick<Tier, 'id' | 'name'> | null;
  readonly onChange: () => Promise<void>;
}) {
  const [list, setList] = useState<KeyList | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [shown, show] = useState<Shown | null>(null);
  // Browsers tell with the next frame that a dialog is closed: another one may be there by then.
  const hide = () => show((now) => (now === shown ? null : now));
  const load = async () => {
    const answer = await ask<KeyList>('GET', 'keys');
    if (answer.ok) setList(answer.body);
    else setFault(answer.detail);
  };
  useEffect(() => void load(), []);

  const change = async <T,>(pending: ReturnType<typeof ask<T>>, then: (body: T) => Shown | null) => {
    const answer = await pending;
    setFault(answer.ok ? null : answer.detail);
    const next = answer.ok ? then(answer.body) : null;
    if (next) show(next);
    else hide();
    await Promise.all([load(), onChange()]);
  };
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement; // it is on the form alone
    const name = new FormData(form).get('name');
    await change(ask<CreatedKey>('POST', 'keys', { name }), (created) => ({ what: 'created', created }));
    form.reset();
  };
  const inUse = list?.keys.filter(({ state, replaced_by }) => state === 'valid' && !replaced_by).length ?? 0;
  const isFull = list !== null && inUse >= list.most;

  return (
    <section class="panel keys" aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <form class="tools" onSubmit={create}>
        <span class="more extra">{list ? `${inUse} of ${list.most}` : ''}</span>
        <input
          name="name"
          aria-label="Name of the new key"
          placeholder="Name, e.g. notebook"
          maxLength={100}
          required
        />
        <button type="submit" class="primary" disabled={isFull}>
          Create a key
        </button>
      </form>
      <div class="body">
        {list === null ? (
          <div class="skeleton" role="status" aria-label="Loading" />
        ) : list.keys.length === 0 ? (
          <p class="message">No key yet. Give one a name and create it: it is shown once, here.</p>
        ) : (
          <Table label="API keys" columns={columns(show, tier)} rows={list.keys} />
        )}
      </div>
      <Fault text={fault} />
      {shown?.what === 'created' && <NewKey key={shown} created={shown.created} onClose={hide} />}
      {shown?.what === 'revoke' && (
        <Revoke
          key={shown}
          of={shown.key}
          onClose={hide}
          onDone={() => change(ask<Key>('DELETE', `keys/${shown.key.id}`), () => null)}
        />
      )}
      {shown?.what === 'rotate' && (
        <Rotate
          key={shown}
          of={shown.key}
          onClose={hide}
          onDone={(overlapSeconds) =>
            change(
              ask<CreatedKey>('POST', `keys/${shown.key.id}/rotate`, { overlap_seconds: overlapSeconds }),
              (created) => ({ what: 'created', created }),
            )
          }
        />
      )}
    </section>
  );
}

const columns = (
  show: (shown: Shown) => void,
  tier: Pick<Tier, 'id' | 'name'> | null,
): readonly Column<Key>[] => [
  {
    title: 'Name',
    isWhole: true,
    cell: (key) => <b title={`${key.name} · ${key.id}`}>{key.name}</b>,
    under: ({ last4, last_used_at }) => (
      <>
        …{last4}, used <LastUsed at={last_used_at} />
      </>
    ),
  },
  { title: 'Ends in', chars: 8, isExtra: true, cell: (key) => <code>…{key.last4}</code> },
  { title: 'Tier', chars: 10, isExtra: true, cell: (key) => (key.tier === tier?.id ? tier.name : key.tier) },
  { title: 'State', chars: 14, isExtra: true, cell: (key) => <State of={key} /> },
  {
    title: 'Created',
    chars: 11,
    isExtra: true,
    cell: (key) => <span title={moment(key.created_at)}>{day(key.created_at)}</span>,
  },
  {
    title: 'Last used',
    chars: 10,
    isExtra: true,
    cell: ({ last_used_at }) => <LastUsed at={last_used_at} />,
  },
  {
    title: 'Actions',
    isFigure: true,
    chars: 22,
    phoneChars: 20,
    cell: (key) =>
      key.state === 'valid' ? (
        <span class="actions">
          {key.replaced_by !== null ? (
            <span class="narrow">
              <State of={key} />
            </span>
          ) : (
            <button
              type="button"
              aria-label={`Rotate ${key.name}`}
              onClick={() => show({ what: 'rotate', key })}
            >
              Rotate
            </button>
          )}
          <button
            type="button"
            aria-label={`Revoke ${key.name}`}
            onClick={() => show({ what: 'revoke', key })}
          >
            Revoke
          </button>
        </span>
      ) : (
        <State of={key} />
      ),
  },
];

function LastUsed({ at }: { readonly at: string | null }) {
  return at === null ? <span class="none">never</span> : <Ago time={at} isEither />;
}

function State({ of: { state, expires_at, revoked_at } }: { readonly of: Key }) {
  if (state === 'revoked') return <span title={revoked_at ? moment(revoked_at) : ''}>Revoked</span>;
  if (state === 'expired') return <span title={expires_at ? moment(expires_at) : ''}>Ended</span>;
  if (expires_at === null) return <span class="up">In use</span>;
  return (
    <span title={moment(expires_at)}>
      Ends <Ago time={expires_at} />
    </span>
  );
}
