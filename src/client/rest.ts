import { type Operations, PATHS } from './generated/rest.ts';
import type { CallOptions, Send } from './http.ts';
import { readBody } from './read-body.ts';

type Name = keyof Operations;

/** Operations that answer in pages. */
export type PagedName = { [N in Name]: Operations[N]['paged'] extends true ? N : never }[Name];

/** What an operation takes: its parameters may be left out when none is required. */
type Arguments<Params> =
  Record<never, never> extends Params
    ? [params?: Params, options?: CallOptions]
    : [params: Params, options?: CallOptions];

/**
 * The operations of REST that read, by the names they have in the OpenAPI document. They throw `AlphaError`. Exports answer with
 * the response, whose body is the file: `arrayBuffer()`, `text()`, or `body` piece by piece, which throws where it breaks off.
 */
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
  if (response.ok && response.headers.has('x-export-rows')) return response;
  return readBody(response, (type) => {
    if (!response.ok) return null;
    return type.startsWith('application/json') ? 'json' : type.startsWith('text/csv') ? 'text' : null;
  });
}

function nextOf({ headers }: Response): string | null {
  return /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
}
