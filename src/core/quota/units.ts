import type { Units } from '../ports.ts';

/** The same number of both windows. */
export const both = (units: number): Units => ({ minute: units, day: units });

/** What remains of each window, never less than none. */
export const less = (units: Units, gone: Units): Units => ({
  minute: Math.max(0, units.minute - gone.minute),
  day: Math.max(0, units.day - gone.day),
});
