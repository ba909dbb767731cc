import { Gauge, type Registry } from 'prom-client';
import { dayOf, startOfDay } from '../../core/files/feed-file.ts';
import type { FilingStore } from '../../core/files/file-ports.ts';
import type { Clock } from '../../core/ports.ts';
import { DAY_MS } from '../../core/time.ts';
import { allFeeds } from '../../feeds/index.ts';
import { GRACE_MS } from './files.ts';

/** Read from the store whenever metrics are collected; a store that does not answer leaves it out. */
export function registerFilesMetrics(
  registry: Registry,
  { filings, clock }: { readonly filings: Pick<FilingStore, 'filings'>; readonly clock: Clock },
): void {
  new Gauge({
    name: 'files_late_days',
    help: 'Days that are over and whose files are not made yet, of the feed that has most of them.',
    registers: [registry],
    async collect() {
      const found = await filings.filings(allFeeds).catch(() => null);
      if (found === null) return this.remove();
      const today = startOfDay(dayOf(new Date(clock.now().getTime() - GRACE_MS))).getTime();
      const late = [...found.values()].map(({ nextDay }) => (today - startOfDay(nextDay).getTime()) / DAY_MS);
      this.set(Math.max(0, ...late));
    },
  });
}
