/** Has the operations of one socket wait for each other. */
export interface OperationQueue {
  /** Does the work when there is room for it; it may be in vain by then. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

/** What operations wait for. */
export interface Client {
  /** It has taken too little of what it was sent, see `whenReady`. */
  isBackpressured(): boolean;
  /** Calls back once, when it has taken all or is gone. */
  whenReady(handle: () => void): void;
  /** Reads no more of what it sends, until `resume`. */
  pause(): void;
  resume(): void;
}

/** Operations of one socket that are worked on at once: what waits for a client to read are so many answers. */
const AT_ONCE = 8;

/**
 * A few operations at once, none while the client leaves answers lying, and nothing is read of it while one waits: a
 * client that asks and does not read costs no more than these answers.
 */
export function createOperationQueue(client: Client): OperationQueue {
  const waiting: (() => void)[] = [];
  let working = 0;
  let isHeld = false;

  const goOn = (): void => {
    while (waiting.length > 0 && working < AT_ONCE && !isHeld) {
      if (client.isBackpressured()) {
        isHeld = true;
        client.whenReady(release);
      } else {
        working += 1;
        waiting.shift()?.();
      }
    }
    if (waiting.length > 0) client.pause();
    else client.resume();
  };
  const release = (): void => {
    isHeld = false;
    goOn();
  };

  return {
    async take(work) {
      await new Promise<void>((go) => {
        waiting.push(go);
        goOn();
      });
      try {
        return await work();
      } finally {
        working -= 1;
        goOn();
      }
    },
  };
}
