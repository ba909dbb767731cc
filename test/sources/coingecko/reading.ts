import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isMark } from '../../../src/sources/captured.ts';
import type { Format, Input, Item, Rejection } from '../../../src/sources/format.ts';

export interface Reading {
  readonly inputs: readonly Input[];
  readonly rejections: readonly Rejection[];
  /** How many items of each kind and reason: `{ 'input: coin': 3, 'noted: …': 1 }`. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Reads files of a format that yields inputs to the end. */
export async function readAll(format: Format, ...files: readonly string[]): Promise<Reading> {
  const items: Item[] = [];
  for await (const item of format.read(files, {})) items.push(item);
  return readingOf(items);
}

export function readingOf(read: readonly Item[]): Reading {
  const items = read.filter((item) => !isMark(item));
  const counts: Record<string, number> = {};
  for (const item of items) counts[labelOf(item)] = (counts[labelOf(item)] ?? 0) + 1;
  return {
    inputs: items.flatMap((item) => (item.kind === 'input' ? [item.input] : [])),
    rejections: items.filter((item) => item.kind === 'rejected'),
    counts,
  };
}

function labelOf(item: Item): string {
  if (item.kind === 'input') return `input: ${item.input.kind}`;
  return 'reason' in item ? `${item.kind}: ${item.reason}` : item.kind;
}

/** Writes a file that is gone after the test. */
export async function tempFile(name: string, content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alpha-data-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, name);
  const isRaw = typeof content === 'string' || content instanceof Uint8Array;
  await writeFile(file, isRaw ? content : JSON.stringify(content));
  return file;
}
