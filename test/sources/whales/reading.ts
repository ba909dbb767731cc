import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isMark } from '../../../src/sources/captured.ts';
import { domeOrders } from '../../../src/sources/dome/orders.ts';
import type { Format, ImportOptions, Input, Item, Rejection } from '../../../src/sources/format.ts';
import { hyperliquidFills } from '../../../src/sources/hyperliquid/fills.ts';
import { hyperliquidPositions } from '../../../src/sources/hyperliquid/positions.ts';
import { manifoldBets } from '../../../src/sources/manifold/bets.ts';
import { polymarketPositions } from '../../../src/sources/polymarket/positions.ts';
import { polymarketTrades } from '../../../src/sources/polymarket/trades.ts';

export const FORMATS: readonly Format[] = [
  hyperliquidFills,
  hyperliquidPositions,
  polymarketTrades,
  polymarketPositions,
  domeOrders,
  manifoldBets,
];

export interface Reading {
  readonly inputs: readonly Input[];
  readonly rejections: readonly Rejection[];
  /** How many items of each kind, and of each reason. */
  readonly counts: Readonly<Record<string, number>>;
}

export async function readAll(
  format: Format,
  files: readonly string[],
  options: ImportOptions = {},
): Promise<Reading> {
  const items: Item[] = [];
  for await (const item of format.read(files, options)) items.push(item);
  return readingOf(items);
}

export function readingOf(read: readonly Item[]): Reading {
  const items = read.filter((item) => !isMark(item));
  const counts: Record<string, number> = {};
  for (const item of items) {
    const label = labelOf(item);
    counts[label] = (counts[label] ?? 0) + 1;
  }
  return {
    inputs: items.flatMap((item) => (item.kind === 'input' ? [item.input] : [])),
    rejections: items.flatMap((item) => (item.kind === 'rejected' ? [item] : [])),
    counts,
  };
}

function labelOf(item: Item): string {
  if (item.kind === 'input') return item.input.kind;
  return 'reason' in item ? `${item.kind}: ${item.reason}` : item.kind;
}

/** Writes a file that is gone after the test. */
export async function tempFile(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alpha-whales-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

export const WALLET = '0xb7b6f3cea3f66bf525f5d8f965f6dbf6d9b017b2';

export const fill = (over: Readonly<Record<string, unknown>> = {}) => ({
  closedPnl: '0.0',
  coin: 'SUI',
  crossed: true,
  dir: 'Open Long',
  fee: '0.0',
  hash: '0xb454',
  oid: 189315555,
  px: '1.5',
  side: 'B',
  startPosition: '0.0',
  sz: '100.0',
  time: 1683245555699,
  ...over,
});

export const trade = (over: Readonly<Record<string, unknown>> = {}) => ({
  proxyWallet: '0x28CA4e9a04531f2eac0c2770f95db4e1c6a65d19',
  side: 'BUY',
  asset: '8779',
  conditionId: '0xf2ce',
  size: 3000.5,
  price: 0.5,
  timestamp: 1777635182,
  title: 'Will it rain?',
  outcome: 'Yes',
  name: 'rainmaker',
  pseudonym: 'Wet-Wombat',
  transactionHash: '0xf84c',
  ...over,
});

export const bet = (over: Readonly<Record<string, unknown>> = {}) => ({
  id: 'b1',
  userId: 'u1',
  userUsername: 'ann',
  contractId: 'c1',
  outcome: 'YES',
  amount: 50,
  shares: 100,
  createdTime: 1665430353986,
  ...over,
});
