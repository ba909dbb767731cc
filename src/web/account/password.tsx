import { useState } from 'preact/hooks';
import { ask } from './api.ts';
import { Fault } from './fault.tsx';

/** A new password. It ends every other session. */
export function Password() {
  const [fault, setFault] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const change = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement; // it is on the form alone
    const fields = new FormData(form);
    const answer = await ask('POST', 'password', {
      current: fields.get('current'),
      next: fields.get('next'),
    });
    setFault(answer.ok ? null : answer.detail);
    setDone(answer.ok);
    if (answer.ok) form.reset();
  };
  return (
    <section class="panel password" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <form onSubmit={change}>
        <label>
          Current password
          <input name="current" type="password" autocomplete="current-password" required />
        </label>
        <label>
          New password
          <input
            name="next"
            type="password"
            autocomplete="new-password"
            minLength={10}
            maxLength={200}
            required
          />
        </label>
        <button type="submit">Change the password</button>
        <p role="status">{isDone ? 'Changed. Every other browser is signed out.' : ''}</p>
      </form>
      <Fault text={fault} />
    </section>
  );
}
