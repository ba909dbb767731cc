import type { TSchema } from 'typebox';
import type { View } from '../../core/access/view.ts';
import type { ExportFormat, ExportPiece, ExportRequest } from '../../core/read/exports.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '../../errors.ts';
import type { Direction, Feed, Leaf } from '../../feed/feed.ts';
import type { Filter } from '../../feed/query.ts';
import { fileSchema } from '../../rest/openapi/schema.ts';

/** What goes between the thread that answers requests and the one that makes files: data that can be cloned. */
export interface OpenMessage {
  readonly module: string;
  readonly filter: FilterMessage | undefined;
  readonly order: { readonly field: string; readonly direction: Direction };
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
  readonly view: View;
  readonly format: ExportFormat;
  /** JSON Schema of the rows. */
  readonly item: TSchema;
}

/** A filter whose leaves are their names. */
type FilterMessage =
  | { readonly op: 'and' | 'or'; readonly of: readonly FilterMessage[] }
  | { readonly op: 'not'; readonly of: FilterMessage }
  | { readonly op: string; readonly field: string; readonly value: unknown };

/** To the thread, about one file. `next` asks for its next piece. */
export type Command = 'next' | 'cancel';

/** From the thread, about one file: `opened` first, then an answer to each `next`. */
export type Report =
  | { readonly kind: 'opened'; readonly rows: number; readonly next: string | null }
  | ({ readonly kind: 'piece' } & ExportPiece)
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly error: ErrorMessage };

export function toMessage(request: ExportRequest): OpenMessage {
  const { feed, filter, order, cursor, limit, view, format } = request;
  const { leaf, direction } = order;
  return {
    module: feed.module,
    filter: filter && filterToMessage(filter),
    order: { field: leaf.name, direction },
    cursor,
    limit,
    view,
    format,
    item: JSON.parse(JSON.stringify(fileSchema(feed))),
  };
}

function filterToMessage(filter: Filter): FilterMessage {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { op: filter.op, of: filter.of.map(filterToMessage) };
    case 'not':
      return { op: 'not', of: filterToMessage(filter.of) };
    default:
      return { op: filter.op, field: filter.leaf.name, value: filter.value };
  }
}

/** The filter it was made of: leaves are compared by their identity. */
export function filterFromMessage(feed: Pick<Feed, 'leaf'>, message: FilterMessage): Filter {
  if ('field' in message) {
    const { op, field, value } = message;
    return { op, leaf: feed.leaf(field), value } as Filter & { readonly leaf: Leaf }; // as it was before
  }
  if (message.op === 'not') return { op: 'not', of: filterFromMessage(feed, message.of) };
  return { op: message.op, of: message.of.map((one) => filterFromMessage(feed, one)) };
}

/** An error with the code by which it is judged; cloning leaves that out. */
export interface ErrorMessage {
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
  /** Of errors for the client. */
  readonly details: ErrorDetails | null;
}

export function errorToMessage(error: unknown): ErrorMessage {
  const { message, stack, code } =
    error instanceof Error
      ? (error as NodeJS.ErrnoException)
      : (new Error(String(error)) as NodeJS.ErrnoException);
  return { message, stack, code, details: error instanceof AppError ? error.details : null };
}

export function errorFromMessage({ message, stack, code, details }: ErrorMessage): Error {
  if (details !== null) return new AppError(code as ErrorCode, message, details); // it came from one
  return Object.assign(new Error(message), { stack, ...(code === undefined ? {} : { code }) });
}
