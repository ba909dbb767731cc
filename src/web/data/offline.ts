import type { PageState } from './state.ts';
import type { Store } from './store.ts';

const OFFLINE = 'There is no network. The page keeps what it has, and goes on when the network is back.';

/** Says so while the browser has no network, and stays on the page: a link would end in an error page of the browser. */
export function stayWhileOffline(state: Store<PageState>): void {
  const say = () => state.update((page) => ({ ...page, notice: OFFLINE, goesOnAt: null }));
  addEventListener('offline', say);
  addEventListener('online', () =>
    state.update((page) => (page.notice === OFFLINE ? { ...page, notice: null } : page)),
  );
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (navigator.onLine || !link || link.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      say();
    },
    { capture: true },
  );
}
