import { isObject } from '../../feed/json.ts';
import { cursorMs } from '../sync/cursor-time.ts';
import { listIn, textIn } from '../sync/list-in.ts';
import { checkpoint, defineProvider } from '../sync/provider.ts';
import { freqtradeBacktest } from './freqtrade-backtest.ts';
import { parseResult } from './result-file.ts';
import { strategiesOf, strategyParser } from './strategy-result.ts';

/**
 * The REST API of freqtrade in webserver mode (www.freqtrade.io/en/stable/rest-api): `/backtest/history` lists the runs in
 * `user_data/backtest_results`, each with the second it began in, and `/backtest/history/result` is one of them. Runs
 * never change, so each is fetched once; those of the last second are fetched again, for there may be more of them.
 */
export const freqtrade = defineProvider({
  name: 'freqtrade',
  description: 'freqtrade (webserver mode): backtest results with their trades',
  feed: freqtradeBacktest.feed,
  defaultBaseUrl: 'http://127.0.0.1:8080',
  everyMs: 10 * 60_000,
  minIntervalMs: 100,
  options: {
    username: { kind: 'text', description: 'user of the "api_server" of its configuration', default: null },
    password: { kind: 'text', description: 'password of that user', default: null },
  },
  missing: ({ username, password }) =>
    username === null || password === null
      ? 'set its "username" and "password" in SOURCES_FILE: those of the "api_server" of freqtrade'
      : null,
  async *items({ get, options, cursor, now }) {
    const credentials = Buffer.from(`${options.username}:${options.password}`).toString('base64');
    const headers = { authorization: `Basic ${credentials}` };
    const history = await get('/api/v1/backtest/history', { headers });
    const since = cursorMs(cursor, 'ran_at', now()) ?? 0;
    for (const { filename, strategy, ranAt } of runsIn(listIn(history))) {
      if (ranAt < since) continue;
      const query = { filename, strategy };
      const { json, url } = await get('/api/v1/backtest/history/result', { headers, query });
      const result = parseResult(isObject(json) ? json.backtest_result : json, url);
      yield* strategyParser.parse(url, strategiesOf(result));
      yield checkpoint({ ran_at: String(ranAt) });
    }
  },
});

/** Oldest first, so that the cursor never passes a run. */
function runsIn(history: readonly unknown[]) {
  return history
    .map((entry) => ({
      filename: textIn(entry, 'filename'),
      strategy: textIn(entry, 'strategy'),
      ranAt: (Number(textIn(entry, 'backtest_start_time')) || 0) * 1_000,
    }))
    .toSorted((one, other) => one.ranAt - other.ranAt);
}
