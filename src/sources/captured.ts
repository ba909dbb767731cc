import type { CaptureContext } from '../core/capture/capture-store.ts';
import type { CaptureMark, EntryMark, Item, Mark, Parser, StoredCapture } from './format.ts';

/** Begins a capture; what is read of it follows. */
export const captureMark = (
  parser: Pick<Parser, 'name' | 'version' | 'captures'>,
  place: string,
  context: CaptureContext = {},
): CaptureMark => ({ kind: 'capture', parser, place, context });

/** A native entry that is a JSON value: its text is JSON again, without the spaces. */
export const jsonEntry = (at: string, raw: unknown): EntryMark => ({
  kind: 'entry',
  at,
  content: JSON.stringify(raw),
});

export const textEntry = (at: string, content: string): EntryMark => ({ kind: 'entry', at, content });

/** The values of the entries of a capture, each of which is JSON. */
export async function jsonValues({ entries }: Pick<StoredCapture, 'entries'>): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const { content } of entries) values.push(JSON.parse(content));
  return values;
}

/** Whether an item is a mark and nothing that was read. */
export const isMark = (item: Item): item is Mark => item.kind === 'capture' || item.kind === 'entry';
