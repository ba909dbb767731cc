import { expect } from 'vitest';
import type { Services } from '../../src/app/services.ts';
import { type AnyRecord, valueAt } from '../../src/feed/feed.ts';
import { withValue } from '../../src/feed/record.ts';
import { type FeedModule, registry } from '../../src/feeds/index.ts';
import { type InsiderFiling, insiderFilings } from '../../src/feeds/insider/feed.ts';
import { importTarget } from '../../src/ingestion/import-target.ts';
import { importItems } from '../../src/sources/import-run.ts';
import { sampleRecords } from './records.ts';
import { keyOf } from './time-questions.ts';

const HOUR_MS = 3_600_000;
const KEYS = 6;
const [SAMPLE] = sampleRecords(insiderFilings, 1);

export interface Chance {
  below(count: number): number;
  oneOf<T>(list: readonly T[]): T;
}

export const chanceOf = (random: () => number): Chance => {
  const below = (count: number): number => Math.floor(random() * count);
  return { below, oneOf: (list) => list[below(list.length)] ?? expect.unreachable('an empty list') };
};

/** Writes by chance into the feeds of a service: sends, sends again otherwise, fills in, imports, amends, removes. */
export function createRandomWrites({ below, oneOf }: Chance) {
  let accession = 0;

  /** One of a few records with one of a few contents, known from one of the last hours. */
  function anyRecord({ feed }: FeedModule, hoursAgo: (hours: number) => Date): AnyRecord {
    const content = sampleRecords(feed, 5, 3)[below(5)] ?? {};
    const keyed = withValue(content, feed.key, keyOf(below(KEYS)));
    const known = withValue(keyed, feed.leaf('known_from'), hoursAgo(below(40)));
    return feed.shelfLife ? withValue(known, feed.shelfLife.from, hoursAgo(below(20))) : known;
  }

  /** A purchase, or an amendment of one. */
  function anyFiling(hoursAgo: (hours: number) => Date): InsiderFiling {
    accession += 1;
    const isAmendment = below(3) === 0;
    const filedAt = hoursAgo(below(40));
    return {
      ...SAMPLE,
      id: `${String.fromCharCode(97 + below(8))}${isAmendment ? `z${accession}` : ''}-nd1`,
      ticker: 'BAC',
      transaction_code: 'P',
      transaction_direction: 'buy',
      is_quoted: true,
      value: 1000 * (1 + below(9)),
      shares: 1 + below(3),
      accession: `${accession}`,
      form: isAmendment ? '4/A' : '4',
      filed_on: null,
      amends_filed_on: isAmendment ? `${hoursAgo(30).toISOString().slice(0, 10)}T00:00:00` : null,
      issuer_cik: '1',
      owner_cik: `${below(3)}`,
      insider_name: oneOf(['DOE JANE', 'ROE RICHARD', 'POE EDGAR']),
      reporting_owners: null,
      trade_date: new Date('2026-03-04T00:00:00Z'),
      filing_date: filedAt,
      known_from: filedAt,
      superseded_at: null,
    } as unknown as InsiderFiling; // the rest is of the sample
  }

  async function importFiling(services: Services, hoursAgo: (hours: number) => Date): Promise<void> {
    async function* items() {
      yield { kind: 'record', record: anyFiling(hoursAgo) } as const;
    }
    const target = importTarget(services, 'test', async () => expect.unreachable());
    await importItems({ feed: insiderFilings }, items(), { target, completions: [] });
  }

  return async (services: Services): Promise<void> => {
    const hoursAgo = (hours: number): Date => new Date(services.clock.now().getTime() - hours * HOUR_MS);
    if (below(4) === 0) return importFiling(services, hoursAgo);
    const module = oneOf(registry);
    const { feed } = module;
    if (below(6) === 0) {
      await services.ingest.removeRow(feed, keyOf(below(KEYS)));
      return;
    }
    const records = Array.from({ length: 1 + below(4) }, () => anyRecord(module, hoursAgo));
    const one = new Map(records.map((record) => [valueAt(record, feed.key), record]));
    await services.ingest.write(feed, [...one.values()]);
  };
}
