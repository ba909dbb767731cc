import { describe, expect, test } from 'vitest';
import { createPageEnds } from '../../../src/graphql/lists/page-ends.ts';
import { cutRows } from '../../../src/graphql/mcp/cut-rows.ts';

const row = (n: number) => ({ n, text: 'x'.repeat(100) });
const rows = (length: number) => Array.from({ length }, (_, n) => row(n));
const NO_PAGES = createPageEnds();

/** A page whose cursors are `name-0`, `name-1` and so on, which ends at `end`. */
const pageOf = (name: string, length: number, end?: string) => ({
  nodes: rows(length),
  cursorAt: (index: number) => (index === length - 1 && end ? end : `${name}-${index}`),
});

describe('rows are left out', () => {
  test('of the longest list first, until the text fits', () => {
    const data = { a: { nodes: rows(50) }, b: [row(1), row(2)] };
    const cut = cutRows(data, 2_000, NO_PAGES);
    expect(JSON.stringify(cut?.data).length).toBeLessThanOrEqual(2_000);
    expect(cut?.cuts[0]).toMatchObject({ list: 'a.nodes', rows: 50 });
    expect((cut as { data: typeof data }).data.a.nodes[0]).toEqual(row(0));
    expect(data.a.nodes).toHaveLength(50);
    expect(cutRows({ a: 'x'.repeat(3_000) }, 2_000, NO_PAGES)).toBeNull();
    expect(cutRows(data, 1_000_000, NO_PAGES)?.cuts).toEqual([]);
  });

  test('and the page ends where they begin, in lists below rows too', () => {
    const ends = createPageEnds();
    ends.note('outer-0', pageOf('outer', 1));
    ends.note('inner-39', pageOf('inner', 40));
    const inner = {
      edges: rows(40).map((node) => ({ node })),
      nodes: rows(40),
      info: { end: 'inner-39', startCursor: 'inner-39', hasNextPage: false },
    };
    const list = { nodes: [{ inner }], pageInfo: { endCursor: 'outer-0', hasNextPage: false } };
    const cut = cutRows({ list }, 3_000, ends) as { data: { list: typeof list } };
    const shown = cut.data.list.nodes[0]?.inner as typeof inner;
    const least = Math.min(shown.nodes.length, shown.edges.length);
    expect(least).toBeLessThan(Math.max(shown.nodes.length, shown.edges.length)); // the last cut is not the shortest
    expect(shown.info).toEqual({
      end: `inner-${least - 1}`,
      startCursor: 'inner-39',
      hasNextPage: true,
    });
    expect(cut.data.list.pageInfo).toEqual(list.pageInfo); // which was not cut
  });

  test('and no cursor is shown where two pages that end alike would end apart', () => {
    const ends = createPageEnds();
    ends.note('same', pageOf('one', 50, 'same'));
    ends.note('same', pageOf('short', 2, 'same'));
    const list = { nodes: rows(50), pageInfo: { endCursor: 'same' } };
    const endOf = () => (cutRows(list, 2_000, ends) as { data: typeof list }).data.pageInfo.endCursor;
    expect(endOf()).toMatch(/^one-/);
    ends.note('same', pageOf('other', 50, 'same'));
    expect(endOf()).toBeNull();
  });
});
