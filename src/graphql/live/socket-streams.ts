import { AppError } from '../../errors.ts';
import type { Stream } from './streams.ts';

/** The streams of one socket: as many as its tier has at most, and they end with it, whatever opened them. */
export interface SocketStreams {
  /** Throws RATE_LIMITED when there are as many, and what `opening` throws. */
  open(
    tier: { readonly name: string; readonly streamsPerSocket: number },
    opening: () => Promise<Stream>,
  ): Promise<Stream>;
  /** The socket is closed. */
  close(): void;
}

export function createSocketStreams(): SocketStreams {
  const open = new Set<Stream>();
  let opening = 0;
  let isClosed = false;
  return {
    async open({ name, streamsPerSocket }, start) {
      if (open.size + opening >= streamsPerSocket)
        throw new AppError(
          'RATE_LIMITED',
          `a socket of tier ${name} has at most ${streamsPerSocket} live streams`,
        );
      opening += 1; // at once: several may be on their way
      try {
        const stream = await start();
        if (isClosed) stream.close();
        else open.add(stream);
        return {
          close() {
            open.delete(stream);
            stream.close();
          },
        };
      } finally {
        opening -= 1;
      }
    },
    close() {
      isClosed = true;
      for (const stream of open) stream.close();
      open.clear();
    },
  };
}
