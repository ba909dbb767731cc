import { createStore, type Store } from './store.ts';

/** A page that its reader wants to come back to: of an asset, a person, a whale, a strategy or a market. */
export interface Watched {
  /** What names it, without the moment of a page: `/asset/NVDA?kind=stock`. */
  readonly href: string;
  readonly title: string;
  readonly what: string;
}

const KEY = 'alpha-data-watchlist';
/** More than a list that one looks through. */
const MAX = 100;

/** In the browser alone, newest first, the same in all its tabs. */
export const watchlist: Store<readonly Watched[]> = createStore(read());
addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) watchlist.update(read);
});

/** Puts a page on the list, or takes it off. */
export function toggleWatched(page: Watched): void {
  const others = watchlist.get().filter(({ href }) => href !== page.href);
  const next = others.length === watchlist.get().length ? [page, ...others].slice(0, MAX) : others;
  watchlist.update(() => next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // a browser that keeps nothing: the list lasts as long as the page
  }
}

function read(): readonly Watched[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isWatched).slice(0, MAX) : [];
  } catch {
    return [];
  }
}

/** Whatever else of this origin has written there: links lead to pages of this server alone. */
function isWatched(one: unknown): one is Watched {
  const { href, title, what } = (one ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof href === 'string' && /^\/\w/.test(href) && typeof title === 'string' && typeof what === 'string'
  );
}
