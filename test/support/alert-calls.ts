import type { TestApp } from './app.ts';

/** An alert as REST shows it, as far as tests look at it. */
export interface ShownAlert {
  readonly id: string;
  readonly secret: string;
  readonly signature: string;
  readonly public_key: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly cursor: string;
  readonly failures: number;
  readonly next_try_at: string | null;
  readonly last_error: string | null;
  readonly url: string | null;
  readonly key_id: string;
}

export interface ShownDelivery {
  readonly message_id: string;
  readonly kind: string;
  readonly outcome: string;
  readonly attempt: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  readonly events: number;
}

export interface Called<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** Calls of `/api/v1/alerts` with one key. */
export function alertCalls(app: Pick<TestApp, 'url'>, key: string) {
  async function call<T>(method: string, path: string, body?: unknown): Promise<Called<T>> {
    const response = await fetch(`${app.url}/api/v1/alerts${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? null : JSON.parse(text)) as T,
    };
  }
  return {
    key,
    call,
    /** Makes one that follows the newest whale activity; throws where that is refused. */
    async create(more: object = {}): Promise<ShownAlert> {
      const made = await call<ShownAlert>('POST', '', { name: 'whales', query: WHALES, ...more });
      if (made.status !== 201) throw new Error(`${made.status}: ${JSON.stringify(made.body)}`);
      return made.body;
    },
    find: async (id: string) => (await call<ShownAlert>('GET', `/${id}`)).body,
    deliveries: async (id: string) =>
      (await call<{ deliveries: readonly ShownDelivery[] }>('GET', `/${id}/deliveries`)).body.deliveries,
    events: (id: string, query = '') => call<PolledEvents>('GET', `/${id}/events${query}`),
  };
}

export interface PolledEvents {
  readonly events: readonly { readonly cursor: string; readonly result: { readonly data: WhaleEvent } }[];
  readonly cursor: string;
  readonly has_more: boolean;
  readonly code?: string;
}

export interface WhaleEvent {
  readonly whaleActivity: {
    readonly kind: string;
    readonly cursor: string;
    readonly node: { readonly id: string } | null;
  };
}

export const WHALES = 'subscription { whaleActivity { kind cursor node { id } } }';

/** Ids of rows, in the order in which events tell of them. */
export const rowsIn = (events: PolledEvents['events']): readonly (string | undefined)[] =>
  events.map(({ result }) => result.data.whaleActivity.node?.id);
