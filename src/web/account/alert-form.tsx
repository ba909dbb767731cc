import { useState } from 'preact/hooks';

const EXAMPLE = `subscription {
  signals(filter: { status: { eq: OPEN } }) {
    kind
    node { symbol direction entryPrice }
  }
}`;

/** What a form sends. */
export type WantedAlert = Readonly<Record<'name' | 'url' | 'format' | 'digest' | 'query', string>>;

/** What the address of the page asks for: `?alert=name&query=subscription …`, as the tables of feeds link to it. */
const asked = new URLSearchParams(location.search);

/** A new alert: what it follows, and where that goes. */
export function AlertForm({
  hasMail,
  onCreate,
}: {
  readonly hasMail: boolean;
  /** Whether it was made. */
  readonly onCreate: (wanted: WantedAlert) => Promise<boolean>;
}) {
  const [format, setFormat] = useState('standard');
  const isMail = format === 'email';
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement; // it is on the form alone
    const text = (name: string) => String(new FormData(form).get(name) ?? '').trim();
    const url = isMail ? `mailto:${text('address')}` : text('url');
    const digest = isMail ? text('digest') : 'none';
    if (!(await onCreate({ name: text('name'), url, format, digest, query: text('query') }))) return;
    form.reset();
    setFormat('standard');
  };
  return (
    <details open={asked.has('query')}>
      <summary>New alert</summary>
      <form class="fields" onSubmit={create}>
        <label>
          Name
          <input name="name" maxLength={100} required defaultValue={asked.get('alert') ?? ''} />
        </label>
        <label>
          Format
          <select
            name="format"
            value={format}
            onChange={({ currentTarget }) => setFormat(currentTarget.value)}
          >
            <option value="standard">Standard Webhooks</option>
            <option value="slack">Slack</option>
            <option value="discord">Discord</option>
            {hasMail && <option value="email">E-mail</option>}
          </select>
        </label>
        {isMail ? (
          <>
            <label key="address">
              Send to
              <input name="address" type="email" placeholder="ann@example.com" required />
            </label>
            <label key="digest">
              When
              <select name="digest">
                <option value="none">At once</option>
                <option value="hourly">Every hour</option>
                <option value="daily">Every day</option>
              </select>
            </label>
          </>
        ) : (
          <label key="url">
            Post to (HTTPS; leave it empty to poll)
            <input name="url" type="url" placeholder="https://example.com/hooks/alpha" />
          </label>
        )}
        <label>
          Subscription
          <textarea
            name="query"
            rows={7}
            spellcheck={false}
            required
            defaultValue={asked.get('query') ?? EXAMPLE}
          />
        </label>
        <button type="submit" class="primary">
          Create the alert
        </button>
      </form>
    </details>
  );
}
