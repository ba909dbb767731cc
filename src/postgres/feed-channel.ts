/** The channel on which writers of any feed tell what they committed. */
export const FEED_CHANNEL = 'alpha_feed';

/** A commit that became visible: the feed and the number of its last event. */
export interface FeedNotice {
  readonly module: string;
  readonly head: bigint;
}

export const writeNotice = ({ module, head }: FeedNotice): string => `${module} ${head}`;

export function readNotice(payload: string): FeedNotice {
  const [module = '', head = '0'] = payload.split(' ');
  return { module, head: BigInt(head) };
}
