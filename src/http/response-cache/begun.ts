import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../core/access/caller.ts';
import type { Window, Windows } from '../../core/quota/usage.ts';
import type { Charge, ChargedAnswer } from '../quota/charge.ts';

/** What was done for a request ahead of the pipeline, which goes on with it. */
export interface Begun {
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly caller: Caller;
  readonly charge: Charge;
  /** Has the charge tell this answer: first what it said so far, then whatever it will say. */
  tell(answer: ChargedAnswer): void;
}

export type BegunRequests = WeakMap<IncomingMessage, Begun>;

/** What a charge says, kept for the answer there will be. */
export class Heard implements ChargedAnswer {
  /** As they were told last. */
  standing: Windows | null = null;
  units = 0;
  #refusing: Window | null = null;
  #answer: ChargedAnswer | null = null;

  windows(windows: Windows): void {
    this.standing = windows;
    this.#answer?.windows(windows);
  }

  refused(window: Window): void {
    this.#refusing = window;
    this.#answer?.refused(window);
  }

  cost(units: number): void {
    this.units = units;
    this.#answer?.cost(units);
  }

  tell(answer: ChargedAnswer): void {
    this.#answer = answer;
    if (this.standing) answer.windows(this.standing);
    if (this.#refusing) answer.refused(this.#refusing);
    answer.cost(this.units);
  }
}
