import { setImmediate } from 'node:timers/promises';
import { nowMs } from './calls.ts';

/** What is subscribed to, and what changes: the same for every server. */
export const DOCUMENT = `subscription {
  signals { kind cursor at node { id symbol direction status currentPrice pnlPct signalStrength timestamp } }
}`;

/** Stands once in every event with a row, and in nothing else. */
export const MARK = '"direction":"LONG"';

/** What is published, in its n-th state. */
export const signalIn = (index: number, state: number) =>
  signal(`fanout-${index}`, 100 + (state % 100_000) / 100);

/** A record of the module `trade-feed`. */
export const signal = (id: string, price: number) => ({
  id,
  source: 'manual',
  source_detail: null,
  symbol: 'NVDA',
  direction: 'LONG',
  entry_price: 100,
  current_price: price,
  status: 'OPEN',
  pnl_pct: 1,
  signal_strength: 5,
  asset_type: 'stock',
  timeframe: '1d',
  notes: null,
  timestamp: '2026-01-02T03:04:05.000Z',
});

/** So many commits with so many events each. */
export interface Publication {
  readonly events: number;
  readonly commits: number;
}

/** The feed that the writer commits to. */
export interface CommitsTo {
  readonly module: string;
}

/** Commits on the way together: enough that the next one is there when one has gone out. */
const IN_FLIGHT = 8;

/** Publishes all of it, without waiting for anybody to receive it. */
export async function publishAll(
  { events, commits }: Publication,
  commit: (events: number) => Promise<unknown> | unknown,
): Promise<Published> {
  const publishedAtMs = nowMs();
  let left = commits;
  const publishOn = async () => {
    for (; left > 0; await setImmediate()) {
      left -= 1;
      await commit(events);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, publishOn));
  return { publishedAtMs };
}

/** When the server set about it, by the clock of all processes: its commit is part of the delay. */
export interface Published {
  readonly publishedAtMs: number;
}
