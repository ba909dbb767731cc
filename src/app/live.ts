import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { KeyWatch } from '../core/keys/key-watch.ts';
import type { Charged } from '../core/live/day-charges.ts';
import { retentionOf } from '../core/live/retention.ts';
import { createStreamSlots } from '../core/live/stream-slots.ts';
import { createTail, type Tail } from '../core/live/tail.ts';
import type { Quota } from '../core/quota/quota.ts';
import { allFeeds } from '../feeds/index.ts';
import { createStreams, type Streams } from '../graphql/live/streams.ts';
import { gauge } from '../http/observability/metrics.ts';
import { toAppError } from '../http/response/to-app-error.ts';
import { feedNotices } from '../postgres/connection/feed-channel.ts';
import type { Services } from './services.ts';

const PRUNE_MS = 600_000;

export interface RunningLive {
  readonly streams: Streams;
  /** The logs, as this process follows them. */
  readonly tail: Tail;
  registerMetrics(registry: Registry): void;
  close(): Promise<void>;
}

/** How often the clock has its say; default: as the tail and the streams see fit. */
export interface LiveTimes {
  readonly heartbeatMs?: number;
  readonly pollMs?: number;
}

/** The live streams of a serving process. */
export function startLive(
  services: Services,
  config: Config,
  deps: {
    readonly quota: Quota;
    readonly charged: Charged;
    readonly keyWatch: KeyWatch;
    readonly logger: Logger;
    readonly times: LiveTimes;
  },
): RunningLive {
  const { eventLog, liveCursors, snapshots, streamCounts, notifications, clock } = services;
  const { logger, quota, charged, keyWatch, times } = deps;
  const report = (err: unknown) => logger.warn({ err }, 'live streams are behind');
  const tail = createTail({
    log: eventLog,
    wakeUps: feedNotices(notifications),
    report,
    ...times,
  });
  const slots = createStreamSlots({ counts: streamCounts, process: randomUUID(), report });
  const streams = createStreams({
    cursors: liveCursors,
    tail,
    bounds: eventLog.bounds,
    snapshots,
    slots,
    quota,
    charged,
    keyWatch,
    clock,
    toClientError: toAppError,
    report,
    ...times,
  });

  const keep = {
    count: config.eventRetentionCount,
    days: config.eventRetentionDays,
    tiers: config.tiers,
  };
  const prune = () => eventLog.prune(allFeeds, retentionOf(keep, clock.now()));
  const pruning = setInterval(() => {
    prune().catch((err: unknown) => logger.warn({ err }, 'event logs not pruned'));
  }, PRUNE_MS).unref();

  return {
    streams,
    tail,
    registerMetrics(registry) {
      gauge(registry, 'alpha_live_streams', 'Live streams open in this process.', () => streams.size);
      gauge(
        registry,
        'alpha_live_streams_behind',
        'Live streams whose reader was behind at the last event or heartbeat.',
        () => streams.behind,
      );
      gauge(
        registry,
        'alpha_live_groups',
        'Groups of streams that share what is executed for them.',
        () => streams.groups,
      );
      gauge(registry, 'alpha_live_feeds', 'Feeds whose logs are followed.', () => tail.size);
    },
    async close() {
      clearInterval(pruning);
      await streams.close().catch((err: unknown) => logger.warn({ err }, 'streams not given back'));
      tail.close();
    },
  };
}
