import { Counter, type Registry } from 'prom-client';
import { gauge } from '../observability/metrics.ts';
import type { KeptAnswers } from './response-cache.ts';

/** Metrics of kept answers, read when they are collected: a hit counts a number up and no more. */
export function registerKeptMetrics(
  registry: Registry,
  { counts, size, bytes }: Pick<KeptAnswers, 'counts' | 'size' | 'bytes'>,
): void {
  const registers = [registry];
  new Counter({
    name: 'kept_answers_lookups_total',
    help: 'Requests that may share an answer, by whether one was kept (hit) or had to be made (miss).',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      this.inc({ outcome: 'hit' }, counts.hits);
      this.inc({ outcome: 'miss' }, counts.misses);
    },
  });
  new Counter({
    name: 'kept_answers_dropped_total',
    help: 'Answers no longer kept: they made room for others (space), or were found to hold no longer (outdated).',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      this.inc({ reason: 'space' }, counts.evicted);
      this.inc({ reason: 'outdated' }, counts.outdated);
    },
  });
  gauge(registry, 'kept_answers', 'Answers that are kept, one for each form they go out in.', size);
  gauge(registry, 'kept_answers_bytes', 'Memory they are counted to take, of CACHE_BYTES.', bytes);
}
