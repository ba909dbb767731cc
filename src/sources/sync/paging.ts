import { createHash } from 'node:crypto';
import { SourceError } from '../format.ts';
import type { Answer } from './answer.ts';

export interface Paged<T> {
  readonly answer: Answer;
  readonly entries: readonly T[];
}

interface Plan<T> {
  /** The entries of a page, in its native form. Throws `SourceError` for what is no page. */
  entries(answer: Answer): readonly T[];
  /** Tells entries apart; a page with the ids of the page before ends the walk. Default: the page's whole content. */
  idOf?(entry: T): string;
  /** What a page means that repeats the one before: the end (default), or, where what is missing counts as gone, an error. */
  readonly repeated?: 'end' | 'error';
  /** An operator would rather have an error than a walk without end, or a scan taken for complete. */
  readonly maxPages: number;
}

/**
 * Pages by offset. Ends with a page that is empty or, by `pageSize`, not full; or that repeats the one before, as
 * servers do that ignore an offset behind the end.
 */
export async function* pagesByOffset<T>(
  fetch: (offset: number) => Promise<Answer>,
  plan: Plan<T> & { readonly pageSize: number },
): AsyncGenerator<Paged<T>> {
  let offset = 0;
  yield* walk(plan, async (page) => {
    if (page !== null) offset += page.entries.length;
    return page !== null && page.entries.length < plan.pageSize ? null : fetch(offset);
  });
}

/** Pages by number, counted from `first`. Ends as `pagesByOffset` does; without `pageSize` only on an empty page. */
export async function* pagesByNumber<T>(
  fetch: (page: number) => Promise<Answer>,
  plan: Plan<T> & { readonly first: 0 | 1; readonly pageSize?: number },
): AsyncGenerator<Paged<T>> {
  let number = plan.first;
  yield* walk(plan, async (page) => {
    if (page !== null) number += 1;
    return page !== null && page.entries.length < (plan.pageSize ?? 0) ? null : fetch(number);
  });
}

/** Pages by cursor: `next` finds in a page what the following one is asked with; null or empty: it was the last. */
export async function* pagesByCursor<T>(
  fetch: (cursor: string | null) => Promise<Answer>,
  plan: Plan<T> & { next(page: Paged<T>): string | null },
): AsyncGenerator<Paged<T>> {
  yield* walk(plan, async (page) => {
    if (page === null) return fetch(null);
    const cursor = plan.next(page);
    return cursor === null || cursor === '' ? null : fetch(cursor);
  });
}

/** The first pages of a walk, for lists of which only the beginning is wanted. Nothing is fetched beyond them. */
export async function* firstPages<T>(
  count: number,
  pages: AsyncIterable<Paged<T>>,
): AsyncGenerator<Paged<T>> {
  let read = 0;
  for await (const page of pages) {
    yield page;
    read += 1;
    if (read === count) return;
  }
}

async function* walk<T>(
  plan: Plan<T>,
  step: (before: Paged<T> | null) => Promise<Answer | null>,
): AsyncGenerator<Paged<T>> {
  let before: Paged<T> | null = null;
  let mark = '';
  for (let count = 0; ; count += 1) {
    const answer = await step(before);
    if (answer === null) return;
    // A page too many was fetched to know that the walk has an end.
    const entries = plan.entries(answer);
    const current = markOf(plan, answer, entries);
    if (current === mark && entries.length > 0 && plan.repeated === 'error') {
      throw new SourceError(`${answer.url}: is the page before again; the whole cannot be read`);
    }
    if (entries.length === 0 || current === mark) return;
    if (count >= plan.maxPages) {
      throw new SourceError(
        `${answer.url}: there are more than ${plan.maxPages} pages; the walk was given up`,
      );
    }
    before = { answer, entries };
    mark = current;
    yield before;
  }
}

function markOf<T>({ idOf }: Plan<T>, answer: Answer, entries: readonly T[]): string {
  const hash = createHash('sha256');
  if (idOf) for (const entry of entries) hash.update(`${idOf(entry)}\n`);
  else hash.update(answer.bytes);
  return hash.digest('hex');
}
