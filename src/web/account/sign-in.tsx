import { useState } from 'preact/hooks';
import { ask, type Session } from './api.ts';
import { Fault } from './fault.tsx';

type Way = 'sign-in' | 'sign-up';

const WORDS: Readonly<Record<Way, { readonly title: string; readonly verb: string }>> = {
  'sign-in': { title: 'Sign in', verb: 'Sign in' },
  'sign-up': { title: 'Create an account', verb: 'Create the account' },
};

/** The ways in that this server offers. */
export function SignIn(props: {
  readonly ways: Session['ways'];
  /** Of a sign-in at the provider. */
  readonly fault: string | null;
  readonly onDone: () => Promise<void>;
}) {
  const { ways, onDone } = props;
  // Who follows *Get a key* has no account yet.
  const [way, setWay] = useState<Way>(location.hash === '#create' ? 'sign-up' : 'sign-in');
  const [fault, setFault] = useState(props.fault);
  const [isBusy, setBusy] = useState(false);

  const enter = async (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement); // it is on the form alone
    setBusy(true);
    const answer = await ask('POST', way, { name: fields.get('name'), password: fields.get('password') });
    setBusy(false);
    if (!answer.ok) return setFault(answer.detail);
    await onDone();
  };
  const goToProvider = async () => {
    const answer = await ask<{ readonly url: string }>('POST', 'provider');
    if (answer.ok) location.assign(answer.body.url);
    else setFault(answer.detail);
  };

  return (
    <section class="panel entry" aria-labelledby="entry">
      <h1 id="entry">{WORDS[way].title}</h1>
      {!ways.password && ways.provider === null && (
        <p>This server has no accounts. Its operator issues the keys.</p>
      )}
      {ways.provider !== null && (
        <button type="button" onClick={goToProvider}>
          Sign in with {ways.provider}
        </button>
      )}
      {ways.password && (
        <form onSubmit={enter}>
          <label>
            Name or e-mail address
            <input
              name="name"
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              minLength={3}
              maxLength={64}
              required
            />
          </label>
          <label>
            Password
            <input
              name="password"
              type="password"
              autocomplete={way === 'sign-up' ? 'new-password' : 'current-password'}
              minLength={way === 'sign-up' ? 10 : 1}
              maxLength={200}
              required
            />
          </label>
          {way === 'sign-up' && (
            <p>
              At least ten characters. There is no way to mail you a new one: keep it in a password manager.
            </p>
          )}
          <button type="submit" class="primary" disabled={isBusy}>
            {WORDS[way].verb}
          </button>
          <button
            type="button"
            class="plain"
            onClick={() => setWay(way === 'sign-in' ? 'sign-up' : 'sign-in')}
          >
            {way === 'sign-in' ? 'No account yet? Create one' : 'Have an account? Sign in'}
          </button>
        </form>
      )}
      <Fault text={fault} />
    </section>
  );
}
