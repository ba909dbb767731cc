import { type RawBuilder, sql } from 'kysely';
import type { Outcome } from '../../core/capture/capture-store.ts';

/** An outcome as a row holds it. */
export interface OutcomeRow {
  readonly kind: Outcome['kind'];
  readonly subject: string;
  readonly series: string;
  readonly key: string;
}

export function rowOf(outcome: Outcome): OutcomeRow {
  switch (outcome.kind) {
    case 'input':
      return outcome;
    case 'record':
    case 'reference':
      return { ...outcome, series: '' };
    case 'skipped':
      return { kind: 'skipped', subject: '', series: '', key: outcome.reason };
    case 'rejected':
      return { kind: 'rejected', subject: outcome.field ?? '', series: '', key: outcome.reason };
  }
}

export function outcomeOf({ kind, subject, series, key }: OutcomeRow): Outcome {
  switch (kind) {
    case 'input':
      return { kind, subject, series, key };
    case 'record':
    case 'reference':
      return { kind, subject, key };
    case 'skipped':
      return { kind, reason: key };
    case 'rejected':
      return { kind, field: subject || null, reason: key };
  }
}

/** What a row is looked up by, with `isTarget`: the expression of the index `entry_outcome_by_target`. */
export const targetHash = (row: string): RawBuilder<unknown> =>
  sql.raw(`hashtextextended(${COLUMNS.map((name) => `${row}.${name}`).join(" || ' ' || ")}, 0)`);

/** Whether a row is of something that is stored: the predicate of the same index. */
export const isTarget = (row: string): RawBuilder<unknown> =>
  sql.raw(`${row}.kind IN ('record', 'input', 'reference')`);

export const targetOf = (row: string): RawBuilder<unknown> =>
  sql.raw(`(${COLUMNS.map((name) => `${row}.${name}`).join(', ')})`);

const COLUMNS = ['kind', 'subject', 'series', 'key'];
