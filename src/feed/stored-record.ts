import { assetKey } from './asset.ts';
import { type AnyRecord, type Feed, valueAt } from './feed.ts';

/** The record as it is stored: with the key of its asset, and until when it is current where it does not say so itself. */
export function storedRecord(feed: Feed, record: AnyRecord): AnyRecord {
  const { asset, shelfLife } = feed;
  let stored = record;
  if (asset !== null) {
    const named = asset.of(record);
    stored = { ...stored, [asset.key.name]: named && assetKey(named) };
  }
  if (shelfLife !== null && valueAt(record, shelfLife.until) === null) {
    stored = { ...stored, [shelfLife.until.name]: shelfLife.untilOf(record) };
  }
  return stored;
}
