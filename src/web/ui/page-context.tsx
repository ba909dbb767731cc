import { type ComponentChild, createContext, render } from 'preact';
import { useContext } from 'preact/hooks';
import type { FeedName, RowOf } from '../data/feeds.ts';
import type { Page } from '../data/page.ts';
import type { FeedState, PageState } from '../data/state.ts';
import { useStore } from '../data/store.ts';
import { focusPanelsByKeys } from './panel-keys.ts';
import { showTips } from './tips.ts';

const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('outside of a page');
  return page;
}

/** What `select` takes of the page's state; it must give the same value for the same state. */
export const usePageState = <T,>(select: (state: PageState) => T): T => useStore(usePage().state, select);

export const useFeed = <F extends FeedName>(name: F): FeedState<RowOf[F]> =>
  usePageState(({ feeds }) => feeds[name]);

/**
 * Fills the slots of the layout, which is in the HTML already, so that nothing moves.
 * @param page what their parts show of the market; null: nothing.
 */
export function fillSlots(page: Page | null, contents: Readonly<Record<string, ComponentChild>>): void {
  for (const [name, content] of Object.entries(contents)) {
    const slot = document.querySelector(`[data-slot="${name}"]`);
    if (slot) render(<PageContext.Provider value={page}>{content}</PageContext.Provider>, slot);
  }
  focusPanelsByKeys();
  showTips();
}
