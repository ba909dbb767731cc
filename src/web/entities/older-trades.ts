import { OlderTradesDocument } from '../../../schema/operations/generated/graphql.ts';
import type { Page } from '../data/page.ts';
import type { EntityOf } from '../data/state.ts';

type Strategy = EntityOf<'Strategy'>;

/** Units that the page spends on older trades at most. */
const MOST_UNITS = 5;

/** Reads the older trades of the strategy of a page as soon as it is read itself. */
export function followStrategy(page: Page, id: string): void {
  let read: Strategy['tested'] | null = null;
  page.state.subscribe(() => {
    const { entity } = page.state.get();
    if (entity?.__typename !== 'Strategy' || entity.tested === read) return;
    read = entity.tested;
    void readOlderTrades(page, id, entity, (tested) => {
      read = tested;
    });
  });
}

/**
 * Reads the older trades of a strategy that was tested in more than the page has read, so that its account is whole. A list that is
 * left as it is, for want of units or after the most that a page spends, goes on nowhere: its `endCursor` is null.
 */
async function readOlderTrades(
  page: Page,
  id: string,
  strategy: Strategy,
  onRead: (tested: Strategy['tested']) => void,
): Promise<void> {
  let { tested } = strategy;
  for (let units = 0; tested.pageInfo.hasNextPage && tested.pageInfo.endCursor !== null; units += 1) {
    const after = tested.pageInfo.endCursor;
    const answer =
      units < MOST_UNITS ? await page.ask('Older trades', 1, OlderTradesDocument, { id, after }) : null;
    if (page.state.get().entity !== strategy) return; // read anew meanwhile
    const more = answer?.node && 'tested' in answer.node ? answer.node.tested : null;
    tested = {
      nodes: [...(tested.nodes ?? []), ...(more?.nodes ?? [])],
      pageInfo: more?.pageInfo ?? { hasNextPage: true, endCursor: null },
    };
  }
  if (tested === strategy.tested) return;
  onRead(tested);
  page.state.update((state) => ({ ...state, entity: { ...strategy, tested } }));
}
