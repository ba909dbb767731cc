import type { Followed } from '../../core/live/follow.ts';
import type { Tail, Watch } from '../../core/live/tail.ts';

/** A watch of the logs of several feeds. */
export interface WatchOfAll extends Pick<Watch, 'refresh' | 'stop'> {
  /** Number of each feed's last event when the watch began. */
  readonly heads: readonly bigint[];
}

/** Calls back when one of the feeds has moved. Rejects, watching none, when the log of one cannot be read. */
export async function watchAll(
  tail: Tail,
  followed: readonly Followed[],
  moved: () => void,
): Promise<WatchOfAll> {
  const settled = await Promise.allSettled(followed.map(({ feed }) => tail.watch(feed, moved)));
  const watches = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = () => {
    for (const watch of watches) watch.stop();
  };
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) {
    stop();
    throw failed.reason;
  }
  return {
    heads: watches.map(({ head }) => head),
    async refresh() {
      await Promise.all(watches.map((watch) => watch.refresh()));
    },
    stop,
  };
}
