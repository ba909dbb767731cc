import { useEffect, useState } from 'preact/hooks';
import { Alerts } from './alerts.tsx';
import { ask, type Session } from './api.ts';
import { Fault } from './fault.tsx';
import { Keys } from './keys.tsx';
import { Password } from './password.tsx';
import { SignIn } from './sign-in.tsx';
import { Tiers } from './tiers.tsx';
import { Usage, useUsage } from './usage.tsx';
import { UsageShares } from './usage-shares.tsx';

/** Signed in or not. */
export function AccountPage() {
  const [session, setSession] = useState<Session | null>(null);
  const [fault, setFault] = useState<string | null>(faultOfProvider);
  const load = async () => {
    const answer = await ask<Session>('GET', 'session');
    if (answer.ok) setSession(answer.body);
    else setFault(answer.detail);
  };
  useEffect(() => void load(), []);

  if (!session)
    return fault === null ? (
      <div class="panel" role="status" aria-label="Loading">
        <div class="skeleton" />
      </div>
    ) : (
      <Fault text={fault} />
    );
  const { account, ways } = session;
  if (!account) return <SignIn ways={ways} fault={fault} onDone={load} />;
  return <SignedIn account={account} onChange={load} />;
}

function SignedIn({
  account,
  onChange,
}: {
  readonly account: NonNullable<Session['account']>;
  readonly onChange: () => Promise<void>;
}) {
  const [usage, loadUsage] = useUsage();
  const signOut = async () => {
    await ask('POST', 'sign-out');
    await onChange();
  };
  return (
    <>
      <div class="headline">
        <h1>{account.name}</h1>
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </div>
      <Keys tier={usage?.tier ?? null} onChange={loadUsage} />
      <Usage usage={usage} onReset={loadUsage} />
      <UsageShares usage={usage} />
      <Alerts />
      <Tiers own={usage?.tier.id ?? null} />
      {account.has_password && <Password />}
    </>
  );
}

/** A sign-in at the provider that failed comes back with its code in the fragment; other fragments name a section of the page. */
function faultOfProvider(): string | null {
  const code = location.hash.slice(1);
  if (!/^[A-Z_]+$/.test(code)) return null;
  history.replaceState(null, '', location.pathname);
  if (code === 'UNAVAILABLE') return 'The sign-in provider does not answer. Try again in a moment.';
  return 'The sign-in was not completed. Try again.';
}
