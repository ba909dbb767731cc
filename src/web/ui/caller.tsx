import { useRef, useState } from 'preact/hooks';
import { DEMO_KEY } from '../data/session.ts';
import { closeByEscape, closeWhenLeft } from './details.ts';
import { count, moment } from './format.ts';
import { usePage, usePageState } from './page-context.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Who asks, what is left of the day, and the theme. */
export function Caller() {
  return (
    <div class="caller">
      <Quota />
      <KeyButton />
      <ThemeButton />
    </div>
  );
}

/** What the key has left, and what this page has cost. */
function Quota() {
  const tierName = usePageState((state) => state.tierName);
  const day = usePageState((state) => state.day);
  const spendings = usePageState((state) => state.spendings);
  if (tierName === null || !day) return null;
  const total = spendings.reduce((sum, { units }) => sum + units, 0);
  return (
    <details class="quota" onKeyDown={closeByEscape} onFocusOut={closeWhenLeft}>
      <summary title="Units left today; open for what this page has cost">
        <b>{tierName}</b>
        <meter
          min={0}
          max={day.limit}
          low={day.limit / 4}
          value={day.remaining}
          aria-label="Units left today"
        />
        <span>
          {count(day.remaining)}
          <span class="extra"> of {count(day.limit)} left</span>
        </span>
      </summary>
      {/* Focusable by clicks, so that they do not leave it. */}
      <div class="sheet" tabIndex={-1}>
        <table>
          <caption>What this page has cost</caption>
          <tbody>
            {spendings.map(({ what, units }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td class="number">{count(units)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Units</th>
              <td class="number">{count(total)}</td>
            </tr>
          </tfoot>
        </table>
        <p>
          A unit is 100 rows. Streams cost one each and one for every 100 changes; they stop when half of the
          day is left. The day ends {moment(day.resetsAt)}.
        </p>
      </div>
    </details>
  );
}

function KeyButton() {
  const page = usePage();
  const hasKey = usePageState((state) => state.hasKey);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isKept, setKept] = useState(false);
  const demoKey = DEMO_KEY;

  const use = (key: string) => {
    page.enterKey(key, isKept ? 'device' : 'tab');
    dialog.current?.close();
  };
  const enter = (event: Event) => {
    event.preventDefault();
    const input = field.current;
    if (!input || input.value.trim() === '') return;
    use(input.value.trim());
    input.value = '';
  };
  const leave = () => {
    page.leaveKey();
    dialog.current?.close();
  };

  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {hasKey ? 'Key' : 'Enter a key'}
      </button>
      <dialog ref={dialog} aria-labelledby="key-title">
        <form onSubmit={enter}>
          <h2 id="key-title">API key</h2>
          <p>
            With a key, this page makes one query and follows live streams. The key goes only to this server,
            in a header. <a href="/account#create">Get one</a>.
          </p>
          <label>
            Key
            <input ref={field} type="password" autocomplete="off" spellcheck={false} required />
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={isKept}
              onChange={({ currentTarget }) => setKept(currentTarget.checked)}
            />
            Keep the key on this device. Otherwise this tab forgets it when it closes
          </label>
          <div class="actions">
            {hasKey ? (
              <button type="button" onClick={leave}>
                Forget the key
              </button>
            ) : (
              demoKey !== null && (
                <button type="button" onClick={() => use(demoKey)}>
                  Use the demo’s key
                </button>
              )
            )}
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" class="primary">
              Use this key
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
