import type { Clock } from '../ports.ts';
import { dayOf, type FeedFile, linkUnits } from './feed-file.ts';
import { nameOf } from './file-access.ts';
import type { FileCatalogue } from './file-ports.ts';

/** The units of a request for a link, one of which is reserved. */
export interface LinkPayment {
  /** Takes so many units more of the day. Throws RATE_LIMITED, COST_EXCEEDED: nothing was taken then. */
  more(units: number): Promise<void>;
  /** Gives all of them back. */
  release(): Promise<void>;
}

/** Charges for links, once an account and day for each file, however many are asked for at once, here and elsewhere. */
export interface LinkCharges {
  take(account: string, file: FeedFile, payment: LinkPayment): Promise<void>;
}

export function createLinkCharges(
  catalogue: Pick<FileCatalogue, 'hasLink' | 'addLink'>,
  clock: Clock,
): LinkCharges {
  /** Whether the link that is charged now was, by account, day and file. */
  const underWay = new Map<string, Promise<boolean>>();

  const charge = async (account: string, file: FeedFile, payment: LinkPayment): Promise<void> => {
    const on = dayOf(clock.now());
    if (await catalogue.hasLink(account, on, file)) return payment.release();
    const more = linkUnits(file) - 1;
    if (more > 0) await payment.more(more);
    // Another process may have charged for it meanwhile.
    if (!(await catalogue.addLink(account, on, file))) await payment.release();
  };

  return {
    async take(account, file, payment) {
      const name = JSON.stringify([account, dayOf(clock.now()), nameOf(file)]);
      for (let first = underWay.get(name); first !== undefined; first = underWay.get(name))
        if (await first) return payment.release();
      const own = charge(account, file, payment);
      underWay.set(
        name,
        own.then(
          () => true,
          () => false,
        ),
      );
      await own.finally(() => underWay.delete(name));
    },
  };
}
