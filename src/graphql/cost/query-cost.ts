import type { Window, Windows } from '../../core/quota/usage.ts';
import { AppError } from '../../errors.ts';
import type { Charge } from '../../http/quota/charge.ts';
import type { Loaders } from '../lists/loaders.ts';
import { type Complexity, type PricedField, unitsOf } from './cost.ts';

/** What pays for an operation. */
export type OperationCharge = Pick<Charge, 'isDry' | 'reserve' | 'settle' | 'refuse' | 'windows'>;

/**
 * How an operation ended. `fault`: an error of ours, or a refusal of the quota. `refused`: it is wrong, and shows nothing.
 */
export type Ending = 'answered' | 'fault' | 'refused';

interface WindowReport {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: string;
}

/** `extensions.cost` of an answer. */
export interface CostReport {
  /** Objects the operation asks for at most; null when it could not be read that far. */
  readonly complexity: number | null;
  /** Units that takes; 0 when it could not be read that far. */
  readonly requested: number;
  /** Units charged. */
  readonly actual: number;
  readonly minute: WindowReport;
  readonly day: WindowReport;
  /** In a dry run: what makes up the complexity, in document order. */
  readonly fields?: readonly PricedField[];
}

/** What one operation costs its key. */
export interface QueryCost {
  /**
   * Reserves what an operation asks for.
   * @returns whether it is to be executed: a dry run is not.
   * @throws COST_EXCEEDED for more than the key's windows can ever hold, RATE_LIMITED for more than they do now.
   */
  reserve(complexity: Complexity, loaders: Loaders): Promise<boolean>;
  /** It is charged what it asks for: a stream is open that has loaded nothing yet. */
  keepAll(): void;
  /**
   * Settles to what was loaded; to nothing when nothing was and it did not end with an answer. A refusal counts for the limit
   * of refusals, for which it throws RATE_LIMITED. Settled again, as a fault, it reports how that left the windows.
   */
  settle(ending: Ending): Promise<CostReport>;
}

/** What has become of an operation; its complexity is null when it could not be read that far. */
type State =
  | { readonly kind: 'unread' }
  | { readonly kind: 'refused'; readonly complexity: Complexity | null }
  | { readonly kind: 'priced'; readonly complexity: Complexity }
  | { readonly kind: 'open'; readonly complexity: Complexity; readonly loaders: Loaders };

export function createQueryCost(charge: OperationCharge): QueryCost {
  let state: State = { kind: 'unread' };
  let keepsAll = false;
  return {
    async reserve(complexity, loaders) {
      if (charge.isDry) {
        state = { kind: 'priced', complexity };
        return false;
      }
      state = { kind: 'refused', complexity };
      await charge.reserve(unitsOf(complexity.objects)).catch((error: unknown) => {
        throw namingDearest(error, complexity.fields);
      });
      state = { kind: 'open', complexity, loaders };
      return true;
    },
    keepAll() {
      keepsAll = true;
    },
    async settle(ending) {
      const complexity = 'complexity' in state ? (state.complexity?.objects ?? null) : null;
      const requested = complexity === null ? 0 : unitsOf(complexity);
      const unpaid = async () => ({
        complexity,
        requested,
        actual: 0,
        ...reportOf(await charge.windows()),
      });
      if (state.kind === 'priced') return { ...(await unpaid()), fields: state.complexity.fields };
      if (state.kind !== 'open') {
        if (ending !== 'fault') await charge.refuse();
        return unpaid();
      }
      const objects = await state.loaders.close();
      const loaded = keepsAll ? state.complexity.objects : objects;
      // What was loaded never costs more than what was asked for; should it, the key is not to pay for the mistake.
      const actual = ending !== 'answered' && loaded === 0 ? 0 : Math.min(requested, unitsOf(loaded));
      const windows = await charge.settle(actual);
      if (ending === 'refused' && actual === 0) await charge.refuse();
      return { complexity, requested, actual, ...reportOf(windows) };
    },
  };
}

/** Adds the field that costs most to a refusal of what can never be paid. */
function namingDearest(error: unknown, fields: readonly PricedField[]): unknown {
  if (!(error instanceof AppError) || error.details.cost === undefined || fields.length === 0) return error;
  const dearest = fields.reduce((most, field) => (field.objects > most.objects ? field : most));
  const message = `${error.message}; ${dearest.path} alone asks for ${dearest.objects} objects`;
  return new AppError(error.code, message, { cost: { ...error.details.cost, dearest } });
}

/** How the windows stand, as `extensions.cost` reports it. */
export function reportOf({ minute, day }: Windows): Pick<CostReport, 'minute' | 'day'> {
  return { minute: windowReport(minute, spelled.minute), day: windowReport(day, spelled.day) };
}

/** When the windows end is spelled once for all who ask within them. */
const spelled = { minute: { at: Number.NaN, text: '' }, day: { at: Number.NaN, text: '' } };

function windowReport(
  { limit, remaining, resetsAt }: Window,
  last: (typeof spelled)['minute'],
): WindowReport {
  const at = resetsAt.getTime();
  if (last.at !== at) Object.assign(last, { at, text: resetsAt.toISOString() });
  return { limit, remaining, resetsAt: last.text };
}
