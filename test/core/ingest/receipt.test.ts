import { describe, expect, it } from 'vitest';
import { received } from '../../../src/core/ingest/receipt.ts';
import type { AnyRecord, Feed } from '../../../src/feed/feed.ts';
import { knownAbout, knownExactly } from '../../../src/feed/known.ts';
import { congress } from '../../../src/feeds/congress/feed.ts';
import { predictionMarkets } from '../../../src/feeds/prediction/feed.ts';
import { sampleRecords } from '../../support/records.ts';

const FIRST = new Date('2026-03-01T00:00:00Z');
const LATER = new Date('2026-03-02T00:00:00Z');

const undated = (feed: Feed): AnyRecord => ({ ...sampleRecords(feed, 1)[0], known_from: null });

/** What is stored of a record that comes in twice. */
function storedOf(feed: Feed, first: AnyRecord, later: AnyRecord): AnyRecord {
  const [stored = {}] = received(feed, [first], FIRST, undefined).records;
  const { records, merge } = received(feed, [later], LATER, undefined);
  const [incoming = {}] = records;
  return merge ? merge(stored, incoming) : incoming;
}

describe('records that say nothing of their known-from', () => {
  it('are known about from when they came in', () => {
    const { records } = received(predictionMarkets, [undated(predictionMarkets)], FIRST, undefined);
    expect(records).toMatchObject([knownAbout(FIRST)]);
  });

  it('keep that moment when they come in again', () => {
    for (const feed of [congress, predictionMarkets])
      expect(storedOf(feed, undated(feed), undated(feed))).toMatchObject(knownAbout(FIRST));
  });

  it('of current state are known anew with what they say anew, of history from the first time on', () => {
    const market = undated(predictionMarkets);
    expect(storedOf(predictionMarkets, market, { ...market, question: 'Another?' })).toMatchObject({
      question: 'Another?',
      ...knownAbout(LATER),
    });
    const trade = undated(congress);
    expect(storedOf(congress, trade, { ...trade, sector: 'energy' })).toMatchObject({
      sector: 'energy',
      ...knownAbout(FIRST),
    });
  });
});

it('records that say their known-from, or whose feed does, are left as they are', () => {
  const dated = { ...undated(congress), ...knownExactly(FIRST) };
  expect(received(congress, [dated], LATER, undefined)).toEqual({ records: [dated], merge: undefined });
});
