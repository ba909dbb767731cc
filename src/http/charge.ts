import type { Quota, Reservation, Spender } from '../core/quota.ts';
import type { Windows } from '../core/usage.ts';
import { AppError } from '../errors.ts';
import { minuteHeaders, rateHeaders } from './rate-headers.ts';

/** The units of one request. Whatever it does sets the rate limit headers of the answer. */
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
  readonly isDecided: boolean;
  /** Nothing is ever taken: the request asks for its price alone. */
  readonly isDry: boolean;
}

/** What is charged for. */
export interface ChargedAnswer {
  /** Sets headers of the answer. */
  headers(headers: Readonly<Record<string, string>>): void;
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
    answer.headers(rateHeaders(windows));
    if (decision.granted) {
      answer.cost(units);
      reservation = decision;
      return windows;
    }
    refused = windows;
    const window = windows[decision.tripped];
    answer.headers(minuteHeaders(window));
    throw new AppError(
      'RATE_LIMITED',
      `this costs ${units} of the ${window.limit} units a ${decision.tripped}; ${window.remaining} are left`,
      { retryAfterSeconds: window.resetsInSeconds },
    );
  };
  const show = (windows: Windows): Windows => {
    answer.headers(rateHeaders(windows));
    return windows;
  };
  const settle = async (granted: Reservation, units: number): Promise<Windows> => {
    const windows = await granted.settle(units);
    answer.cost(Math.min(units, granted.units));
    return show(windows);
  };

  return {
    isDry: false,
    get isDecided() {
      return asked !== undefined;
    },
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
    answer.headers(rateHeaders(standing));
    return standing;
  };
  answer.cost(0);
  return {
    isDry: true,
    isDecided: true,
    reserve: windows,
    settle: windows,
    giveBack: async () => undefined,
    windows,
  };
}
