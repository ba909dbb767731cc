/** What counts of a page of a connection. */
interface Page {
  readonly nodes: readonly unknown[];
  readonly cursorAt: (index: number) => string;
}

/** The pages of an answer by their end cursors: an answer that is cut needs the end cursors of shorter pages. */
export interface PageEnds {
  note(endCursor: string, page: Page): void;
  /**
   * The end cursor once only the first `shown` of the page's `rows` are left. Undefined where no page has this end cursor; null where
   * several have, and would end at different rows.
   */
  shortened(endCursor: string, rows: number, shown: number): string | null | undefined;
}

export function createPageEnds(): PageEnds {
  const pages = new Map<string, Page[]>();
  return {
    note(endCursor, page) {
      const known = pages.get(endCursor);
      if (known) known.push(page);
      else pages.set(endCursor, [page]);
    },
    shortened(endCursor, rows, shown) {
      const like = (pages.get(endCursor) ?? []).filter(({ nodes }) => nodes.length === rows);
      const [end, ...others] = new Set(like.map(({ cursorAt }) => cursorAt(shown - 1)));
      return others.length > 0 ? null : end;
    },
  };
}
