import type { Window, Windows } from '../../core/quota/usage.ts';
import { AppError } from '../../errors.ts';
import type { Charge } from '../../http/quota/charge.ts';
import type { Loaders } from '../lists/loaders.ts';
import { type Complexity, type PricedField, unitsOf } from './cost.ts';

/** What pays for an operation. */
export type OperationCharge = Pick<Charge, 'isDry' | 'reserve' | 'settle' | 'windows'>;

interface WindowReport {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: string;
}

/** `extensions.cost` of an answer. */
export interface CostReport {
  /** Objects the operation asks for at most; null when it could not be read that far. */
  readonly complexity: number | null;
  /** Units that takes. */
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
   * Settles to what was loaded; to nothing when nothing was and the answer is free. An operation that never came to be
   * opened costs one unit, for which it throws RATE_LIMITED. Settled again it reports how the refusal left the windows.
   */
  settle(isFree: boolean): Promise<CostReport>;
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
    async settle(isFree) {
      if (state.kind === 'unread') {
        state = { kind: 'refused', complexity: null };
        const windows = await charge.reserve(1);
        return { complexity: null, requested: 1, actual: charge.isDry ? 0 : 1, ...reportOf(windows) };
      }
      const complexity = state.complexity?.objects ?? null;
      const requested = unitsOf(complexity ?? 0);
      if (state.kind !== 'open') {
        const report = { complexity, requested, actual: 0, ...reportOf(await charge.windows()) };
        return state.kind === 'priced' ? { ...report, fields: state.complexity.fields } : report;
      }
      const objects = await state.loaders.close();
      const loaded = keepsAll ? state.complexity.objects : objects;
      // What was loaded never costs more than what was asked for; should it, the key is not to pay for the mistake.
      const actual = isFree && loaded === 0 ? 0 : Math.min(requested, unitsOf(loaded));
      return { complexity, requested, actual, ...reportOf(await charge.settle(actual)) };
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
