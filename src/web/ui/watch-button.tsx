import { useStore } from '../data/store.ts';
import { toggleWatched, type Watched, watchlist } from '../data/watchlist.ts';

/** Puts the page on the watchlist of this browser, or takes it off. */
export function WatchButton(page: Watched) {
  // The page may learn its kind, and so another address, after its first rendering.
  const list = useStore(watchlist, (all) => all);
  const isWatched = list.some(({ href }) => href === page.href);
  return (
    <button
      type="button"
      class="icon watch"
      aria-pressed={isWatched}
      aria-label={`Watch ${page.title}`}
      title={isWatched ? 'On the watchlist of this browser' : 'Put on the watchlist of this browser'}
      onClick={() => toggleWatched(page)}
    >
      <span aria-hidden="true">{isWatched ? '★' : '☆'}</span>
    </button>
  );
}

/** The first of the watchlist, in a line; the search has all of it. */
export function WatchLine() {
  const list = useStore(watchlist, (all) => all);
  if (list.length === 0) return null;
  return (
    <nav class="watched" aria-label="Watchlist">
      {list.slice(0, SHOWN).map(({ href, title }) => (
        <a key={href} href={href}>
          {title}
        </a>
      ))}
    </nav>
  );
}

const SHOWN = 6;
