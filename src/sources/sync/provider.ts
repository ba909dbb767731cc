import type { Feed } from '../../feed/feed.ts';
import type { Item } from '../format.ts';
import type { ImportTarget } from '../import-sink.ts';
import type { Fetcher } from './fetcher.ts';
import type { OptionSpecs, OptionsOf } from './options.ts';

/**
 * How far a synchronisation got, in whatever the provider needs to go on from there: the time of the newest entry, one
 * per series. Flat and of texts, so that `sources --json` shows it readable.
 */
export type Cursor = Readonly<Record<string, string>>;

/**
 * Everything yielded before it has been written when the cursor moves to it, never earlier: a run that fails goes on from
 * the last checkpoint and what it reads twice changes nothing. What `getIfChanged` answered must be yielded before the
 * next checkpoint, which takes note that it need not be sent again.
 */
export interface Checkpoint {
  readonly kind: 'checkpoint';
  readonly cursor: Cursor;
}

export const checkpoint = (cursor: Cursor): Checkpoint => ({ kind: 'checkpoint', cursor });

export type SyncItem = Item | Checkpoint;

export interface SyncContext<O extends OptionSpecs = OptionSpecs> extends Fetcher {
  readonly options: OptionsOf<O>;
  /** Where the last run got to; empty on the first. A provider must stand any content, even of an older version. */
  readonly cursor: Cursor;
  now(): Date;
  /** The stored records of a feed that match; for a provider that has to say what it no longer lists. */
  readonly stored: ImportTarget['stored'];
  /** Aborted on shutdown. Requests and waits end by themselves; only long computations need to look. */
  readonly signal: AbortSignal;
}

/**
 * A provider on the network: the plan of what to fetch. Reading what comes is left to its parsers, which `import` uses
 * too. It throws `SourceError` when it cannot go on; retries, waiting and reporting are the machinery's.
 *
 * What says that something is complete (a scan whose missing rows are removed) is yielded only when all of it was read.
 */
export interface Provider<O extends OptionSpecs = OptionSpecs> {
  /** Name on the command line and key of its state: `sync <name>`. Never changed. */
  readonly name: string;
  /** One line for `sources`: who it is and what is fetched. */
  readonly description: string;
  /** The feed its records belong to, or what is derived from its inputs. */
  readonly feed: Feed;
  /** Origin, and a path prefix if all paths share one; no slash at the end. */
  readonly defaultBaseUrl: string;
  /** Milliseconds from the start of one run to that of the next. */
  readonly everyMs: number;
  /** Milliseconds between the starts of two requests, by the provider's published limit. */
  readonly minIntervalMs: number;
  /** Default: the name of this software. */
  userAgent?(options: OptionsOf<O>): string;
  /** What `SOURCES_FILE` may say about it beside `base_url` and `every`. */
  readonly options: O;
  /** What must be configured before it can run, as one sentence; null when nothing is missing. */
  missing?(options: OptionsOf<O>): string | null;
  items(context: SyncContext<O>): AsyncIterable<SyncItem>;
}

/** Checks the plan against its own options; the registry holds providers whatever these are. */
export function defineProvider<const O extends OptionSpecs>(provider: Provider<O>): Provider {
  // The machinery parses options by this provider's own specs before it hands them back to it.
  return provider as unknown as Provider;
}
