import type { TypedDocumentString } from '../../../schema/operations/generated/graphql.ts';

/** How a quota window stands. */
export interface QuotaWindow {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: string;
}

/** `extensions.cost` of an answer. */
export interface Cost {
  readonly actual: number;
  readonly minute: QuotaWindow;
  readonly day: QuotaWindow;
}

export interface Refusal {
  /** A code of the service, or UNREACHABLE. */
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
}

export type Answer<T> =
  | { readonly ok: true; readonly data: T; readonly cost: Cost | null; readonly isSimulated: boolean }
  | { readonly ok: false; readonly refusal: Refusal; readonly cost: Cost | null };

interface Body<T> {
  readonly data?: T | null;
  readonly errors?: readonly GraphqlError[];
  readonly extensions?: { readonly cost?: Cost };
}

export interface GraphqlError {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly retryAfter?: number };
}

/** Asks with a key. Answered in part counts as answered: a feed that failed is null in it. Never throws. */
export async function ask<T, V>(
  key: string,
  document: TypedDocumentString<T, V>,
  variables: V,
): Promise<Answer<T>> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query: String(document), variables }),
    });
    const body = (await response.json()) as Body<T>; // a GraphQL answer, whatever the status
    const cost = body.extensions?.cost ?? null;
    if (body.data) return { ok: true, data: body.data, cost, isSimulated: isSimulated(response) };
    return { ok: false, refusal: refusalOf(body.errors?.[0]), cost };
  } catch {
    return { ok: false, refusal: UNREACHABLE, cost: null };
  }
}

export const isSimulated = (response: Response): boolean =>
  response.headers.get('x-data-origin') === 'simulated';

export const UNREACHABLE: Refusal = {
  code: 'UNREACHABLE',
  message: 'The server cannot be reached',
  retryAfterSeconds: null,
};

export function refusalOf(error: GraphqlError | undefined): Refusal {
  return {
    code: error?.extensions?.code ?? 'INTERNAL',
    message: error?.message ?? 'The server answered without data',
    retryAfterSeconds: error?.extensions?.retryAfter ?? null,
  };
}

/** What no waiting changes: the key itself is refused. */
export const isKeyRefused = ({ code }: Refusal): boolean => code.startsWith('KEY_');
