import type { Claim, Grant, Units } from '../ports.ts';

/** Of what both windows have left, one part in so many may be granted ahead. */
export const AHEAD_PARTS = 10;

/** The rule of every ledger: what a claim gets where `spent` is spent already. */
export function grantOf(claim: Claim, used: Units): Grant {
  const { units, limits } = claim;
  const left = { minute: limits.minute - used.minute, day: limits.day - used.day };
  // A claim on the day alone does not ask how the minute stands.
  if ((units.minute > 0 && units.minute > left.minute) || units.day > left.day)
    return { granted: false, used };
  const leftOfBoth = Math.min(left.minute, left.day);
  const ahead = claim.ahead ? Math.floor(leftOfBoth / AHEAD_PARTS) : 0;
  const extra = Math.max(0, Math.min(leftOfBoth, Math.max(claim.demand, ahead)) - units.day);
  return {
    granted: true,
    extra,
    used: { minute: used.minute + units.minute + extra, day: used.day + units.day + extra },
  };
}
