import { expect, it } from 'vitest';
import { freqtrade } from '../../../src/sources/freqtrade/provider.ts';
import { NEVER_SYNCED } from '../../../src/sources/sync/state.ts';
import { nativeResult, nativeStrategy, readBacktests, tempFiles } from '../freqtrade/reading.ts';
import { benchOf } from './paged-trades.ts';
import { html, json, startProvider, status } from './provider-server.ts';

interface Run {
  readonly filename: string;
  readonly strategy: string;
  readonly backtest_start_time: number;
}

const run = (filename: string, strategy: string, backtest_start_time: number): Run => ({
  filename,
  strategy,
  backtest_start_time,
});

const resultOf = ({ strategy, backtest_start_time }: Run): string =>
  nativeResult({ [strategy]: nativeStrategy({ backtest_run_start_ts: backtest_start_time }) });

/** freqtrade with these runs, which answers only who gives the user and password it has. */
async function open(...given: readonly Run[]) {
  const runs = [...given];
  const server = await startProvider();
  server.answer((request, response, url) => {
    const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
    const isAllowed = scheme === 'Basic' && Buffer.from(credentials, 'base64').toString() === 'me:se:cret';
    const asked = runs.find(
      ({ filename, strategy }) =>
        url.searchParams.get('filename') === filename && url.searchParams.get('strategy') === strategy,
    );
    const answer = !isAllowed
      ? status(401, {}, '{"detail":"Unauthorized"}')
      : url.pathname === '/api/v1/backtest/history'
        ? json(runs)
        : url.pathname === '/api/v1/backtest/history/result' && asked
          ? json({ status: 'ended', running: false, backtest_result: JSON.parse(resultOf(asked)) })
          : status(404);
    answer(request, response, url);
  });
  const bench = benchOf(server, freqtrade, { username: 'me', password: 'se:cret' });
  return Object.assign(server, bench, { runs });
}

const OLD = run('backtest-result-2024-01-11_00-00-00', 'MyTrend', 1_704_931_200);
const NEW = run('backtest-result-2024-02-11_00-00-00', 'MyTrend', 1_707_609_600);

it('fetches each run once, oldest first, and reads it as its file is read', async () => {
  await using bot = await open(NEW, OLD);
  expect(await bot.run()).toMatchObject({ outcome: 'done', read: 2, rejected: {} });
  const files = await tempFiles({ 'old.json': resultOf(OLD), 'new.json': resultOf(NEW) });
  expect(bot.target.inputs).toEqual((await readBacktests(...files)).inputs);
  const other = run(NEW.filename, 'Other', NEW.backtest_start_time);
  bot.runs.push(other);
  bot.requests.length = 0;
  expect(await bot.run()).toMatchObject({ outcome: 'done', read: 2 });
  expect(bot.requests.map((path) => new URL(path, bot.url).searchParams.get('strategy'))).toEqual([
    null,
    'MyTrend',
    'Other',
  ]);
});

it('goes on behind the last run it has read when one fails', async () => {
  await using bot = await open(OLD, NEW);
  bot.first(json([OLD, NEW]), json({ backtest_result: JSON.parse(resultOf(OLD)) }), html);
  const failed = await bot.run();
  expect(failed).toMatchObject({ outcome: 'failed', read: 1 });
  expect(failed.error).toMatch(/backtest\/history\/result.* answered an HTML page/);
  bot.requests.length = 0;
  expect(await bot.run()).toMatchObject({ outcome: 'done', read: 2 });
});

it('says what is wrong with what is no result, and with a wrong password', async () => {
  await using bot = await open(OLD);
  bot.first(json([OLD]), json({ status: 'not_started' }));
  expect((await bot.run()).error).toMatch(/has no "strategy"; this is no backtest result of freqtrade/);
  bot.first(status(401, {}, '{"detail":"Unauthorized"}'));
  expect((await bot.run()).error).toMatch(/answered 401/);
  await bot.states.write('freqtrade', { ...NEVER_SYNCED, cursor: { ran_at: '?' } });
  expect(await bot.run()).toMatchObject({ outcome: 'done', read: 1 });
});

it('is left out as long as it has no password', () => {
  expect(freqtrade.missing?.({ username: 'me', password: null })).toMatch(/"username" and "password"/);
  expect(freqtrade.missing?.({ username: 'me', password: 'x' })).toBeNull();
});
