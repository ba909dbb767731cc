import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import type { Undated } from '../../../src/feed/known.ts';
import { parseRecord } from '../../../src/feed/record.ts';
import { type PredictionMarket, predictionMarkets } from '../../../src/feeds/prediction/feed.ts';
import { isMark } from '../../../src/sources/captured.ts';
import type { Format, Input, Item, Rejection } from '../../../src/sources/format.ts';
import { CATEGORIES } from '../../../src/sources/prediction/category.ts';
import { MARKET_GROUP } from '../../../src/sources/prediction/market-group.ts';

export interface Reading {
  readonly inputs: readonly Input[];
  /** The records inside the inputs, checked against the feed; the engine adds when they were known. */
  readonly markets: readonly Undated<PredictionMarket>[];
  readonly rejections: readonly Rejection[];
  /** How many items of each kind and reason. */
  readonly counts: Readonly<Record<string, number>>;
}

export async function readAll(format: Format, ...files: readonly string[]): Promise<Reading> {
  const items: Item[] = [];
  for await (const item of format.read(files, {})) items.push(item);
  return sorted(items);
}

export function sorted(items: Iterable<Item>): Reading {
  const inputs: Input[] = [];
  const rejections: Rejection[] = [];
  const counts: Record<string, number> = {};
  for (const item of items) {
    if (isMark(item)) continue;
    const label = item.kind === 'input' || !('reason' in item) ? item.kind : `${item.kind}: ${item.reason}`;
    counts[label] = (counts[label] ?? 0) + 1;
    if (item.kind === 'input') inputs.push(item.input);
    if (item.kind === 'rejected') rejections.push(item);
  }
  return {
    inputs,
    markets: inputs.filter(({ kind }) => kind !== MARKET_GROUP).map(marketOf),
    rejections,
    counts,
  };
}

/** What holds for every market of every provider. */
function marketOf({ kind, series, key, data }: Input): Undated<PredictionMarket> {
  expect(kind).toBe('market');
  expect(series).toBe(data.market_id);
  expect(key).toMatch(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?\/\d{19}\.\d\d\/[01]\/m[\da-f]{16}$/);
  const parsed = parseRecord(predictionMarkets, data);
  if (!parsed.ok) expect.fail(`${series}: ${JSON.stringify(parsed.problems)}`);
  const { known_from, known_precision, ...market } = parsed.record as PredictionMarket; // parsed by its feed
  expect([known_from, known_precision]).toEqual([null, null]);
  expect(market.market_id.startsWith(`${market.platform}:`)).toBe(true);
  expect(market.yes_price).toBe(market.outcome_prices[0] ?? null);
  expect(market.outcome_prices.every((price) => price >= 0 && price <= 1)).toBe(true);
  expect([...CATEGORIES, null]).toContain(market.category_norm);
  expect(market.question).toBe(market.question.trim());
  return market;
}

/** The JSON of a sample file. */
export async function jsonOf(file: string): Promise<unknown> {
  const bytes = await readFile(file);
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

/** Writes a file that is gone after the test. */
export async function tempFile(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alpha-data-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}
