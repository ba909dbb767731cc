import type { Client, ClientOptions, SubscribePayload } from 'graphql-ws';

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly documentAST?: { readonly definitions: readonly Definition[] };
}

interface Definition {
  readonly operation?: string;
  readonly name?: { readonly value: string };
}

interface Observer {
  next(result: unknown): void;
  error(error: unknown): void;
  complete(): void;
}

/**
 * Makes the fetcher of GraphiQL: subscriptions over WebSocket, which browsers let have no headers, with the headers typed
 * as connection parameters; everything else over HTTP. A key typed in one tab counts for tabs without one.
 *
 * Its text is what the page runs, so it sees nothing but its arguments.
 */
export function createFetcher(createClient: (options: ClientOptions) => Client, endpoint: string) {
  let lastKey = '';

  const withKey = (headers: Readonly<Record<string, string>>): Record<string, string> => {
    const typed = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-api-key')?.[1];
    lastKey = typed || lastKey;
    return lastKey === '' ? { ...headers } : { ...headers, 'X-API-Key': lastKey };
  };
  const subscribe = (payload: SubscribePayload, headers: Record<string, string>) => ({
    subscribe(observer: Observer) {
      const client = createClient({
        url: endpoint.replace(/^http/, 'ws'),
        connectionParams: headers,
        retryAttempts: 0,
      });
      const unsubscribe = client.subscribe(payload, {
        next: (result) => observer.next(result),
        complete: () => observer.complete(),
        error(cause) {
          // Of a close event GraphiQL would show nothing.
          const { code, reason } = cause as { readonly code?: number; readonly reason?: string };
          observer.error(
            code === undefined ? cause : [{ message: `the socket was closed: ${code} ${reason}` }],
          );
        },
      });
      return { unsubscribe };
    },
  });

  return (payload: SubscribePayload, { headers = {}, documentAST }: Asked = {}) => {
    const { operationName } = payload;
    const operations = documentAST?.definitions.filter(({ operation }) => operation !== undefined);
    const chosen = operationName
      ? operations?.find(({ name }) => name?.value === operationName)
      : operations?.[0];
    const sent = withKey(headers);
    if (chosen?.operation === 'subscription') return subscribe(payload, sent);
    return fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sent },
      body: JSON.stringify(payload),
    }).then((response) => response.json());
  };
}
