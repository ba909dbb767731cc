import type { Slice } from '../../core/read/read.ts';
import { invalidCursor, invalidParameter } from '../../errors.ts';

export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 100;

/** Arguments of a connection as GraphQL hands them in. */
export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** The part of a list that is asked for, 50 rows by default. Throws INVALID_PARAMETER. */
export function sliceOf(args: PageArgs, max: number): Slice & { readonly size: number } {
  const first = args.first ?? undefined;
  const last = args.last ?? undefined;
  if (first !== undefined && last !== undefined)
    throw invalidParameter('last', last, 'left out where first is given');
  checkSize('first', first, max);
  checkSize('last', last, max);
  const size = first ?? last ?? DEFAULT_PAGE;
  return {
    size,
    first: last === undefined ? size : undefined,
    last,
    after: args.after ?? undefined,
    before: args.before ?? undefined,
  };
}

function checkSize(name: string, size: number | undefined, max: number): void {
  if (size === undefined || (size >= 0 && size <= max)) return;
  throw invalidParameter(name, size, `a whole number from 0 to ${max}`);
}

/** Throws INVALID_CURSOR for an `after` or `before` that `decode` refuses. */
export function checkCursors(
  args: PageArgs,
  decode: (cursor: string) => { readonly ok: true } | { readonly ok: false; readonly reason: string },
): void {
  for (const param of ['after', 'before'] as const) {
    const cursor = args[param] ?? undefined;
    if (cursor === undefined) continue;
    const result = decode(cursor);
    if (!result.ok) throw invalidCursor(param, result.reason);
  }
}
