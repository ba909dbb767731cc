import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { isMark } from '../../../src/sources/captured.ts';
import {
  type Format,
  type Input,
  type Item,
  type Rejection,
  SourceError,
} from '../../../src/sources/format.ts';

export interface Reading {
  readonly inputs: readonly Input[];
  readonly rejections: readonly Rejection[];
  /** How many items of each series or reason: `{ 'FRED:WALCL': 3, 'skipped: no value that day': 1 }`. */
  readonly counts: Readonly<Record<string, number>>;
}

export function sortOut(read: readonly Item[]): Reading {
  const items = read.filter((item) => !isMark(item));
  const inputs = items.filter((item) => item.kind === 'input').map(({ input }) => input);
  const rejections = items.filter((item) => item.kind === 'rejected');
  const counts: Record<string, number> = {};
  for (const item of items) {
    const label = labelOf(item);
    counts[label] = (counts[label] ?? 0) + 1;
  }
  return { inputs, rejections, counts };
}

function labelOf(item: Item): string {
  if (item.kind === 'input') return item.input.series;
  return 'reason' in item ? `${item.kind}: ${item.reason}` : item.kind;
}

/** Reads files to the end. */
export async function readAll(format: Format, ...files: readonly string[]): Promise<Reading> {
  const items: Item[] = [];
  for await (const item of format.read(files, {})) items.push(item);
  return sortOut(items);
}

/** Writes a file that is gone after the test. */
export async function tempFile(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alpha-macro-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

export async function expectRefused(format: Format, file: string, message: RegExp): Promise<void> {
  const reading = readAll(format, file);
  await expect(reading).rejects.toThrow(SourceError);
  await expect(reading).rejects.toThrow(message);
  await expect(reading).rejects.toThrow(file);
}
