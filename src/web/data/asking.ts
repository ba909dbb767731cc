import { AlphaError, type Client, type Cost, type TypedDocument } from '../../client/client.ts';
import type { Budget } from './budget.ts';
import type { PageWork } from './plan.ts';
import { unmarked } from './unmarked.ts';

/**
 * Asks for something beside the page, with the key, as soon as the minute has units for it; null without a key, or when
 * the day has none left, or when it failed, which the page says.
 * @param what its cost is shown as.
 * @param units what it costs at most.
 */
export type Ask = <T, V>(
  what: string,
  units: number,
  document: TypedDocument<T, V>,
  variables: V,
) => Promise<T | null>;

const MINUTE_MS = 60_000;
/** A longer wait is for the units of the next day. */
const LONGEST_MINUTE_MS = MINUTE_MS + 5_000;

/** Why the page waits for so many units, for its reader. */
export function waitReason(budget: Budget, units: number, waitMs: number): string {
  if (waitMs <= LONGEST_MINUTE_MS)
    return `This key has ${budget.minute()?.limit} units a minute. Panels that need the key continue by themselves.`;
  const { limit = 0, remaining = 0 } = budget.day() ?? {};
  const left =
    remaining === 0
      ? `Today’s ${limit} units of this key are spent.`
      : `This takes up to ${units} units, and today’s ${limit} have ${remaining} left.`;
  return `${left} Panels that need the key continue with the next day.`;
}

export function createAsk(
  { state, budget, wait }: PageWork,
  charge: (what: string, cost: Cost) => void,
  clientOf: () => Client | null,
): Ask {
  /** The notice of the last question that failed. */
  let fault: string | null = null;
  const say = (notice: string | null) =>
    state.update((page) => ({ ...page, notice, goesOnAt: null, day: budget.day() }));

  return async (what, units, document, variables) => {
    const client = clientOf();
    if (!client) return null;
    let refund: () => void = () => undefined;
    try {
      for (let waitMs = budget.waitMs(units); waitMs > 0; waitMs = budget.waitMs(units)) {
        wait(waitReason(budget, units, waitMs), waitMs);
        if (waitMs > LONGEST_MINUTE_MS) return null;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (client !== clientOf()) return null;
        say(null);
      }
      refund = budget.asked(units);
      const { data, cost } = await client.query(document, variables);
      if (client !== clientOf()) return null; // another key was entered meanwhile
      charge(what, cost);
      if (fault !== null && state.get().notice === fault) say(null);
      return what === 'Filters' ? unmarked(data) : data;
    } catch (error) {
      if (!(error instanceof AlphaError)) throw error;
      if (client !== clientOf()) return null;
      refund();
      budget.refused(error);
      fault = `${error.message}.`;
      say(fault);
      return null;
    }
  };
}
