import type { Client, ClientOptions, SubscribePayload } from 'graphql-ws';

interface FetcherOptions {
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
export function createFetcher(
  createClient: (options: ClientOptions) => Client,
  endpoint: string,
  /** Gets every answer over HTTP but those GraphiQL asks for itself, to know the schema; of a stream what it costs. */
  answered: (answer: object, isStream: boolean) => void,
  /** Counts until one is typed; '': none. */
  key: string,
  /** Gets the key that is sent from now on. */
  sends: (key: string) => void,
) {
  let lastKey = key;
  sends(key);
  const askAgainMs = 10_000;

  const withKey = (headers: Readonly<Record<string, string>>): Record<string, string> => {
    const typed = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-api-key')?.[1];
    lastKey = typed || lastKey;
    sends(lastKey);
    return lastKey === '' ? { ...headers } : { ...headers, 'X-API-Key': lastKey };
  };
  const post = (payload: SubscribePayload, headers: Record<string, string>): Promise<object> =>
    fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    }).then(async (response) => (await response.json()) as object); // GraphQL over HTTP, or a problem
  const subscribe = (payload: SubscribePayload, headers: Record<string, string>) => ({
    subscribe(observer: Observer) {
      let toldAtMs = Number.NEGATIVE_INFINITY;
      // Events do not say it, and a dry run takes nothing from the key.
      const tellCost = () => {
        if (performance.now() - toldAtMs < askAgainMs) return;
        toldAtMs = performance.now();
        post(payload, { ...headers, 'X-Dry-Run': '1' }).then(
          (answer) => answered(answer, true),
          () => undefined, // the stream is what was asked for
        );
      };
      const client = createClient({
        url: endpoint.replace(/^http/, 'ws'),
        connectionParams: headers,
        retryAttempts: 0,
      });
      const unsubscribe = client.subscribe(payload, {
        next(result) {
          tellCost();
          observer.next(result);
        },
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

  return (payload: SubscribePayload, { headers = {}, documentAST }: FetcherOptions = {}) => {
    const { operationName } = payload;
    const operations = documentAST?.definitions.filter(({ operation }) => operation !== undefined);
    const chosen = operationName
      ? operations?.find(({ name }) => name?.value === operationName)
      : operations?.[0];
    // What GraphiQL asks to know the schema everybody may ask, so that opening the page costs nothing.
    const isOwn = operationName === 'IntrospectionQuery';
    const sent = isOwn ? {} : withKey(headers);
    if (chosen?.operation === 'subscription') return subscribe(payload, sent);
    return post(payload, sent).then((answer) => {
      if (!isOwn) answered(answer, false);
      return answer;
    });
  };
}
