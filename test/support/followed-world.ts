import type { View } from '../../src/core/access/view.ts';
import { isVisible } from '../../src/core/access/visible.ts';
import type { EventLog, EventRetention } from '../../src/core/live/event-log.ts';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { defaultOrder } from '../../src/feed/query.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { createMemoryEventLog } from './memory-event-log.ts';
import { sampleRecords } from './records.ts';
import type { OpenedStore } from './store.ts';

const [SAMPLE] = sampleRecords(insiderFilings, 1);

/** A filing as the properties of following write it. Offsets are hours from the time of writing. */
export interface WrittenFiling {
  readonly key: string;
  readonly value: number;
  readonly knownHours: number;
}

/** Rows that change and the log of how, with what lists show of them. */
export interface FollowedWorld {
  readonly log: EventLog & EventRetention;
  write(filing: WrittenFiling, at: Date): Promise<void>;
  /** Writes an amendment of the filing with this key: it ends when the amendment becomes available. */
  amend(filing: WrittenFiling, at: Date): Promise<void>;
  /** Writes a second form that tells the trade of the filing with this key: the record learns of it when that becomes available. */
  retell(filing: WrittenFiling, at: Date): Promise<void>;
  remove(key: string, at: Date): Promise<void>;
  /** What the list shows, in any order. */
  list(view: View): Promise<readonly AnyRecord[]>;
}

const HOUR_MS = 3_600_000;

export function filingOf(
  { key, value, knownHours }: WrittenFiling,
  at: Date,
  kind: '' | '/A' | '/B' = '',
): AnyRecord {
  const after = (hours: number) => new Date(at.getTime() + hours * HOUR_MS);
  const trade = { ...SAMPLE, ...TRADE, security_title: `Stock ${key}` };
  return {
    ...trade,
    id: key + kind,
    value,
    filing_date: after(knownHours),
    known_from: after(knownHours),
    superseded_at: null,
    form: kind === '/A' ? '4/A' : '4',
    accession: key + kind,
    filed_on: `2026-03-0${kind === '/A' ? 4 : 3}T00:00:00`,
    amends_filed_on: kind === '/A' ? '2026-03-03T00:00:00' : null,
    family: key,
    trade_key: key,
  };
}

/** Says enough of a trade for two forms to be found to tell it. */
const TRADE = {
  issuer_cik: '1',
  owner_cik: '7',
  reporting_owners: null,
  transaction_code: 'P',
  trade_date: new Date('2026-03-02T00:00:00Z'),
  shares: 100,
  shares_owned_after: 900,
};

/** In memory: an amendment ends its original at the time it becomes available, if that is later. */
export function createMemoryWorld(): FollowedWorld {
  const log = createMemoryEventLog(insiderFilings);
  const settle = (key: string, at: Date) => {
    const [original, amendment] = [key, `${key}/A`].map((id) => log.rows().find((row) => row.id === id));
    if (!original) return;
    const end = amendment?.known_from as Date | undefined; // written by filingOf
    const superseded_at = end && end >= (original.known_from as Date) ? end : null; // likewise
    log.commit(key, { ...original, superseded_at }, at);
  };
  const put = (filing: WrittenFiling, at: Date, kind: '' | '/A') => {
    const made = filingOf(filing, at, kind);
    const id = String(made.id);
    const stored = log.rows().find((row) => row.id === id);
    const { superseded_at = null } = stored ?? {};
    log.commit(id, { ...made, superseded_at, revised_at: revisionOf(stored, made) }, at);
    settle(filing.key, at);
  };
  /** Of a filing that is written again, what became known after it: as in the store, never at the moment of the filing itself. */
  const revisionOf = (stored: AnyRecord | undefined, { known_from }: AnyRecord): Date | null => {
    const revised = (stored?.revised_at ?? null) as Date | null; // written by retell
    return revised && revised > (known_from as Date) ? revised : null; // written by filingOf
  };
  return {
    log,
    write: async (filing, at) => put(filing, at, ''),
    amend: async (filing, at) => put(filing, at, '/A'),
    async retell(filing, at) {
      const row = log.rows().find(({ id }) => id === filing.key);
      const revised_at = filingOf(filing, at).known_from as Date; // written by filingOf
      if (row && revised_at > (row.known_from as Date)) log.commit(filing.key, { ...row, revised_at }, at); // likewise
    },
    async remove(key, at) {
      if (log.rows().some(({ id }) => id === key)) log.commit(key, null, at);
      settle(key.replace('/A', ''), at);
    },
    list: async (view) => log.rows().filter((row) => isVisible(insiderFilings, row, view)),
  };
}

/** In a store, with what the writer makes of amendments. */
export function createStoreWorld({ store, writer, log }: OpenedStore): FollowedWorld {
  const put = async (filing: WrittenFiling, at: Date, kind: '' | '/A' | '/B') =>
    void (await writer.upsert(insiderFilings, [filingOf(filing, at, kind)], at));
  return {
    log,
    write: (filing, at) => put(filing, at, ''),
    amend: (filing, at) => put(filing, at, '/A'),
    retell: (filing, at) => put(filing, at, '/B'),
    remove: async (key, at) => void (await writer.remove(insiderFilings, key, at)),
    list: async (view) =>
      (await store.page(insiderFilings, { order: defaultOrder(insiderFilings), limit: 1000 }, view)).rows,
  };
}
