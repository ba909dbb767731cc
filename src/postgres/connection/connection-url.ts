import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

/** What a URL may ask for behind its `?`. The driver would pass over any other name, which could mean another store. */
const NAMES = [
  'host',
  'port',
  'user',
  'password',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
  'connect_timeout',
  'options',
];
/** As libpq understands them; `allow` and `prefer` would leave it to chance, or to others, whether there is TLS. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * What a URL of PostgreSQL asks for; the certificates it names are read.
 *
 * @throws Error that says what is wrong with it, and never quotes it: it may hold a password
 */
export function readConnectionUrl(url: string): ClientConfig {
  if (/%(?![0-9a-f]{2})/i.test(url)) throw new Error('a % stands alone in it: write it as %25');
  const params = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]);
  const unknown = [...params.keys()].find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    const advice = 'Run-time parameters go into options: options=-c%20search_path%3Dmine';
    throw new Error(`it asks for ${unknown}, and may for ${NAMES.join(', ')}. ${advice}`);
  }
  const sslmode = params.get('sslmode');
  if (sslmode !== null && !SSL_MODES.includes(sslmode))
    throw new Error(`its sslmode must be one of ${SSL_MODES.join(', ')}`);
  const timeout = params.get('connect_timeout');
  if (timeout !== null && !/^\d{1,6}$/.test(timeout))
    throw new Error('its connect_timeout must be a whole number of seconds');
  return { ...parseUrl(url), ...(timeout !== null && { connectionTimeoutMillis: Number(timeout) * 1_000 }) };
}

function parseUrl(url: string): ClientConfig {
  try {
    // With a space in it, the driver would encode all that is encoded once more.
    return toClientConfig(parse(url.replaceAll(' ', '%20'), { useLibpqCompat: true }));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_URL')) throw error;
    throw new Error('it does not read postgres://user:password@host:port/database, with one host');
  }
}
