import type { IngestLine } from '../core/ingest/ingest.ts';
import type { Changed } from '../engines/engine.ts';
import { priceFinder } from '../engines/signals/signal-prices.ts';
import { followPrice, sentInput } from '../engines/signals/signals-sent.ts';
import { parseRecord } from '../feed/record.ts';
import { boundedRecord } from '../feed/within-bounds.ts';
import { type Signal, signals } from '../feeds/trade-feed/feed.ts';
import type { Input } from '../sources/format.ts';
import { type DeriveServices, inputReader } from './derive.ts';

/** Signals that come in over the API, which are written with the newest price and follow prices as long as they are open. */
export interface SentSignals {
  /** The lines at the prices known by now, so that a signal that is sent again unchanged is. */
  readonly lines: readonly IngestLine[];
  /** What is open of them, of which engines derive anew. */
  readonly open: readonly Changed[];
  /** Keeps what is open of them as it was sent; call it when they were written. */
  keep(): Promise<void>;
}

export async function takeSignals(
  services: DeriveServices,
  lines: readonly IngestLine[],
): Promise<SentSignals> {
  const { inputs } = services;
  const reader = inputReader(services);
  const parsed = lines.map((line) => ({ line, signal: signalOf(line.value) }));
  const sent = parsed.flatMap(({ signal }) => signal ?? []);
  const isPriced = sent.some(({ status }) => status === 'OPEN');
  const findPrice = isPriced ? await priceFinder(reader) : () => null;
  const open = sent.flatMap((signal) => (signal.status === 'OPEN' && sentInput(signal)) || []);
  const before = await Promise.all(sent.map(({ id }) => reader.record(signals, id)));
  return {
    lines: parsed.map(({ line, signal }) => {
      if (signal === null) return line;
      const followed = followPrice(signal, findPrice);
      const { current_price, pnl_pct } = boundedRecord(signals, followed) ?? signal;
      return { ...line, value: { ...(line.value as object), current_price, pnl_pct } }; // a record is an object
    }),
    open,
    async keep() {
      const isOpen = (input: Input) =>
        open.some(({ series, key }) => series === input.series && key === input.key);
      // By their symbols of before, which may have been others.
      const known = before.flatMap((record) => (record && sentInput(record as Signal)) ?? []);
      await inputs.forget(known.filter((input) => !isOpen(input)));
      await inputs.put(open);
    },
  };
}

/** Forgets a signal that is to be removed. */
export async function forgetSent(services: DeriveServices, id: string): Promise<void> {
  const record = await inputReader(services).record(signals, id);
  const input = record && sentInput(record as Signal); // a stored record of this feed
  if (input) await services.inputs.forget([input]);
}

/** Null for what ingestion will refuse. */
function signalOf(value: unknown): Signal | null {
  const parsed = parseRecord(signals, value);
  return parsed.ok ? (parsed.record as Signal) : null; // a record of this feed
}
