import type { Feed } from '../../feed/feed.ts';
import type { Filter, Order } from '../../feed/query.ts';
import type { View } from '../access/view.ts';

export const EXPORT_FORMATS = ['parquet', 'arrow', 'ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportRequest {
  readonly feed: Feed;
  readonly filter: Filter | undefined;
  readonly order: Order;
  /** Begins behind this place. */
  readonly cursor: string | undefined;
  /** Most rows; undefined: all. */
  readonly limit: number | undefined;
  readonly view: View;
  readonly format: ExportFormat;
  /** Whose quota it counts for. */
  readonly account: string;
}

/** A file that is being made of a list as it stood at one moment. */
export interface OpenExport {
  /** Number of its rows. */
  readonly rows: number;
  /** Cursor that the list goes on behind; null where the file has its end. */
  readonly next: string | null;
  /**
   * The file, piece by piece; it has to be read or ended, which gives back what it holds. Throws where the file cannot be
   * finished: what came before is no whole file then.
   */
  readonly pieces: AsyncIterable<ExportPiece>;
}

export interface ExportPiece {
  readonly bytes: Uint8Array;
  /** Rows that the file has come to with it. */
  readonly rows: number;
}

/** Makes files of lists, away from the thread that answers requests. */
export interface Exports {
  /**
   * Counts the rows and holds what they are read from.
   * @param signal ends everything under way.
   * Throws INVALID_CURSOR, RATE_LIMITED where the account has as many under way as it may, UNAVAILABLE where the process has.
   */
  open(request: ExportRequest, signal: AbortSignal): Promise<OpenExport>;
}
