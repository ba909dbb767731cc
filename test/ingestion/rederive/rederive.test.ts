import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runFormat } from '../../../src/app/import.ts';
import type { Services } from '../../../src/app/services.ts';
import { congress } from '../../../src/feeds/congress/feed.ts';
import { rederive } from '../../../src/ingestion/rederive/rederive.ts';
import type { Format, Parser } from '../../../src/sources/format.ts';
import { parsers } from '../../../src/sources/parsers.ts';
import { senateTransactions } from '../../../src/sources/stock-watcher/senate-transactions.ts';
import { senateRows } from '../../support/senate-rows.ts';
import { earlierVersion } from './earlier-version.ts';
import { contentOf, openWholeStore } from './whole-store.ts';

const dir = mkdtempSync(join(tmpdir(), 'alpha-rederive-'));
afterAll(() => rmSync(dir, { recursive: true }));

const ROWS = senateRows(60);
const fileOf = (name: string, rows: readonly unknown[]) => {
  const file = join(dir, name);
  writeFileSync(file, JSON.stringify(rows));
  return file;
};
const all = fileOf('senate.json', ROWS);
const earlier = earlierVersion(senateTransactions);
const importFile = (services: Services, format: Format, file = all) =>
  runFormat(services, format, [file], { reject: async () => undefined, onProgress: () => undefined });
const keysOf = async ({ db }: Services) =>
  (await contentOf({ db } as Services)).congress_trades?.map((row) => String(JSON.parse(row).id)) ?? [];

