import type { Quota, Refusal, Reservation, Spender } from '../../core/quota/quota.ts';
import type { Window, Windows } from '../../core/quota/usage.ts';
import { AppError } from '../../errors.ts';

/** The units of one request. */
export interface Charge {
  /**
   * Takes units of both windows, once per request: what was reserved before is not taken again. Throws RATE_LIMITED,
   * or COST_EXCEEDED for more than the key's windows can ever hold; a refused call takes nothing.
   */
  reserve(units: number): Promise<Windows>;
  /** Lowers what was reserved to what was used; the rest goes back to the same windows. Once. */
  settle(units: number): Promise<Windows>;
  /**
   * Takes further units of the day for what a request turns out to be; once, after `reserve`. Throws as that does; a refusal
   * takes nothing of `reserve` either.
   * @returns lowers them to what was used, once; `release` gives them back where that has not happened.
   */
  reserveDay(units: number): Promise<(units: number) => Promise<Windows>>;
  /** Gives everything back that is not settled; nothing when nothing was granted. */
  release(): Promise<void>;
  /**
   * The request is refused before it is executed: that takes no units and counts for the limit of refusals, once. Throws
   * RATE_LIMITED where that is reached.
   */
  refuse(): Promise<void>;
  /** How the key's windows stand, without taking anything. */
  windows(): Promise<Windows>;
  /** Whether `reserve` or `refuse` has been called, granted or not. */
  isDecided(): boolean;
  /** Nothing is ever taken: the request asks for its price alone. */
  readonly isDry: boolean;
}

/**
 * Where a charge writes down what its request's headers and log line report. An object of its own: what holds a charge for
 * longer than its request holds no request.
 */
export interface ChargeReport {
  /** How the key's windows stand, as last heard. */
  windows: Windows | null;
  /** The window that refused. */
  refusing: Window | null;
  /** Units charged. */
  cost: number;
}

/** @param countRefusal as `Refusals.count` has it. */
export function createCharge(
  quota: Quota,
  spender: Spender,
  report: ChargeReport,
  countRefusal: () => Promise<void>,
): Charge {
  let counted: Promise<void> | undefined;
  let reserved: Promise<Windows> | undefined;
  let reservation: Reservation | undefined;
  let further: Reservation | undefined;
  let refused: Windows | undefined;

  const ask = async (units: number): Promise<Windows> => {
    reservation = granted(await quota.reserve(spender, units), units);
    report.cost = units;
    return reservation.windows;
  };
  const granted = (decision: Reservation | Refusal, units: number): Reservation => {
    const { windows } = decision;
    report.windows = windows;
    if (decision.granted) return decision;
    refused = windows;
    const window = windows[decision.tripped];
    report.refusing = window;
    throw new AppError(
      'RATE_LIMITED',
      `this costs ${units} units; of the ${window.limit} units a ${decision.tripped}, ${window.remaining} are left`,
      { retryAfterSeconds: window.resetsInSeconds },
    );
  };
  const show = (windows: Windows): Windows => {
    report.windows = windows;
    return windows;
  };
  const settle = async (granted: Reservation, units: number): Promise<Windows> => {
    const windows = await granted.settle(units);
    report.cost = Math.min(units, granted.units);
    return show(windows);
  };

  return {
    isDry: false,
    isDecided: () => reserved !== undefined || counted !== undefined,
    reserve(units) {
      reserved ??= ask(units);
      return reserved;
    },
    async settle(units) {
      return reservation ? settle(reservation, units) : show(await quota.windows(spender));
    },
    async reserveDay(units) {
      const before = report.cost;
      const decision = await quota.reserveDay(spender, units);
      if (!decision.granted && reservation) await settle(reservation, 0);
      const taken = granted(decision, units);
      further = taken;
      report.cost = before + units;
      return async (used) => {
        const windows = await taken.settle(used);
        report.cost = before + Math.min(used, units);
        return show(windows);
      };
    },
    refuse() {
      counted ??= countRefusal();
      return counted;
    },
    async release() {
      await further?.settle(0);
      if (reservation) await settle(reservation, 0);
    },
    // The headers of a refusal report the window that tripped.
    windows: async () => refused ?? show(await quota.windows(spender)),
  };
}

/** The charge of a dry run. */
export function createDryCharge(quota: Quota, spender: Spender, report: ChargeReport): Charge {
  const windows = async (): Promise<Windows> => {
    report.windows = await quota.windows(spender);
    return report.windows;
  };
  return {
    isDry: true,
    isDecided: () => true,
    reserve: windows,
    settle: windows,
    reserveDay: async () => windows,
    refuse: async () => undefined, // it counts for the limit by IP already
    release: async () => undefined,
    windows,
  };
}
