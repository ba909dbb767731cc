import { Resolver } from 'node:dns/promises';
import type { ResolveName } from './send-alert.ts';

/** What a name server that does not answer may hold up: this one name. */
const LIMITS = { timeout: 2_000, tries: 2 };

/**
 * Asks the name servers of the system. Not `dns.lookup`: that works in four threads for the whole process, so a few names whose
 * servers are silent would hold up all others.
 */
export function createResolveName(): ResolveName {
  const resolver = new Resolver(LIMITS);
  return async (name) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [
      ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 as const })) : []),
      ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 as const })) : []),
    ];
    if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
    return found;
  };
}
