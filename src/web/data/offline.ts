import type { PageState } from './state.ts';
import type { Store } from './store.ts';

/**
 * While the browser has no network the page says so, and a click on a link stays on it: the link would end in an error page of the
 * browser. A server on the same machine answers all the same, so it is asked first.
 */
export function stayWhileOffline(state: Store<PageState>): void {
  const say = (isOffline: boolean) => state.update((page) => ({ ...page, isOffline }));
  addEventListener('offline', () => say(true));
  addEventListener('online', () => say(false));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (navigator.onLine || !link || isElsewhere(event, link)) return;
    event.preventDefault();
    fetch(link.href, { method: 'HEAD' }).then(
      () => location.assign(link.href),
      () => say(true),
    );
  });
}

/** The page stays anyway: it is scrolled, or the link opens beside it or is saved. */
const isElsewhere = (
  { defaultPrevented, ctrlKey, metaKey, shiftKey }: MouseEvent,
  link: HTMLAnchorElement,
): boolean =>
  defaultPrevented ||
  ctrlKey ||
  metaKey ||
  shiftKey ||
  link.target === '_blank' ||
  link.hasAttribute('download') ||
  link.origin !== location.origin ||
  (link.getAttribute('href') ?? '').startsWith('#');
