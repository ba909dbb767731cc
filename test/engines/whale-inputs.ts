import { expect } from 'vitest';
import type { Engine, InputReader } from '../../src/engines/engine.ts';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { parseRecord, toJsonRecord } from '../../src/feed/record.ts';
import { type WhaleActivity, whaleActivity } from '../../src/feeds/whales/feed.ts';
import type { Input } from '../../src/sources/format.ts';

/** Inputs as the store keeps them: the later of two with the same name, ordered by key. */
function readerOf(inputs: readonly Input[]): InputReader {
  const named = new Map(
    inputs.map((input) => [JSON.stringify([input.kind, input.series, input.key]), input]),
  );
  const stored = [...named.values()].sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  const unused = () => {
    throw new Error('not used by this engine');
  };
  return {
    list: async (kind, series) => stored.filter((one) => one.kind === kind && one.series === series),
    series: async (kind, prefix = '') => {
      const all = stored.filter((one) => one.kind === kind && one.series.startsWith(prefix));
      return [...new Set(all.map(({ series }) => series))].sort();
    },
    newest: unused,
    record: unused,
    between: unused,
    landmarks: unused,
    recordsOf: unused,
    records: unused,
  };
}

/** The records of all groups, oldest first; each is checked to fit the feed. */
export async function derive(engine: Engine, inputs: readonly Input[]): Promise<readonly WhaleActivity[]> {
  const reader = readerOf(inputs);
  const groups = new Set(inputs.map((input) => engine.groupOf(input)));
  const derived: AnyRecord[] = [];
  for (const group of groups) if (group !== null) derived.push(...(await engine.derive(group, reader)));
  const records = derived as unknown as readonly WhaleActivity[]; // checked in the next line
  for (const record of derived)
    expect(parseRecord(whaleActivity, toJsonRecord(whaleActivity, record)).ok).toBe(true);
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  return records.toSorted((a, b) => +a.created_at - +b.created_at || (a.id < b.id ? -1 : 1));
}

/** Numbers of events by kind. */
export function kindsOf(records: readonly WhaleActivity[]): Readonly<Record<string, number>> {
  const kinds: Record<string, number> = {};
  for (const { event_type } of records) kinds[event_type] = (kinds[event_type] ?? 0) + 1;
  return kinds;
}

/** What events say, without what is the same in all of them. */
export const brief = ({ event_type, outcome, prev_size, size, change_pct, value }: WhaleActivity) =>
  [event_type, outcome, prev_size, size, change_pct, value] as const;
