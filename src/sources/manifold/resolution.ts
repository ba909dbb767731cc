import type { Entry } from '../prediction/entry.ts';
import { CANCELLED, MIXED, NOT_RESOLVED, type Resolution } from '../prediction/observed-market.ts';

/**
 * How a market was resolved (https://docs.manifold.markets/api): `YES`, `NO`, `MKT` at `resolutionProbability`, `CANCEL`,
 * or the id of an answer, which only the answer to `/market/{id}` names. The probability of a resolved market stays what it
 * was traded at last.
 */
export function manifoldResolution(entry: Entry): Resolution {
  if (entry.boolean('isResolved') !== true) return NOT_RESOLVED;
  const at = entry.millis('resolutionTime');
  const resolution = entry.text('resolution');
  switch (resolution) {
    case 'YES':
      return { isResolved: true, at, result: 'Yes', settlementPrice: 1 };
    case 'NO':
      return { isResolved: true, at, result: 'No', settlementPrice: 0 };
    case 'MKT': {
      const paid = entry.price('resolutionProbability', entry.number('resolutionProbability'));
      return { isResolved: true, at, result: MIXED, settlementPrice: paid };
    }
    case 'CANCEL':
      return { isResolved: true, at, result: CANCELLED };
    default: {
      const answer = (entry.objects('answers') ?? []).find(({ raw }) => raw.id === resolution);
      return { isResolved: true, at, result: answer?.text('text') ?? null };
    }
  }
}
