/** Turns of the event loop between two operations. A turn takes one new connection in, and reads what has come. */
const TURNS_BETWEEN = 16;

/**
 * Lets operations begin one at a time, first come first served, with turns of the event loop between them: whatever else
 * comes is served in these. Introspection takes milliseconds of CPU and needs no key.
 */
export function createSpaced(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let turnsLeft = 0;

  const turn = (): void => {
    turnsLeft -= 1;
    if (turnsLeft <= 0) {
      const begin = waiting.shift();
      if (begin === undefined) return;
      begin();
      turnsLeft = TURNS_BETWEEN;
    }
    setImmediate(turn);
  };
  return () =>
    new Promise((begin) => {
      waiting.push(begin);
      // Otherwise turns are being counted already.
      if (turnsLeft <= 0 && waiting.length === 1) setImmediate(turn);
    });
}
