/** Where the key is kept between pages: in this tab, or on this device when somebody asked for that. Never in a URL. */
const NAME = 'alpha-data-key';
const YEAR_SECONDS = 31_536_000;

/** Of a simulated market: whoever looks at it need not type one. */
export const DEMO_KEY = document.querySelector<HTMLMetaElement>('meta[name="demo-key"]')?.content ?? null;

export function readKey(): string | null {
  const key = sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME);
  tellLayout(key !== null);
  return key;
}

export function keepKey(key: string, where: 'tab' | 'device'): void {
  forgetKey();
  (where === 'device' ? localStorage : sessionStorage).setItem(NAME, key);
  tellLayout(true);
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
  localStorage.removeItem(NAME);
  tellLayout(false);
}

/** That there is a key, for this page and, by a cookie, for the first paint of the next: without one, panels are smaller. */
function tellLayout(isKeyed: boolean): void {
  document.documentElement.toggleAttribute('data-keyed', isKeyed);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `keyed=1; path=/; samesite=lax; max-age=${isKeyed ? YEAR_SECONDS : 0}`;
}
