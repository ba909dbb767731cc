import { constants, getPriority, setPriority } from 'node:os';

const WANTED = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lets the threads that answer requests run before this one where cores are scarce. Linux alone has a priority for each thread
 * (setpriority(2), "C library/kernel differences"); elsewhere the process would lose its own, so nothing is done there.
 */
export function lowerPriority(): void {
  // A process that was started with a lower one may not raise it.
  if (process.platform === 'linux' && getPriority() < WANTED) setPriority(WANTED);
}
