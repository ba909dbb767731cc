import type { Quota, Reservation, Spender } from '../../core/quota/quota.ts';
import type { Window, Windows } from '../../core/quota/usage.ts';
import { AppError } from '../../errors.ts';

/** The units of one request. Whatever it does it tells the answer. */
export interface Charge {
  /**
   * Takes units of both windows, once per request: what was reserved before is not taken again. Throws RATE_LIMITED,
   * or COST_EXCEEDED for more than the key's windows can ever hold; a refused call takes nothing.
   */
  reserve(units: number): Promise<Windows>;
  /** Lowers what was reserved to what was used; the rest goes back to the same windows. Once. */
  settle(units: number): Promise<Windows>;
  /** Gives everything back that is not settled; nothing when nothing was granted. */
  giveBack(): Promise<void>;
  /** How the key's windows stand, without taking anything. */
  windows(): Promise<Windows>;
  /** Whether `reserve` has been called, granted or not. */
  isDecided(): boolean;
  /** Nothing is ever taken: the request asks for its price alone. */
  readonly isDry: boolean;
}

/** What is charged for. */
export interface ChargedAnswer {
  /** Told how the windows stand, as often as that changes. */
  windows(windows: Windows): void;
  /** Told which window refused. */
  refused(window: Window): void;
  /** Told of the units charged. */
  cost(units: number): void;
}

export function createCharge(quota: Quota, spender: Spender, answer: ChargedAnswer): Charge {
  let asked: Promise<Windows> | undefined;
  let reservation: Reservation | undefined;
  let refused: Windows | undefined;

  const ask = async (units: number): Promise<Windows> => {
    const decision = await quota.reserve(spender, units);
    const { windows } = decision;
    answer.windows(windows);
    if (decision.granted) {
      answer.cost(units);
      reservation = decision;
      return windows;
    }
    refused = windows;
    const window = windows[decision.tripped];
    answer.refused(window);
    throw new AppError(
      'RATE_LIMITED',
      `this costs ${units} of the ${window.limit} units a ${decision.tripped}; ${window.remaining} are left`,
      { retryAfterSeconds: window.resetsInSeconds },
    );
  };
  const show = (windows: Windows): Windows => {
    answer.windows(windows);
    return windows;
  };
  const settle = async (granted: Reservation, units: number): Promise<Windows> => {
    const windows = await granted.settle(units);
    answer.cost(Math.min(units, granted.units));
    return show(windows);
  };

  return {
    isDry: false,
    isDecided: () => asked !== undefined,
    reserve(units) {
      asked ??= ask(units);
      return asked;
    },
    async settle(units) {
      return reservation ? settle(reservation, units) : show(await quota.windows(spender));
    },
    async giveBack() {
      if (reservation) await settle(reservation, 0);
    },
    // The headers of a refusal tell of the window that tripped.
    windows: async () => refused ?? show(await quota.windows(spender)),
  };
}

/** The charge of a dry run. */
export function createDryCharge(quota: Quota, spender: Spender, answer: ChargedAnswer): Charge {
  const windows = async (): Promise<Windows> => {
    const standing = await quota.windows(spender);
    answer.windows(standing);
    return standing;
  };
  answer.cost(0);
  return {
    isDry: true,
    isDecided: () => true,
    reserve: windows,
    settle: windows,
    giveBack: async () => undefined,
    windows,
  };
}
