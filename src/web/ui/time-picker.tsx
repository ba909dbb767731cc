import { useState } from 'preact/hooks';
import type { TypedDocument } from '../../client/client.ts';
import { addressAt, MOMENT } from '../data/moment.ts';
import { closeByEscape, closeWhenLeft } from './details.ts';
import { usePage, usePageState } from './page-context.tsx';

/** Turns the whole page back to a moment, or makes a link to what it shows now. With a key alone. */
export function TimePicker({ canBeShared }: { readonly canBeShared: boolean }) {
  const hasKey = usePageState((state) => state.hasKey);
  if (MOMENT !== null)
    return (
      <a class="button" href={addressAt(null)}>
        Back to now
      </a>
    );
  if (!hasKey) return null;
  return (
    <details class="quota time" onKeyDown={closeByEscape} onFocusOut={closeWhenLeft}>
      <summary>As of a date</summary>
      {/* Focusable by clicks, so that they do not leave it. */}
      <div class="sheet" tabIndex={-1}>
        <Turning />
        {canBeShared && <Sharing />}
      </div>
    </details>
  );
}

function Turning() {
  const [chosen, choose] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        location.assign(addressAt({ asOf: `${chosen.slice(0, 16)}:00Z` }));
      }}
    >
      <label>
        Show what was known at (UTC)
        <input
          type="datetime-local"
          required
          value={chosen}
          onInput={({ currentTarget }) => choose(currentTarget.value)}
        />
      </label>
      <button type="submit">Show</button>
    </form>
  );
}

const SNAPSHOT = 'query Snapshot { at { snapshot } }' as unknown as TypedDocument<
  { readonly at: { readonly snapshot: string } },
  object
>; // as it is written here

function Sharing() {
  const page = usePage();
  const [link, setLink] = useState<string | null>(null);
  const share = async () => {
    const data = await page.ask('A link to what is shown', 1, SNAPSHOT, {});
    if (!data) return;
    const made = location.origin + addressAt({ snapshot: data.at.snapshot });
    setLink(made);
    await navigator.clipboard?.writeText(made).catch(() => undefined); // it stands in the field as well
  };
  if (link === null)
    return (
      <button type="button" onClick={() => void share()}>
        Copy a link to what is shown now
      </button>
    );
  return (
    <label>
      Copied. It shows this again, as long as the event log is kept
      <input readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
    </label>
  );
}
