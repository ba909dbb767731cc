import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullView, type View } from '../../src/core/access/view.ts';
import { createSearch } from '../../src/core/read/search.ts';
import { SEARCH_TYPES } from '../../src/feed/search-text.ts';
import { allFeeds } from '../../src/feeds/index.ts';
import { deriveFiling } from '../../src/feeds/insider/derive.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { sampleRecords } from '../support/records.ts';
import { type OpenedStore, openStore } from '../support/store.ts';

const NOW = new Date('2026-03-15T12:00:00Z');
const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);

let opened: OpenedStore;
beforeAll(async () => {
  opened = await openStore();
});
afterAll(() => opened[Symbol.asyncDispose]());

async function found(text: string, view: View): Promise<readonly string[]> {
  const { hits } = await createSearch(opened.store, opened.search).find({ text, limit: 100 }, view);
  return hits.map(({ type, key, title }) => `${type} ${key}: ${title}`);
}

const [sample = expect.unreachable()] = sampleRecords(insiderFilings, 1);

const filing = (id: string, at: Date, more: object) =>
  deriveFiling({
    ...sample,
    id,
    accession: id,
    form: '4',
    ticker: null,
    company_name: null,
    insider_name: null,
    owner_cik: null,
    insider_slug: null,
    filing_date: at,
    known_from: at,
    superseded_at: null,
    amends_filed_on: null,
    family: null,
    ...more,
  });

describe('names by which things are found', () => {
  it('are seen only by those who see a record that has them', async () => {
    await opened.writer.upsert(
      insiderFilings,
      [
        filing('old', ago(30), {
          owner_cik: '7',
          insider_name: 'Zebulon Aster',
          ticker: 'ZEBX',
          company_name: 'Zebra Works Inc',
        }),
        filing('new', ago(0.5), {
          owner_cik: '7',
          insider_name: 'Zenobia Aster',
          ticker: 'ZEBX',
          company_name: 'Quagga Works Inc',
        }),
      ],
      NOW,
    );
    const all = fullView(NOW);
    const late: View = { from: null, until: ago(1), now: NOW };
    const week: View = { from: ago(7), until: null, now: NOW };
    const both: View = { from: ago(7), until: ago(1), now: NOW };
    expect(await found('zebulon', all)).toEqual(['INSIDER cik-0000000007: Zenobia Aster']);
    expect(await found('zebulon', late)).toEqual(['INSIDER cik-0000000007: Zebulon Aster']);
    expect(await found('zebulon', week)).toEqual([]);
    expect(await found('zenobia', late)).toEqual([]);
    expect(await found('zenobia', week)).toEqual(['INSIDER cik-0000000007: Zenobia Aster']);
    expect(await found('quagga', late)).toEqual([]);
    expect(await found('quagga works', all)).toEqual(['ASSET stock:ZEBX: Quagga Works Inc']);
    expect(await found('zebra works', week)).toEqual([]);
    expect(await found('ZEBX', both)).toEqual([]);
    // What a key does not see does not keep it from what is spelled nearly so.
    expect(await found('zenobja', late)).toEqual([]);
    expect(await found('zebulom', late)).toEqual(['INSIDER cik-0000000007: Zebulon Aster']);
  });

  it('go with the last record that has them', async () => {
    expect(await found('zebulon', fullView(NOW))).toHaveLength(1);
    await opened.writer.remove(insiderFilings, 'old', NOW);
    expect(await found('zebulon', fullView(NOW))).toEqual([]);
    expect(await found('zenobia', fullView(NOW))).toHaveLength(1);
  });

  it('follow a record that is written again', async () => {
    const [market = expect.unreachable()] = sampleRecords(predictionMarkets, 1);
    const write = (question: string) =>
      opened.writer.upsert(predictionMarkets, [{ ...market, question, event_title: null }], NOW);
    await write('Will quokkas vote?');
    expect(await found('quokkas', fullView(NOW))).toHaveLength(1);
    await write('Will wombats vote?');
    expect(await found('quokkas', fullView(NOW))).toEqual([]);
    expect(await found('wombats', fullView(NOW))).toHaveLength(1);
  });

  it('of strategies are split before capitals and numbers', async () => {
    const [strategy = expect.unreachable()] = sampleRecords(strategies, 1);
    const name = 'DemoPatientMeanReversion_BTC_1h';
    await opened.writer.upsert(strategies, [{ ...strategy, name, slug: 'patient', symbol: null }], NOW);
    const matchOf = async (text: string) => {
      const search = createSearch(opened.store, opened.search);
      const { hits } = await search.find({ text, types: ['STRATEGY'], limit: 5 }, fullView(NOW));
      return hits.map(({ key, match }) => `${key} ${match}`);
    };
    for (const text of ['Patient', 'mean reversion', 'reversion 1h', '1H btc', 'demopatientmean'])
      expect(await matchOf(text), text).toEqual(['patient WORDS']);
    expect(await matchOf('DemoPatient')).toEqual(['patient START']);
    expect(await matchOf(name)).toEqual(['patient EXACT']);
    expect(await matchOf('mean revrsion')).toEqual(['patient SIMILAR']);
    expect(await matchOf('reversion mean ETH')).toEqual([]);
  });

  it('of prediction markets that match alike come in the order of their dollars', async () => {
    const [market = expect.unreachable()] = sampleRecords(predictionMarkets, 1);
    const asked = (id: string, question: string, volume_24h_usd: number | null) => ({
      ...market,
      market_id: id,
      question,
      event_title: null,
      volume_24h: 1_000 - (volume_24h_usd ?? 0), // in a unit of its platform
      volume_24h_usd,
    });
    await opened.writer.upsert(
      predictionMarkets,
      [
        asked('begins', 'Numbat wins?', 5),
        asked('quiet', 'Will a numbat win?', 1),
        asked('played', 'Will some numbat play?', null),
        asked('busy', 'Will the numbat lose at last?', 70),
        asked('exact', 'Numbat', 1),
        asked('near', 'Will a numbet win?', 1_000),
      ],
      NOW,
    );
    const find = createSearch(opened.store, opened.search).find;
    const keys = async (limit: number, types?: readonly ['PREDICTION_MARKET']) =>
      (await find({ text: 'numbat', types, limit }, fullView(NOW))).hits.map(({ key }) => key);
    expect(await keys(10)).toEqual(['exact', 'busy', 'begins', 'quiet', 'played', 'near']);
    // Also where fewer are asked for than match.
    expect(await keys(2, ['PREDICTION_MARKET'])).toEqual(['exact', 'busy']);
  });

  it('are the same made anew from the records', async () => {
    for (const feed of allFeeds) await opened.writer.upsert(feed, sampleRecords(feed, 200), NOW);
    const before = await opened.searchNames();
    expect(before.length).toBeGreaterThan(500);
    expect(await opened.refreshNames()).toEqual([]);
    await opened.forgetNames();
    expect(await opened.refreshNames()).toEqual(
      allFeeds.filter(({ search }) => search.length > 0).map(({ module }) => module),
    );
    expect(await opened.searchNames()).toEqual(before);
    expect(await opened.refreshNames()).toEqual([]);
  });

  it('of every type are declared by some feed', () => {
    const declared = new Set(allFeeds.flatMap(({ search }) => search.map(({ type }) => type)));
    expect(declared).toEqual(new Set(SEARCH_TYPES));
  });
});
