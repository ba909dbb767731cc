import { assetKey } from '../../src/feed/asset.ts';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { allFeeds } from '../../src/feeds/index.ts';

/** The key of the asset that a record of a module names; null for none. */
export function assetOfRecord(module: string, record: AnyRecord): string | null {
  const asset = allFeeds.find((feed) => feed.module === module)?.asset?.of(record);
  return asset ? assetKey(asset) : null;
}
