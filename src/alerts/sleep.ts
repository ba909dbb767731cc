/** Waits that can be ended early. A wake-up that comes while nobody waits ends the next wait at once. */
export interface Sleep {
  /** @param ms null: until it is woken. */
  until(ms: number | null): Promise<void>;
  readonly wake: () => void;
}

/** The longest that a timer of Node can be set to. */
const MAX_MS = 2 ** 31 - 1;

export function createSleep(): Sleep {
  let isWoken = false;
  let end: (() => void) | null = null;
  return {
    async until(ms) {
      if (!isWoken)
        await new Promise<void>((done) => {
          const timer = ms === null ? undefined : setTimeout(done, Math.min(Math.max(ms, 0), MAX_MS));
          end = () => {
            clearTimeout(timer);
            done();
          };
        });
      isWoken = false;
      end = null;
    },
    wake() {
      if (end) end();
      else isWoken = true;
    },
  };
}
