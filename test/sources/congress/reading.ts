import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { valueAt } from '../../../src/feed/feed.ts';
import { parseValue } from '../../../src/feed/value.ts';
import { deriveTrade } from '../../../src/feeds/congress/derive.ts';
import { type CongressTrade, congress } from '../../../src/feeds/congress/feed.ts';
import { isMark } from '../../../src/sources/captured.ts';
import type { Format, Item, Mark, Rejection } from '../../../src/sources/format.ts';

export interface Reading {
  readonly trades: readonly CongressTrade[];
  readonly rejections: readonly Rejection[];
  readonly references: ReadonlyMap<string, unknown>;
  /** How many items of each kind and reason: `{ record: 3, 'noted: …': 1 }`. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Reads files to the end and checks that every record fits the feed. */
export async function readAll(format: Format, ...files: readonly string[]): Promise<Reading> {
  const trades: CongressTrade[] = [];
  const rejections: Rejection[] = [];
  const references = new Map<string, unknown>();
  const counts: Record<string, number> = {};
  for await (const item of format.read(files, {})) {
    if (isMark(item)) continue;
    const label = labelOf(item);
    counts[label] = (counts[label] ?? 0) + 1;
    if (item.kind === 'record') trades.push(item.record as CongressTrade); // checked below
    if (item.kind === 'rejected') rejections.push(item);
    if (item.kind === 'reference') references.set(item.key, item.value);
  }
  for (const trade of trades) expectOfFeed(deriveTrade(trade) as CongressTrade); // the same with its known-from
  return { trades, rejections, references, counts };
}

function labelOf(item: Exclude<Item, Mark>): string {
  if (item.kind === 'record') return 'record';
  if (item.kind === 'input') return `input: ${item.input.kind}`;
  return item.kind === 'reference' ? `reference: ${item.reference}` : `${item.kind}: ${item.reason}`;
}

function expectOfFeed(trade: CongressTrade): void {
  for (const leaf of congress.leaves) {
    const value = valueAt(trade, leaf);
    if (value === null ? leaf.nullable : parseValue(leaf.field, value).ok) continue;
    expect.fail(`${leaf.name} of ${trade.id} does not fit the feed: ${JSON.stringify(value)}`);
  }
  expect(Object.keys(trade).toSorted()).toEqual(Object.keys(congress.fields).toSorted());
}

/** Writes a file that is gone after the test. */
export async function tempFile(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alpha-data-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

export const house = (over: Readonly<Record<string, unknown>> = {}) => ({
  disclosure_date: '03/16/2026',
  transaction_date: '03/10/2026',
  owner: 'Self',
  ticker: 'AAPL',
  asset_description: 'Apple Inc. - Common Stock',
  type: 'Purchase',
  amount: '$1,001 - $15,000',
  representative: 'Mark Alford',
  district: 'MO04',
  source_url: 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/20034201.pdf',
  ...over,
});

export const senate = (over: Readonly<Record<string, unknown>> = {}) => ({
  transaction_date: '07/09/2026',
  owner: 'Joint',
  ticker: 'APTV',
  asset_description: 'Aptiv PLC Ordinary Shares',
  asset_type: 'Stock',
  type: 'Purchase',
  amount: '$1,001 - $15,000',
  comment: '--',
  senator: 'Boozman, John',
  ptr_link: 'https://efdsearch.senate.gov/search/view/ptr/4184cc9a-78e0-45f3-84f7-642011e6ff98/',
  disclosure_date: '08/17/2026',
  ...over,
});
