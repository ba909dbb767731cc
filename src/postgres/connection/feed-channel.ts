import type { HeadNotices } from '../../core/read/follow-heads.ts';
import type { Notifications } from './notifications.ts';

/** The channel on which writers of any feed announce what they committed. */
export const FEED_CHANNEL = 'alpha_feed';

/** A commit that became visible: the feed and the number of its last event. */
interface FeedNotice {
  readonly module: string;
  readonly head: bigint;
}

export const writeNotice = ({ module, head }: FeedNotice): string => `${module} ${head}`;

/** What other processes commit. */
export const feedNotices = (notifications: Notifications): HeadNotices => ({
  listen: (notified, missed) =>
    notifications.subscribe(FEED_CHANNEL, {
      notified(payload) {
        const { module, head } = readNotice(payload);
        notified(module, head);
      },
      missed,
    }),
});

function readNotice(payload: string): FeedNotice {
  const [module = '', head = '0'] = payload.split(' ');
  return { module, head: BigInt(head) };
}
