import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Services } from './app.ts';
import type { Config } from './config.ts';
import { createStreamSlots } from './core/live/stream-slots.ts';
import { createTail } from './core/live/tail.ts';
import type { Quota } from './core/quota.ts';
import { registry } from './feeds/index.ts';
import { createStreams, type Streams } from './graphql/live/streams.ts';
import { FEED_CHANNEL, readNotice } from './postgres/feed-channel.ts';

const PRUNE_MS = 600_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface RunningLive {
  readonly streams: Streams;
  registerMetrics(registry: Registry): void;
  close(): Promise<void>;
}

/** The live streams of a serving process. */
export function startLive(
  services: Services,
  config: Config,
  deps: { readonly quota: Quota; readonly logger: Logger },
): RunningLive {
  const { eventLog, streamCounts, notifications, keys, clock } = services;
  const { logger, quota } = deps;
  const report = (err: unknown) => logger.warn({ err }, 'live streams are behind');
  const tail = createTail({
    log: eventLog,
    wakeUps: {
      listen: (heard, missed) =>
        notifications.subscribe(FEED_CHANNEL, {
          heard: (payload) => heard(readNotice(payload).module),
          missed,
        }),
    },
    report,
  });
  const slots = createStreamSlots({ counts: streamCounts, process: randomUUID(), report });
  const streams = createStreams({ tail, bounds: eventLog.bounds, slots, quota, keys, clock, report });

  const longestLagHours = Math.max(...config.tiers.map(({ insiderLagHours }) => insiderLagHours));
  const prune = async () => {
    const before = (ms: number) => new Date(clock.now().getTime() - ms);
    const keep = {
      count: config.eventRetentionCount,
      // Age counts from when the last of the tiers could see an event, so that all can resume as long.
      olderThan: before(config.eventRetentionDays * DAY_MS + longestLagHours * HOUR_MS),
      heldUntil: before(longestLagHours * HOUR_MS),
    };
    await eventLog.prune(
      registry.map(({ feed }) => feed),
      keep,
    );
  };
  const pruning = setInterval(() => {
    prune().catch((err: unknown) => logger.warn({ err }, 'event logs not pruned'));
  }, PRUNE_MS).unref();

  return {
    streams,
    registerMetrics(registry) {
      const gauge = (name: string, help: string, read: () => number) =>
        new Gauge({
          name,
          help,
          registers: [registry],
          collect() {
            this.set(read());
          },
        });
      gauge('alpha_live_streams', 'Live streams open in this process.', () => streams.size);
      gauge(
        'alpha_live_groups',
        'Groups of streams that share what is executed for them.',
        () => streams.groups,
      );
      gauge('alpha_live_feeds', 'Feeds whose logs are followed.', () => tail.size);
    },
    async close() {
      clearInterval(pruning);
      await streams.close().catch((err: unknown) => logger.warn({ err }, 'streams not given back'));
      tail.close();
    },
  };
}
