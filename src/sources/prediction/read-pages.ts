import type { CaptureContext } from '../../core/capture/capture-store.ts';
import { isObject } from '../../feed/json.ts';
import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import { listParser } from '../entry-parser.ts';
import { type Item, type Parser, SourceError } from '../format.ts';
import { readText } from '../read-file.ts';

/**
 * Makes the items of one page of a provider: pure, the same for a file and for an HTTP answer. `capturedAt` is when the
 * answer was given (its `Date`; of a file what `--at` says), null where that is not known; `where` names the page in messages. Throws `SourceError` when it is no
 * page of the format at all.
 */
export type ParsePage = (json: unknown, capturedAt: Date | null, where: string) => Iterable<Item>;

/** Reads files, each of which is one page, captured at the time that is given for all of them. */
export async function* readPages(
  files: readonly string[],
  { at = null }: { readonly at?: Date | null },
  parse: ParsePage,
): AsyncGenerator<Item> {
  for (const file of files) yield* parse(parseJson(await readText(file), file), at, file);
}

/** Reads the elements of pages again, as one page. */
export const pageParser = (about: Pick<Parser, 'name' | 'version' | 'captures'>, parse: ParsePage): Parser =>
  listParser({ ...about, feed: predictionMarkets }, (elements, { context, place }) =>
    parse(elements, dateIn(context, 'at'), place),
  );

export const captureContext = (capturedAt: Date | null): CaptureContext =>
  capturedAt === null ? {} : { at: capturedAt.toISOString() };

export function dateIn(context: CaptureContext, name: string): Date | null {
  const at = context[name];
  return typeof at === 'string' ? new Date(at) : null;
}

/** JSON of a file or page. Throws `SourceError` with the line of the fault where it is known. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
    const line = lineOfFault(text, message);
    throw new SourceError(`${where}: ${line === null ? '' : `line ${line}: `}not JSON (${message})`, {
      cause: error,
    });
  }
}

function lineOfFault(text: string, message: string): number | null {
  const stated = /\(line (\d+) column/.exec(message)?.[1];
  if (stated !== undefined) return Number(stated);
  return /end of JSON input|Unterminated/.test(message) ? text.trimEnd().split('\n').length : null;
}

/** What the elements of a page are and where it holds them. */
export interface PageShape {
  /** For messages: `Polymarket markets or events`. */
  readonly what: string;
  /** Members of a page that is an object, one of which is its list. */
  readonly members: readonly string[];
  /** Whether an object is an element, recognised by the names of its fields alone. */
  isElement(value: Readonly<Record<string, unknown>>): boolean;
}

/**
 * The elements of a page: the array it is, the array in one of its members, or the single element it is itself. A list
 * may be empty; one without any element of the shape is no page of the format.
 */
export function elementsOf(json: unknown, where: string, shape: PageShape): readonly unknown[] {
  if (isObject(json) && shape.isElement(json)) return [json];
  const list = isObject(json) ? shape.members.map((member) => json[member]).find(Array.isArray) : json;
  if (!Array.isArray(list)) throw new SourceError(`${where}: holds no list of ${shape.what}`);
  if (list.length > 0 && !list.some((value) => isObject(value) && shape.isElement(value))) {
    throw new SourceError(`${where}: not one entry of its list is among ${shape.what}`);
  }
  return list;
}

/** Whether an object has all of the fields. */
export const hasFields = (value: Readonly<Record<string, unknown>>, ...fields: readonly string[]): boolean =>
  fields.every((field) => Object.hasOwn(value, field));
