import type { Entry } from '../prediction/entry.ts';
import { CANCELLED, NOT_RESOLVED, type Resolution } from '../prediction/observed-market.ts';

/** `resolution` is `yes`, `no`, an option, a number, a time, `ambiguous` or `annulled`; null until it is known. */
export function metaculusResolution(question: Entry, status: string): Resolution {
  const stated = question.text('resolution');
  if (stated === null) return status === 'resolved' ? { isResolved: true } : NOT_RESOLVED;
  const named = NAMED[stated.toLowerCase()] ?? { result: stated };
  return {
    isResolved: true,
    at: question.instant('actual_resolve_time') ?? question.instant('resolution_set_time'),
    ...named,
  };
}

/** Until 2024 a number: 1 and 0 of binary questions, -1 ambiguous, -2 annulled. Others lie on the scale of the question. */
export function oldResolution(entry: Entry, isBinary: boolean): Resolution {
  const stated = entry.number('resolution');
  if (stated === null) return NOT_RESOLVED;
  const name = OLD_NAMES[stated];
  return { isResolved: true, ...(name !== undefined && (isBinary || stated < 0) ? NAMED[name] : {}) };
}

const NAMED: Readonly<Record<string, Omit<Resolution, 'isResolved'>>> = {
  yes: { result: 'Yes', settlementPrice: 1 },
  no: { result: 'No', settlementPrice: 0 },
  ambiguous: { result: 'ambiguous' },
  annulled: { result: CANCELLED },
};

const OLD_NAMES: Readonly<Record<number, string>> = {
  1: 'yes',
  0: 'no',
  [-1]: 'ambiguous',
  [-2]: 'annulled',
};

export const rulesOf = (question: Entry): string | null =>
  [question.text('resolution_criteria'), question.text('fine_print')]
    .filter((text) => text !== null)
    .join(' ') || null;
