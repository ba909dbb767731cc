import { Counter, type Registry } from 'prom-client';
import { gauge } from '../observability/metrics.ts';
import type { ResponseCache } from './response-cache.ts';

/** Metrics of the response cache, read when they are collected: a hit counts a number up and no more. */
export function registerCacheMetrics(
  registry: Registry,
  { counts, size, bytes }: Pick<ResponseCache, 'counts' | 'size' | 'bytes'>,
): void {
  const registers = [registry];
  new Counter({
    name: 'response_cache_lookups_total',
    help: 'Requests that may share a response, by whether it was in the cache (hit) or had to be made (miss).',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      this.inc({ outcome: 'hit' }, counts.hits);
      this.inc({ outcome: 'miss' }, counts.misses);
    },
  });
  new Counter({
    name: 'response_cache_evictions_total',
    help: 'Responses that left the cache: they made room for others (space), or were found to be stale (stale).',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      this.inc({ reason: 'space' }, counts.evicted);
      this.inc({ reason: 'stale' }, counts.stale);
    },
  });
  gauge(registry, 'response_cache_entries', 'Responses in the cache, one for each variant.', size);
  gauge(registry, 'response_cache_bytes', 'Memory they are counted to take, of CACHE_BYTES.', bytes);
}
