import { AlphaError, ofProblem } from './alpha-error.ts';
import { type Operations, PATHS, type Problem } from './generated/rest.ts';
import type { CallOptions, Send } from './http.ts';

type Name = keyof Operations;

/** Operations that answer in pages. */
export type PagedName = { [N in Name]: Operations[N]['paged'] extends true ? N : never }[Name];

/** What an operation takes: its parameters may be left out when none is required. */
type Arguments<Params> =
  Record<never, never> extends Params
    ? [params?: Params, options?: CallOptions]
    : [params: Params, options?: CallOptions];

/** The operations of REST that read, by the names they have in the OpenAPI document. They throw `AlphaError`. */
export type Rest = {
  readonly [N in Name]: (...args: Arguments<Operations[N]['params']>) => Promise<Operations[N]['answer']>;
} & {
  /** The pages of a list, one request each, from one to the next as its `Link` header says. */
  pages<N extends PagedName>(
    name: N,
    ...args: Arguments<Operations[N]['params']>
  ): AsyncGenerator<Operations[N]['answer'], void, undefined>;
};

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

export function createRest(send: Send): Rest {
  const get = (path: string, options: CallOptions | undefined) =>
    send({ path, headers: { accept: 'application/json, text/csv;q=0.9' } }, options);
  const operations = Object.entries(PATHS).map(([name, path]) => [
    name,
    async (params?: Values, options?: CallOptions) => bodyOf(await get(pathOf(path, params), options)),
  ]);
  return {
    ...Object.fromEntries(operations),
    async *pages(name: Name, params?: Values, options?: CallOptions) {
      let next: string | null = pathOf(PATHS[name], params);
      while (next !== null) {
        const response: Response = await get(next, options);
        yield await bodyOf(response);
        next = nextOf(response);
      }
    },
  } as Rest; // made from the table that its types were generated with
}

/** Puts the parameters where they belong: into the path, or behind it. */
function pathOf(template: string, params: Values = {}): string {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  const values = new Map(given);
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(values.get(name) ?? '');
    values.delete(name);
    return value;
  });
  return values.size === 0 ? path : `${path}?${new URLSearchParams([...values])}`;
}

async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/problem+json')) throw ofProblem((await response.json()) as Problem);
  if (response.ok && type.startsWith('application/json')) return response.json();
  if (response.ok && type.startsWith('text/csv')) return response.text();
  await response.body?.cancel();
  throw new AlphaError('BAD_RESPONSE', `status ${response.status} with ${type || 'no content type'}`);
}

function nextOf({ headers }: Response): string | null {
  return /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
}
