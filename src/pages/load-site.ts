import type { Logger } from 'pino';
import { buildSiteIfStale, SITE_DIR } from './build.ts';
import { readSite, type Site, type SiteWords } from './site.ts';

/** The pages, built first where that is due. A server without them serves everything else, so a failure is only logged. */
export async function loadSite(logger: Logger, words: SiteWords): Promise<Site | null> {
  await buildSiteIfStale().catch((err: unknown) => logger.warn({ err }, 'the pages could not be built'));
  return readSite(SITE_DIR, words);
}
