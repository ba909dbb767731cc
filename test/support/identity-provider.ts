import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A real OpenID Connect provider on this machine, which lets in whoever says a name. */
export interface TestProvider {
  readonly issuer: string;
  /** From now on it says that its signatures are of this key. */
  publishForeignKeys(jwks: object): void;
  /** Signs in as a browser would, with no session before: the URL it is sent back to. */
  signIn(authorizationUrl: string, as: string): Promise<URL>;
  stop(): Promise<void>;
}

export const CLIENT = { id: 'alpha', secret: 'a secret that the two of them share' };

export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email'] },
    cookies: { keys: ['of the test'] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com` }),
    }),
  });
  let foreignKeys: string | null = null;
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (foreignKeys === null || request.url !== '/jwks') return callback(request, response);
    response.setHeader('content-type', 'application/json').end(foreignKeys);
  });
  return {
    issuer,
    publishForeignKeys(jwks) {
      foreignKeys = JSON.stringify(jwks);
    },
    signIn: (authorizationUrl, as) => walk(authorizationUrl, as, redirectUri),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Through the login and the consent form of the provider. */
async function walk(authorizationUrl: string, login: string, redirectUri: string): Promise<URL> {
  const jar = new Map<string, string>();
  let next: { url: URL; form?: URLSearchParams } = { url: new URL(authorizationUrl) };
  for (let step = 0; step < 12; step += 1) {
    if (next.url.href.startsWith(redirectUri)) return next.url;
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form && { method: 'POST', body: next.form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      next = { url: new URL(location, next.url) };
      continue;
    }
    const html = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1];
    const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
    if (!prompt || !action)
      throw new Error(`the provider shows no form: ${response.status} ${html.slice(0, 300)}`);
    next = { url: new URL(action, next.url), form: new URLSearchParams({ prompt, login, password: 'any' }) };
  }
  throw new Error('the provider does not come to an end');
}
