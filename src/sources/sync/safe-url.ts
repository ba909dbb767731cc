const SECRET = /key|token|secret|sign|auth|pass/i;

/** A URL as it may be logged and stored: without user info, and with the values of what look like secrets left out. */
export function safeUrl(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  for (const name of [...shown.searchParams.keys()]) {
    if (SECRET.test(name)) shown.searchParams.set(name, '…');
  }
  return decodeURI(shown.href).replaceAll('%E2%80%A6', '…');
}
