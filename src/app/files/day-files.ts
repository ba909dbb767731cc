import { type TSchema, Type } from 'typebox';
import { fullView } from '../../core/access/view.ts';
import { dayAfter, type FeedFile, type FileKind, startOfDay } from '../../core/files/feed-file.ts';
import type { FileBucket, Filing } from '../../core/files/file-ports.ts';
import type { FeedEvent } from '../../core/live/event-log.ts';
import { changeSeen } from '../../core/live/follow.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import { isoTime } from '../../feed/iso-time.ts';
import { toJsonRecord } from '../../feed/record.ts';
import { exact, fileSchema } from '../../rest/openapi/schema.ts';
import { openDraft } from './draft.ts';
import { extentOf, timeAt } from './extent.ts';
import { keepDraft } from './keep-draft.ts';

export interface FileMaking {
  /** Of the drafts. */
  readonly folder: string;
  readonly bucket: Pick<FileBucket, 'keep'>;
}

/** What a day came to: its files, kept, and the number of its last event. */
export interface MadeDay {
  readonly files: readonly FeedFile[];
  readonly seq: bigint;
}

/** JSON Schema of a row of a day: the record as the change left it, or as it last was. */
export function changeSchema(feed: Feed): TSchema {
  const { properties = {} } = fileSchema(feed) as { properties?: Record<string, TSchema> }; // it is one of an object
  const change = {
    change: {
      type: 'string',
      enum: ['CREATED', 'UPDATED', 'REMOVED'],
      description: 'What happened to the record; of REMOVED the row is as it last was.',
    },
    changed_at: Type.String({ format: 'date-time', description: 'When this service wrote it.' }),
  };
  return exact({ ...change, ...properties }, feed.description);
}

/**
 * Makes the files of the next day, out of the events behind those that are in files already: what who follows the feed without a
 * lag was told of that day, in the same order.
 */
export async function makeDay(
  feed: Feed,
  { nextDay: day, seq }: Filing,
  events: AsyncIterable<readonly FeedEvent[]>,
  { folder, bucket }: FileMaking,
): Promise<MadeDay> {
  const [start, end] = [startOfDay(day), startOfDay(dayAfter(day))];
  const item = changeSchema(feed);
  const view = fullView(end);
  const known = feed.leaf('known_from');
  const drafts = {
    day: { draft: await openDraft(folder, item), extent: extentOf(feed, end) },
    revisions: { draft: await openDraft(folder, item), extent: extentOf(feed, end) },
  };
  try {
    let last = seq;
    for await (const batch of events) {
      const rows = { day: [] as AnyRecord[], revisions: [] as AnyRecord[] };
      for (const event of batch) {
        last += 1n;
        if (event.seq !== last) throw new Error(`${feed.module}: event ${last} is gone from the log`);
        const change = changeSeen({ feed, filter: undefined }, event, view);
        if (change === null) continue;
        const { kind, row } = change;
        const from = timeAt(row, known);
        const of = from !== null && from < start ? 'revisions' : 'day';
        const { extent } = drafts[of];
        extent.shows(row);
        for (const told of [event.before, event.after]) if (told) extent.tells(told);
        // An event that was written with a clock that was behind came to be known in this day all the same.
        const at = event.at < start ? start : event.at;
        rows[of].push({ change: kind, changed_at: isoTime(at), ...toJsonRecord(feed, row) });
      }
      await drafts.day.draft.add(rows.day);
      await drafts.revisions.draft.add(rows.revisions);
    }
    const fileOf = (kind: Extract<FileKind, keyof typeof drafts>) => {
      const id = { feed: feed.module, kind, day, recordedUntil: end, recordedSeq: last };
      return keepDraft(drafts[kind].draft, { ...id, ...drafts[kind].extent.found }, bucket);
    };
    return { files: [await fileOf('day'), await fileOf('revisions')], seq: last };
  } finally {
    await Promise.all(Object.values(drafts).map(({ draft }) => draft.discard()));
  }
}
