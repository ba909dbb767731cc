import type { FieldProblem } from '../../feed/record.ts';
import { SCORECARDS } from './feed.ts';

/** Points come as the module of their scorecard and carry the metric named after it. */
export const ingestModules = SCORECARDS.map((name) => ({
  name,
  accept(record: { readonly [field: string]: unknown }): FieldProblem | null {
    if (record.scorecard !== name) return { field: 'scorecard', message: `must be ${name} in this module` };
    const data = record.data as Readonly<Record<string, number>>; // checked against the declaration before
    return data[name] === undefined ? { field: `data.${name}`, message: 'is required' } : null;
  },
}));
