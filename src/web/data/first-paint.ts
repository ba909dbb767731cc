const YEAR_SECONDS = 31_536_000;

/**
 * Tells the server what the first paint of the next page depends on, by a cookie.
 * @param value null: nothing, the cookie goes.
 * @param path of the pages that it is for.
 */
export function tellServer(name: string, value: string | null, path = '/'): void {
  const maxAge = value === null ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${value ?? ''}; path=${path}; samesite=lax; max-age=${maxAge}`;
}