describe('reading again', () => {
  it('writes what comes out differently, counts it, and is done when it was done', async () => {
    await using anew = await openWholeStore();
    await importFile(anew, senateTransactions);
    await using services = await openWholeStore();
    await importFile(services, earlier);
    const before = await services.eventLog.bounds(congress);
    const { records, rejectedAnew, ...report } = await rederive(services);
    expect(await contentOf(services)).toEqual(await contentOf(anew));
    expect(report).toMatchObject({ isDone: true, isResumed: false, captures: 1, entries: 60 });
    const { created, updated, removed, unchanged } = records;
    expect(Math.min(created, updated, removed, unchanged)).toBeGreaterThan(0);
    expect(created + updated + unchanged).toBe(60);
    expect(rejectedAnew).toEqual({});
    const after = await services.eventLog.bounds(congress);
    expect(Number(after.head - before.head)).toBe(created + updated + removed);
    expect((await rederive(services)).records).toEqual({ created: 0, updated: 0, removed: 0, unchanged: 60 });
    expect((await rederive(services, { isOutdatedOnly: true })).entries).toBe(0);
    expect((await services.eventLog.bounds(congress)).head).toBe(after.head);
  });

  it('rejects what a parser no longer takes, and keeps what it was', async () => {
    await using services = await openWholeStore();
    await importFile(services, senateTransactions);
    const [first] = await keysOf(services);
    const stricter = parsers.map(
      (parser): Parser => (parser.name === senateTransactions.name ? refusing(parser, first) : parser),
    );
    const { records, rejectedAnew } = await rederive(services, { parsers: stricter });
    expect(records).toEqual({ created: 0, updated: 0, removed: 1, unchanged: 59 });
    expect(rejectedAnew).toEqual({ 'is not taken any more': 1 });
    expect(await keysOf(services)).not.toContain(first);
    expect((await rederive(services)).records).toEqual({ created: 1, updated: 0, removed: 0, unchanged: 59 });
  });

  it('takes the newest capture for what a later one no longer becomes', async () => {
    await using services = await openWholeStore();
    await importFile(services, senateTransactions);
    const corrected = ROWS.map((row) => ({ ...row, comment: 'corrected' }));
    await importFile(services, senateTransactions, fileOf('corrected.json', corrected));
    const [first] = await keysOf(services);
    const only = parsers.map(
      (parser): Parser =>
        parser.name === senateTransactions.name ? refusing(parser, first, 'corrected') : parser,
    );
    expect((await rederive(services, { parsers: only })).records).toMatchObject({ updated: 1, removed: 0 });
    const rows = (await contentOf(services)).congress_trades?.map((row) => JSON.parse(row)) ?? [];
    expect(rows.filter(({ comment }) => comment !== 'corrected').map(({ id }) => id)).toEqual([first]);
  });

  it('refuses what was to come when it came in, though its day has passed since', async () => {
    await using services = await openWholeStore();
    const late = ROWS.map((row) => ({
      ...row,
      transaction_date: '06/30/2026',
      disclosure_date: '07/20/2026',
    }));
    await importFile(services, senateTransactions, fileOf('late.json', late));
    expect(await keysOf(services)).toEqual([]);
    const clock = { now: () => new Date('2026-12-01T00:00:00Z') };
    const ingest = { ...services.ingest, refusal: laterRefusal(services, clock.now()) };
    expect((await rederive({ ...services, clock, ingest })).records.created).toBe(0);
    expect(await keysOf(services)).toEqual([]);
  });

  it('goes on where it was broken off', async () => {
    await using anew = await openWholeStore();
    await importFile(anew, senateTransactions);
    await using services = await openWholeStore();
    await importFile(services, earlier);
    for (const parts of [1, 2, 3]) {
      const ended = new AbortController();
      let seen = 0;
      const report = await rederive(services, {
        signal: ended.signal,
        onProgress: () => {
          seen += 1;
          if (seen === parts) ended.abort();
        },
      });
      if (!report.isDone) expect(await keysOf(services)).not.toEqual([]);
    }
    const last = await rederive(services);
    expect(last.isDone).toBe(true);
    expect(await contentOf(services)).toEqual(await contentOf(anew));
  });

  it('goes on beside imports, and the later file counts', async () => {
    const corrected = fileOf(
      'beside.json',
      ROWS.map((row) => ({ ...row, comment: 'beside' })),
    );
    await using anew = await openWholeStore();
    await importFile(anew, senateTransactions);
    await importFile(anew, senateTransactions, corrected);
    await using services = await openWholeStore();
    await importFile(services, earlier);
    await Promise.all([rederive(services), importFile(services, senateTransactions, corrected)]);
    await rederive(services);
    expect(await contentOf(services)).toEqual(await contentOf(anew));
  });

  it('begins anew after an import that left something to be settled', async () => {
    await using services = await openWholeStore();
    await importFile(services, earlier);
    await importFile(services, senateTransactions);
    const { records, isResumed } = await rederive(services);
    expect(isResumed).toBe(false);
    expect(records).toMatchObject({ created: 0, updated: 0, unchanged: 60 });
    expect(records.removed).toBeGreaterThan(0);
    expect(await keysOf(services)).toHaveLength(60);
  });

  it('lets what was removed stay removed, and what has no entry stand', async () => {
    await using services = await openWholeStore();
    await importFile(services, senateTransactions);
    const [first = '', second = ''] = await keysOf(services);
    await services.ingest.remove('congress', first);
    const [sent] = await services.feeds.byKeys(congress, [second], {
      from: null,
      until: null,
      now: new Date(),
    });
    await services.ingest.write(congress, [{ ...sent, id: 'sent-by-hand' }]);
    const { records, leftOut, cannotRedo } = await rederive(services, { module: 'congress' });
    expect(records).toEqual({ created: 0, updated: 0, removed: 0, unchanged: 59 });
    expect(leftOut).toBe(1);
    expect(cannotRedo.records).toEqual({ congress: 1 });
    expect(await keysOf(services)).not.toContain(first);
    expect(await keysOf(services)).toContain('sent-by-hand');
  });

  it('says which captures nothing can read, and refuses a module that is none', async () => {
    await using services = await openWholeStore();
    await importFile(services, { ...senateTransactions, read: renamed });
    const { cannotRedo, records } = await rederive(services);
    expect(records).toEqual({ created: 0, updated: 0, removed: 0, unchanged: 0 });
    expect(cannotRedo).toMatchObject({ parsers: { gone: 1 }, captures: [], records: {} });
    expect(await keysOf(services)).toHaveLength(60);
    await expect(rederive(services, { module: 'congres' })).rejects.toThrow(/congress.*got "congres"/);
  });
});

/** As months later, unless it is told when a record came in. */
const laterRefusal =
  ({ ingest }: Services, now: Date): Services['ingest']['refusal'] =>
  (feed, record, at = now) =>
    ingest.refusal(feed, record, at);

async function* renamed(...given: Parameters<Format['read']>) {
  for await (const item of senateTransactions.read(...given))
    yield item.kind === 'capture' ? { ...item, parser: { ...item.parser, name: 'gone' } } : item;
}

/** A parser that takes all but the record of a key, of entries that hold a text. */
const refusing = (parser: Parser, key: string | undefined, text = ''): Parser => ({
  ...parser,
  version: parser.version + 1,
  async *reread(capture, earlierInput) {
    let content = '';
    for await (const item of parser.reread(capture, earlierInput)) {
      if (item.kind === 'entry') ({ content } = item);
      const isRefused = item.kind === 'record' && item.record.id === key && content.includes(text);
      yield isRefused
        ? { kind: 'rejected', file: 'f', at: 'a', field: null, reason: 'is not taken any more', raw: null }
        : item;
    }
  },
});
