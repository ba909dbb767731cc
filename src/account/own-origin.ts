import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * Refuses what a page of another site has a browser send, with FOREIGN_ORIGIN. Browsers state where a request comes from
 * in headers that pages cannot set: `Sec-Fetch-Site`, or `Origin`, which older ones and those on plain http send alone.
 * One of them must be there, and say that it is our own page.
 */
export function requireOwnOrigin(request: FastifyRequest, ownOrigin: string): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  const isOwn = site === undefined ? origin === ownOrigin : site === 'same-origin';
  if (!isOwn)
    throw new AppError('FOREIGN_ORIGIN', `only pages of ${ownOrigin} may ask for this`, {
      param: site === undefined ? 'Origin' : 'Sec-Fetch-Site',
    });
}
