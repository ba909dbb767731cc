import { tellServer } from '../data/first-paint.ts';

type Theme = 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');

/** What is shown: chosen, or else what the system prefers. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system.matches ? 'dark' : 'light';
}

/** The server puts it into the next page before its first paint. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  tellServer('theme', theme);
}

/** Tells of a choice and of a system that changes its mind. Returns the stop. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', listener);
  };
}
