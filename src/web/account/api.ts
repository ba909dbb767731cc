/** What the page asks of `/account/api`. The session is in a cookie that scripts cannot read. */

export interface Session {
  readonly ways: { readonly password: boolean; readonly provider: string | null };
  /** Null: nobody is signed in. */
  readonly account: { readonly name: string; readonly has_password: boolean } | null;
}

export interface Key {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  readonly state: 'valid' | 'expired' | 'revoked';
  readonly last4: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly replaced_by: string | null;
}

export interface Keys {
  readonly keys: readonly Key[];
  /** How many there can be in use. */
  readonly most: number;
}

export interface CreatedKey {
  readonly token: string;
  readonly key: Key;
}

export interface Alert {
  readonly id: string;
  readonly name: string;
  /** Null: it is polled. */
  readonly url: string | null;
  readonly format: string;
  readonly state: 'active' | 'paused' | 'disabled';
  readonly reason: string | null;
  readonly last_error: string | null;
  /** Tries of the waiting batch that failed. */
  readonly failures: number;
  readonly next_try_at: string | null;
  readonly last_delivered_at: string | null;
}

export interface Alerts {
  readonly alerts: readonly Alert[];
  /** Whether they can be sent by e-mail. */
  readonly has_mail: boolean;
}

export interface CreatedAlert extends Alert {
  /** Absent: it is signed with the pair of `public_key`, or not at all. */
  readonly secret?: string;
  readonly public_key: string | null;
}

/** A try to deliver a batch, or a test message. */
export interface Delivery {
  readonly message_id: string;
  readonly kind: 'events' | 'test';
  readonly at: string;
  readonly attempt: number;
  readonly outcome: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  readonly events: number;
}

export interface Deliveries {
  readonly deliveries: readonly Delivery[];
}

export interface UsageWindow {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly resets_at: string;
}

export interface Usage {
  readonly tier: { readonly id: string; readonly name: string };
  readonly minute: UsageWindow;
  readonly day: UsageWindow;
  readonly days: readonly { readonly day: string; readonly units: number }[];
  /** Over the same days, most units first. */
  readonly by_key: readonly (Used & { readonly id: string; readonly name: string; readonly last4: string })[];
  readonly by_route: readonly (Used & { readonly route: string })[];
}

export interface Used {
  readonly requests: number;
  readonly units: number;
}

export interface Tier {
  readonly id: string;
  readonly name: string;
  readonly price: string | null;
  readonly requests_per_day: number;
  readonly requests_per_minute: number;
  readonly history_days: number | null;
  readonly insider_lag_hours: number;
  readonly streams_per_key: number;
  readonly alerts_per_key: number;
}

export interface Tiers {
  readonly tiers: readonly Tier[];
  /** Whom to ask for another tier; null: the operator gave no contact. */
  readonly contact_url: string | null;
}

export type Answered<T> =
  | { readonly ok: true; readonly body: T }
  | { readonly ok: false; readonly detail: string };

/** A refusal is told in the server's own words. */
export async function ask<T = null>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answered<T>> {
  try {
    const response = await fetch(`/account/api/${path}`, {
      method,
      credentials: 'same-origin',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? null : JSON.parse(text);
    if (response.ok) return { ok: true, body: answer as T }; // our own server's
    return { ok: false, detail: sentence((answer as { detail?: string }).detail ?? response.statusText) };
  } catch {
    return { ok: false, detail: 'The server cannot be reached.' }; // away, or something in between answered
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
