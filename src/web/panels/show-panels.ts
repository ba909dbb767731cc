import type { FeedName } from '../data/feeds.ts';
import type { Page } from '../data/page.ts';
import type { PageState } from '../data/state.ts';
import { hasFlow } from './insider-flow.tsx';

/** Panels of feeds, by the class of their section. */
const FEED_PANELS: readonly FeedName[] = [
  'signals',
  'insider',
  'congress',
  'whales',
  'markets',
  'reversals',
  'strategies',
];

/** Shows the panels of an asset that have something in them; the others are absent. */
export function showPanels(page: Page, symbol: string): void {
  const sections = document.querySelectorAll<HTMLElement>('.symbol-page section');
  const nothing = document.querySelector<HTMLElement>('.nothing-known');
  const show = () => {
    const state = page.state.get();
    let shown = 0;
    for (const section of sections) {
      const has = hasContent(section.dataset.panel ?? '', state);
      section.hidden = !has;
      if (has) shown += 1;
    }
    if (!nothing) return;
    const isRead = FEED_PANELS.every((name) => !['loading', 'waiting'].includes(state.feeds[name].source));
    nothing.hidden = !isRead || shown > 0;
    nothing.textContent = `There is no data on ${symbol}: no company, coin or filing of this symbol is in view. Search for a name with Ctrl K.`;
  };
  page.state.subscribe(show);
  show();
}

/** A panel of a feed without rows is absent. */
export const hasRows = ({ feeds }: PageState, name: FeedName): boolean => (feeds[name].rows?.length ?? 0) > 0;

function hasContent(panel: string, state: PageState): boolean {
  const { asset, hasKey } = state;
  if (panel === 'insider-flow') return asset !== null && hasFlow(asset);
  // Its place is kept until it is known that there are no prices; without a key it says how to see them.
  if (panel === 'price') {
    if (!hasKey) return FEED_PANELS.some((one) => hasRows(state, one));
    return asset === null ? state.tier === null : hasBars(asset);
  }
  if (panel === 'events') return hasContent('price', state);
  const name = FEED_PANELS.find((one) => one === panel);
  return name !== undefined && hasRows(state, name);
}

const hasBars = ({ days, hours }: NonNullable<PageState['asset']>): boolean =>
  [days, hours].some(({ nodes }) => (nodes?.length ?? 0) > 1);
