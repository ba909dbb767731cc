import type { NativeEntry, Outcome, Target } from '../core/capture/capture-store.ts';
import { type AnyRecord, valueAt } from '../feed/feed.ts';
import {
  type EarlierInput,
  type Input,
  type Item,
  type Parser,
  SourceError,
  type StoredCapture,
} from './format.ts';
import { type Refusal, recordRejection } from './record-rejection.ts';

/** What a parser makes of one entry that was stored. */
export interface Reading<Entry> {
  readonly entry: Entry;
  readonly outcomes: readonly Outcome[];
  readonly made: readonly Made[];
}

/** Something that an entry became. */
export type Made =
  | { readonly kind: 'record'; readonly target: Target; readonly record: AnyRecord }
  | { readonly kind: 'input'; readonly target: Target; readonly input: Input }
  | { readonly kind: 'reference'; readonly target: Target; readonly value: unknown };

/** What deciding takes besides the entries, as for an import. */
export interface ReadingRules<Entry> {
  readonly earlier: EarlierInput;
  readonly complete: (record: AnyRecord) => AnyRecord;
  /** As for an import at the time the entry came in. */
  readonly refusalOf: (entry: Entry) => Refusal;
}

/** Reads the entries of a capture again, one after another in their order. Throws `SourceError` when the parser cannot. */
export async function* readAgain<Entry extends NativeEntry>(
  parser: Parser,
  { entries, ...capture }: Omit<StoredCapture, 'entries'> & { readonly entries: AsyncIterable<Entry> },
  rules: ReadingRules<Entry>,
): AsyncGenerator<Reading<Entry>> {
  const given: Entry[] = [];
  async function* noted() {
    for await (const entry of entries) {
      given.push(entry);
      yield entry;
    }
  }
  let read = 0;
  let items: Item[] = [];
  const reading = () => {
    const entry = given[read - 1];
    if (entry === undefined)
      throw new SourceError(`${parser.name} made entries that ${capture.place} does not have`);
    return readingOf(parser, entry, items, rules);
  };
  for await (const item of parser.reread({ ...capture, entries: noted() }, rules.earlier)) {
    if (item.kind === 'capture') continue;
    if (item.kind !== 'entry') items.push(item);
    else {
      if (read > 0) yield reading();
      read += 1;
      items = [];
    }
  }
  if (read > 0) yield reading();
  if (read !== given.length)
    throw new SourceError(
      `${parser.name} read ${read} of the ${given.length} entries of ${capture.place} again`,
    );
}

function readingOf<Entry extends NativeEntry>(
  parser: Parser,
  entry: Entry,
  items: readonly Item[],
  rules: ReadingRules<Entry>,
): Reading<Entry> {
  const outcomes: Outcome[] = [];
  const made: Made[] = [];
  const make = (one: Made) => {
    outcomes.push(one.target);
    made.push(one);
  };
  for (const item of items) {
    switch (item.kind) {
      case 'record': {
        const record = rules.complete(item.record);
        const rejection = recordRejection(parser.feed, record, rules.refusalOf(entry));
        const key = String(valueAt(record, parser.feed.key));
        if (rejection) outcomes.push({ kind: 'rejected', field: rejection.field, reason: rejection.reason });
        else make({ kind: 'record', target: { kind: 'record', subject: parser.feed.module, key }, record });
        break;
      }
      case 'input': {
        const { kind, series, key } = item.input;
        make({ kind: 'input', target: { kind: 'input', subject: kind, series, key }, input: item.input });
        break;
      }
      case 'reference': {
        const { reference: subject, key, value } = item;
        make({ kind: 'reference', target: { kind: 'reference', subject, key }, value });
        break;
      }
      case 'skipped':
        outcomes.push({ kind: 'skipped', reason: item.reason });
        break;
      case 'rejected':
        outcomes.push({ kind: 'rejected', field: item.field, reason: item.reason });
        break;
    }
  }
  if (outcomes.length === 0)
    throw new SourceError(`${parser.name} made nothing of ${entry.at}, and did not skip it`);
  return { entry, outcomes, made };
}
