import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * Refuses what a page of another site has a browser send, with FOREIGN_ORIGIN. Browsers state where a request comes from
 * in headers that pages cannot set: `Sec-Fetch-Site`, or `Origin`, which older ones and those on plain http send alone.
 * One of them must be there, and say that it is our own page.
 */
export function requireOwnOrigin(
  request: FastifyRequest,
  ownOrigin: string,
  isOwnHost: (raw: IncomingMessage) => boolean,
): void {
  // A page whose name was pointed to this machine is of the same origin to its browser.
  if (!isOwnHost(request.raw))
    throw new AppError(
      'FOREIGN_ORIGIN',
      'the account page is only at loopback names and at PUBLIC_URL; set PUBLIC_URL to sign in under another name',
      { param: 'Host' },
    );
  const { 'sec-fetch-site': site, origin } = request.headers;
  const isOwn = site === undefined ? origin === ownOrigin : site === 'same-origin';
  if (!isOwn)
    throw new AppError('FOREIGN_ORIGIN', `only pages of ${ownOrigin} may ask for this`, {
      param: site === undefined ? 'Origin' : 'Sec-Fetch-Site',
    });
}
