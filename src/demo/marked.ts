import { type Engine, isRecordKind } from '../engines/engine.ts';
import { type AnyRecord, type Feed, valueAt } from '../feed/feed.ts';
import { MARKET_BAR } from '../feed/market-bars.ts';
import { withValue } from '../feed/record.ts';
import type { Item } from '../sources/format.ts';

/** What every id of the simulated market starts with. */
const MARK = 'demo-';

/** The record with its key marked as simulated, once. */
function marked(feed: Feed, record: AnyRecord): AnyRecord {
  const key = String(valueAt(record, feed.key));
  return key.startsWith(MARK) ? record : withValue(record, feed.key, MARK + key);
}

/** An item whose record, if it is one, has a marked key; bars of a market name it by that. */
export function markedItem(feed: Feed, item: Item): Item {
  if (item.kind === 'record') return { ...item, record: marked(feed, item.record) };
  if (item.kind !== 'input' || item.input.kind !== MARKET_BAR) return item;
  return { ...item, input: { ...item.input, series: MARK + item.input.series } };
}

/**
 * The engine with marked keys: those it writes, remembers and removes by, and what later engines get of it. What others
 * sent keeps its keys.
 */
export const markedEngine = (engine: Engine): Engine =>
  engine.updatesSent
    ? engine
    : {
        ...engine,
        derive: async (group, inputs) =>
          (await engine.derive(group, inputs)).map((record) => marked(engine.feed, record)),
        // Groups that it read off its own records; keys of records that it derives from stay marked.
        ...(engine.groupsIn &&
          !derivesFromRecords(engine) && {
            groupsIn: async (...asked) =>
              ((await engine.groupsIn?.(...asked)) ?? []).map((group) =>
                group.startsWith(MARK) ? group.slice(MARK.length) : group,
              ),
          }),
      };

const derivesFromRecords = ({ kinds }: Engine): boolean => kinds.some(isRecordKind);
