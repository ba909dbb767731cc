import { readConfig } from '../../src/config.ts';

/** Some variables are only read where another is set. */
const OPENING = {
  PUBLIC_URL: 'https://alpha.example.com',
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'alpha-data',
};

/** Every variable that the configuration reads, found by watching it read. */
export const configNames: ReadonlySet<string> = namesRead();

function namesRead(): ReadonlySet<string> {
  const names = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(OPENING, {
    get(target, name) {
      names.add(String(name));
      return target[String(name)];
    },
  });
  readConfig(env);
  return names;
}
