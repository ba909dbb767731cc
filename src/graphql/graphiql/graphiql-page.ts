/** What runs in the GraphiQL page beside GraphiQL. Each function goes there as text, so it sees nothing but its arguments. */

/** The part of a browser these functions use. */
interface PageElement {
  value: string;
  textContent: string | null;
  onchange: (() => void) | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  querySelector(selector: string): PageElement | null;
}

declare const document: {
  readonly cookie: string;
  readonly body: { readonly classList: { add(name: string): void } };
  getElementById(id: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};
declare const MutationObserver: new (changed: () => void) => { observe(target: object, of: object): void };
declare const location: { assign(url: string): void };
declare const sessionStorage: { getItem(name: string): string | null };
declare const localStorage: typeof sessionStorage & { setItem(name: string, value: string): void };

/** The key that was entered on another page, as `src/web/data/session.ts` keeps it. */
export function keptKey(): string | null {
  return sessionStorage.getItem('alpha-data-key') ?? localStorage.getItem('alpha-data-key');
}

/** The theme that was chosen on another page, from the first paint; null: that of the system, or what GraphiQL keeps. */
export function chosenTheme(): string | null {
  const theme = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1] ?? null;
  if (theme !== null) {
    document.body.classList.add(`graphiql-${theme}`);
    localStorage.setItem('graphiql:theme', theme); // the editors begin in the theme that GraphiQL keeps, whatever it is forced to
  }
  return theme;
}

/** Which key is sent, by its end: a key is never shown whole. */
export function showKey(key: string): void {
  const place = document.getElementById('key');
  if (place) place.textContent = key === '' ? 'No key: put one into "Headers"' : `Key …${key.slice(-4)}`;
}

/** An example opens in a tab of its own: GraphiQL takes what the URL says. */
export function fillPage(): void {
  const examples = document.getElementById('examples');
  if (!examples) return;
  examples.onchange = () => {
    if (examples.value !== '') location.assign(`/graphql?query=${encodeURIComponent(examples.value)}`);
  };
}

/**
 * GraphiQL calls a list item a tab, and has two buttons in it, which screen readers cannot reach in a tab. Here they are
 * buttons in a list, and the first says which is shown.
 */
export function mendTabs(): void {
  const mend = () => {
    for (const list of document.querySelectorAll('.graphiql-tabs[role]')) list.removeAttribute('role');
    for (const item of document.querySelectorAll('.graphiql-tab[role]')) item.removeAttribute('role');
    for (const item of document.querySelectorAll('.graphiql-tab[aria-selected]')) {
      const isShown = item.getAttribute('aria-selected') ?? 'false';
      item.removeAttribute('aria-selected');
      item.querySelector('button')?.setAttribute('aria-pressed', isShown);
    }
  };
  const attributeFilter = ['role', 'aria-selected'];
  new MutationObserver(mend).observe(document, { subtree: true, childList: true, attributeFilter });
}

interface Window {
  readonly limit: number;
  readonly remaining: number;
}

interface Answer {
  readonly extensions?: {
    readonly cost?: {
      readonly requested: number;
      readonly actual?: number;
      readonly minute: Window;
      readonly day: Window;
    };
  };
}

/** `extensions.cost` of an answer, or of a dry run of a stream, in words. */
export function showCost(answer: Answer, isStream: boolean): void {
  const place = document.getElementById('cost');
  if (!place) return;
  const { cost } = answer.extensions ?? {};
  if (!cost) {
    place.textContent = '';
    return;
  }
  const units = isStream ? cost.requested : (cost.actual ?? cost.requested);
  const more = isStream ? ', 1 more for every 100 changes' : '';
  const left = ({ remaining, limit }: Window) =>
    `${remaining.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  place.textContent = `Cost ${units} ${units === 1 ? 'unit' : 'units'}${more} · left: ${left(cost.minute)} this minute, ${left(cost.day)} today`;
}
