/** Where the key is kept between pages: in this tab, or on this device when somebody asked for that. Never in a URL. */
const NAME = 'alpha-data-key';

export function readKey(): string | null {
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME);
}

export function keepKey(key: string, where: 'tab' | 'device'): void {
  forgetKey();
  (where === 'device' ? localStorage : sessionStorage).setItem(NAME, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
  localStorage.removeItem(NAME);
}
