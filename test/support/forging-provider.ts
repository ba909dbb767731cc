import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** An OpenID Connect provider whose ID tokens say whatever a test wants, signed by its own key. */
export interface ForgingProvider {
  readonly issuer: string;
  /** Claims of the next ID tokens, over those of an honest one. */
  claims: JWTPayload;
  stop(): Promise<void>;
}

export async function startForgingProvider(clientId: string): Promise<ForgingProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'own' };
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  const idToken = () => {
    const now = Math.floor(Date.now() / 1_000);
    const honest = {
      iss: issuer,
      aud: clientId,
      sub: 'ada',
      email: 'ada@example.com',
      iat: now,
      exp: now + 60,
    };
    return new SignJWT({ ...honest, ...provider.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .sign(privateKey);
  };
  const answers: Record<string, () => Promise<object> | object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': async () => ({ access_token: 'any', token_type: 'Bearer', id_token: await idToken() }),
  };
  server.on('request', async ({ url = '' }, response) => {
    const answer = await answers[url]?.();
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  const provider: ForgingProvider = {
    issuer,
    claims: {},
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return provider;
}
