import { Gauge, type Registry } from 'prom-client';
import type { CapturePruning } from '../core/capture/capture-pruning.ts';

/** Read from the store whenever metrics are collected; a store that does not answer leaves it out. */
export function registerCaptureMetrics(registry: Registry, captures: Pick<CapturePruning, 'bytes'>): void {
  new Gauge({
    name: 'native_entries_bytes',
    help: 'Size of the tables of native entries with their indexes.',
    registers: [registry],
    async collect() {
      const bytes = await captures.bytes().catch(() => null);
      if (bytes === null) this.remove();
      else this.set(bytes);
    },
  });
}
