import type { WindowMemory, Windows } from './budget.ts';
import { tellServer } from './first-paint.ts';

/** Where the key is kept between pages: in this tab, or on this device when somebody asked for that. Never in a URL. */
const NAME = 'alpha-data-key';
/** How its windows stood, beside it: all pages of a key share one budget. */
const UNITS_NAME = 'alpha-data-units';
/** What its tier is called, beside it: known before a page is answered. */
const TIER_NAME = 'alpha-data-tier';
/** Answers of pages, in the tab. */
const PAGE_NAME = 'alpha-data-page:';
/** The script of the page has a hash in its name: answers kept by another build may have another shape. */
const BUILD = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
/** Pages whose answers are kept; one is some 100 kB. */
const MAX_PAGES = 12;

/** Of a simulated market: whoever looks at it need not type one. */
export const DEMO_KEY = document.querySelector<HTMLMetaElement>('meta[name="demo-key"]')?.content ?? null;

/** Whether the server runs the simulated market: known before anything is read of it. */
export const IS_SIMULATED = document.querySelector('meta[name="data-origin"][content="simulated"]') !== null;

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

/** With everything that was read by it. */
export function forgetKey(): void {
  for (const storage of [sessionStorage, localStorage])
    for (const name of Object.keys(storage)) if (isOfKey(name)) storage.removeItem(name);
  tellLayout(false);
}

const isOfKey = (name: string): boolean =>
  [NAME, UNITS_NAME, TIER_NAME].includes(name) || name.startsWith(PAGE_NAME);

export const windowMemory: WindowMemory = {
  read: () => parsed<Windows>(storageOfKey().getItem(UNITS_NAME)),
  write: (windows) => storageOfKey().setItem(UNITS_NAME, JSON.stringify(windows)),
};

/** Null: no page of this key was answered. */
export const readTierName = (): string | null => storageOfKey().getItem(TIER_NAME);

const storageOfKey = (): Storage => (sessionStorage.getItem(NAME) === null ? localStorage : sessionStorage);

/** What a page was answered, and when in epoch milliseconds. */
export interface KeptPage<T> {
  readonly at: number;
  readonly read: T;
}

/** Null: nothing is kept of this address, or by pages of another build. */
export function readKept<T>(): KeptPage<T> | null {
  const kept = parsed<KeptPage<T> & { readonly build: string }>(sessionStorage.getItem(pageName()));
  return kept?.build === BUILD ? kept : null;
}

export function keepPage<T extends { readonly tier: { readonly name: string } }>(at: number, read: T): void {
  const others = Object.keys(sessionStorage).filter((name) => name.startsWith(PAGE_NAME));
  if (others.length >= MAX_PAGES) for (const name of others) sessionStorage.removeItem(name);
  try {
    storageOfKey().setItem(TIER_NAME, read.tier.name);
    sessionStorage.setItem(pageName(), JSON.stringify({ at, read, build: BUILD }));
  } catch {
    sessionStorage.removeItem(pageName()); // the tab's memory is full: this page is read anew next time
  }
}

/** Whether the page was reloaded by its reader, who wants newer data than the cached answer. */
export const isReloaded = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

const pageName = (): string => `${PAGE_NAME}${location.pathname}${location.search}`;

/** What these pages have written, and nobody else. */
const parsed = <T>(text: string | null): T | null => (text === null ? null : JSON.parse(text));

/** That there is a key, for this page and, by a cookie, for the first paint of the next: without one, panels are smaller. */
function tellLayout(isKeyed: boolean): void {
  document.documentElement.toggleAttribute('data-keyed', isKeyed);
  tellServer('keyed', isKeyed ? '1' : null);
}
