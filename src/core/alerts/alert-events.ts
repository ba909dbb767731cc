import type { Caller } from '../access/caller.ts';
import type { KeyRecord } from '../ports.ts';
import type { AlertDocument } from './alert.ts';

/** An alert acts as a key. */
export type AlertCaller = Caller & { readonly key: KeyRecord };

/** One event as a stream of the subscription has it. */
export interface AlertEvent {
  readonly cursor: string;
  /** The result of the operation for this event, as JSON. */
  readonly json: string;
  /** What it counts, in objects. */
  readonly objects: number;
}

export interface AlertEventsRead {
  /** In their order; empty when nothing has come that matches. */
  readonly events: readonly AlertEvent[];
  /** Behind the last of them, and behind whatever did not match. */
  readonly cursor: string;
  /** When the first of them was committed; null without events. */
  readonly since: Date | null;
  /** When the last of them was committed; null without events. */
  readonly at: Date | null;
  /** Whether there may already be more events. */
  readonly more: boolean;
}

/** What a subscription has to tell, read from any cursor: filters, views, lag and gaps are those of streams. */
export interface AlertStream {
  /** Units a stream of it costs to open. */
  readonly units: number;
  /** Cursor that its document itself begins behind; null: it says none. */
  readonly after: string | null;
  /** Cursor of what is committed by now. */
  now(caller: AlertCaller): Promise<string>;
  /** Cursor that lists had at a moment, as far back as the log goes. */
  at(caller: AlertCaller, moment: Date): Promise<string>;
  /** The same place, told of all its feeds. Throws INVALID_CURSOR for what is no cursor of them, or lies ahead of them. */
  resume(caller: AlertCaller, cursor: string): Promise<string>;
  /** @param from as `now`, `at`, `resume` and `read` give it. */
  read(caller: AlertCaller, from: string, range: AlertRange): Promise<AlertEventsRead>;
  /** Calls back when its feeds may have moved, until it is stopped. */
  watch(moved: () => void): Promise<{ stop(): void }>;
}

export interface AlertRange {
  /** At most so many events. */
  readonly events: number;
  /** And at most so many bytes of them with their cursors, but at least one event. */
  readonly bytes: number;
  /** A cursor that an earlier reading ended at: the same events again, whatever has come since. */
  readonly end?: string | null;
}

/** Reads the documents of alerts as the graph reads subscriptions. */
export interface AlertDocuments {
  /** Throws what the graph refuses a subscription with: its syntax, the schema, limits, its price. */
  open(document: AlertDocument, caller: AlertCaller): Promise<AlertStream>;
}
