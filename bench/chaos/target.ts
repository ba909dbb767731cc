const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The server a scenario is run against.
 * @param allowsRemote null: the scenario can only be run on this machine.
 * @throws Error for what is no http URL, and for a host that is not loopback unless `allowsRemote`.
 */
export function targetOf(text: string, allowsRemote: boolean | null): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:') throw new Error(`--url is "${text}"; it takes http://host:port`);
  if (!allowsRemote && !LOOPBACK.test(url.hostname))
    throw new Error(
      `--url names ${url.hostname}, which is not this machine; ${allowsRemote === null ? 'it takes a loopback address' : 'pass --allow-remote if it is a staging server of yours'}`,
    );
  return url;
}

/** @throws Error that names the option and what it takes. */
export function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`${option} is "${text}"; it takes a whole number from 1`);
  return Number(text);
}
