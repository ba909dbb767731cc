import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewOf } from '../../src/core/access/access.ts';
import { viewAsOf } from '../../src/core/access/moment.ts';
import type { View } from '../../src/core/access/view.ts';
import type { AnyRecord, Feed } from '../../src/feed/feed.ts';
import { defaultOrder } from '../../src/feed/query.ts';
import { toRest } from '../../src/feed/record.ts';
import { FEED_LISTS, type FeedList } from '../support/feed-lists.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { HistoryModel } from '../support/history-model.ts';
import { expectedRows } from '../support/model.ts';
import { chanceOf } from '../support/random-writes.ts';
import { seeded } from '../support/records.ts';
import { FREELY_ASKED, startTwoServers, type TwoServers } from '../support/two-servers.ts';

const START = Date.parse('2026-03-10T00:00:00Z');
const MINUTE_MS = 60_000;
const STEPS = fuzzRuns(40);
const QUESTIONS = fuzzRuns(300);
const LIMIT = 100;

const chance = chanceOf(seeded(31));
const { below, oneOf } = chance;
/** What a feed gathers of several captures has no earlier versions. */
const LISTS = FEED_LISTS.filter(({ feed }) => feed.versions !== 'untold');

let servers: TwoServers;

beforeAll(async () => {
  servers = await startTwoServers(START, chance);
}, 600_000);
afterAll(() => servers?.stop(), 600_000);

/** Every state that the event log of a feed tells. */
async function modelOf(feed: Feed): Promise<HistoryModel> {
  const { eventLog } = servers.any().services;
  const model = new HistoryModel(feed);
  for (let after = 0n; ; ) {
    const events = await eventLog.read(feed, after, 1000);
    for (const { key, at, after: record } of events)
      if (record === null) model.remove(key, at);
      else model.write([record], at);
    after = events.at(-1)?.seq ?? after;
    if (events.length === 0) return model;
  }
}

interface Question {
  readonly list: FeedList;
  readonly tier: number;
  readonly asOf: Date;
  readonly isStaleToo: boolean;
}

async function ask({ list, tier, asOf, isStaleToo }: Question) {
  const params = new URLSearchParams({ as_of: asOf.toISOString(), limit: String(LIMIT) });
  if (isStaleToo && list.feed.shelfLife) params.set('include_stale', 'true');
  const path = `${list.path}?${params}`;
  const response = await servers.any().get(path, { 'x-api-key': servers.keys[tier] ?? '' });
  const body = (await response.json()) as { readonly code?: string } & Record<string, unknown>;
  return {
    path,
    status: response.status,
    code: body.code,
    total: response.headers.get('x-total-count'),
    rows: body[list.wrapper],
  };
}

/** What the model has for it, as the list shows it. */
function expected(
  model: HistoryModel,
  { list, tier, asOf, isStaleToo }: Question,
  shown: readonly AnyRecord[],
) {
  const { feed } = list;
  const plan = FREELY_ASKED[tier];
  if (!plan) throw new Error(`there is no tier ${tier}`);
  const asked = viewAsOf(viewOf(plan, servers.clock.now()), asOf, 'as_of');
  const view: View = isStaleToo ? { ...asked, stale: true } : asked;
  const rows = expectedRows(feed, model.knownAt(asOf), undefined, defaultOrder(feed), view);
  const members = new Set(Object.keys(shown[0] ?? {}));
  const asShown = (record: AnyRecord) =>
    Object.fromEntries(Object.entries(toRest(feed, record)).filter(([name]) => members.has(name)));
  return { total: String(rows.length), rows: rows.slice(0, LIMIT).map(asShown) };
}

describe('as of a moment', () => {
  test('every list says what was known then, whatever came in since', async () => {
    for (let step = 0; step < STEPS; step += 1) {
      if (below(2) === 0) servers.moveOn((1 + below(60)) * MINUTE_MS);
      await servers.replaceSometimes();
      await Promise.all([servers.write(), servers.tick(), servers.write()]);
    }
    await servers.replaceBoth();

    const models = new Map<Feed, HistoryModel>();
    for (const { feed } of LISTS) if (!models.has(feed)) models.set(feed, await modelOf(feed));
    const lastMinute = (servers.clock.now().getTime() - START) / MINUTE_MS;
    let changed = 0;
    for (let index = 0; index < QUESTIONS; index += 1) {
      const list = LISTS[index % LISTS.length] ?? expect.unreachable('a list');
      const model = models.get(list.feed) ?? expect.unreachable('a model');
      // At the minute of a change, just before it, or any time.
      const change = oneOf(model.moments()).getTime() - below(2);
      const ms = below(2) === 0 && change > START ? change : START + below(lastMinute) * MINUTE_MS;
      const question = {
        list,
        tier: below(FREELY_ASKED.length),
        asOf: new Date(Math.min(ms, servers.clock.now().getTime())),
        isStaleToo: below(2) === 0,
      };
      const { path, status, code, total, rows } = await ask(question);
      if (code === 'NOT_RECORDED') {
        expect(
          model.moments().filter((moment) => moment <= question.asOf),
          path,
        ).toEqual([]);
        continue;
      }
      expect(status, `${path}: ${code}`).toBe(200);
      const of = `${path} as ${FREELY_ASKED[question.tier]?.id}`;
      expect({ total, rows }, of).toEqual(expected(model, question, rows as readonly AnyRecord[]));
      const now = { ...question, asOf: servers.clock.now() };
      if (JSON.stringify(rows) !== JSON.stringify(expected(model, now, rows as readonly AnyRecord[]).rows))
        changed += 1;
    }
    // Most of it is something else by now, or nothing would have been tried.
    expect(changed).toBeGreaterThan(QUESTIONS / 2);
  }, 600_000);
});
