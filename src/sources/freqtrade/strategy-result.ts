import { createHash } from 'node:crypto';
import type { CaptureContext } from '../../core/capture/capture-store.ts';
import { assetKey, assetOf } from '../../feed/asset.ts';
import { isObject, type JsonObject } from '../../feed/json.ts';
import { BAR_LENGTH } from '../../feed/text-form.ts';
import { strategies } from '../../feeds/mte/feed.ts';
import { type EntryPlace, entryParser, type Placed } from '../entry-parser.ts';
import type { ImportOptions, Item, Rejection } from '../format.ts';
import { type Backtest, type BacktestTrade, slugOf } from './backtest.ts';
import { pair as pairOf, positive, text, time } from './native-value.ts';
import { reportedOf, settingsOf } from './reported.ts';
import type { ResultFile } from './result-file.ts';
import { readTrade } from './trade.ts';

/** A strategy of a result with what is known of the run. */
interface NativeStrategy {
  readonly name: string;
  readonly result: unknown;
  readonly metadata?: unknown;
}

export const strategyParser = entryParser<NativeStrategy>({
  name: 'freqtrade-backtest',
  version: 2,
  feed: strategies,
  captures: 'events',
  read: itemsOf,
});

/** The strategies of a file; `more` is metadata of the run from another. */
export const strategiesOf = (
  { strategies: results, metadata }: Pick<ResultFile, 'strategies' | 'metadata'>,
  more: JsonObject = {},
): readonly Placed<NativeStrategy>[] =>
  Object.entries(results).map(([name, result]) => ({
    at: `strategy ${name}`,
    raw: { name, result, metadata: metadata[name] ?? more[name] },
  }));

/** The number of tried variants is an option of the import. */
export const contextOf = ({ trials }: Pick<ImportOptions, 'trials'>): CaptureContext =>
  trials === undefined ? {} : { trials };

/** What one strategy of a result becomes: its run, the trades it left open, and what is wrong with it. */
function itemsOf(
  { name, result: raw, metadata }: NativeStrategy,
  { file, context }: EntryPlace,
): readonly Item[] {
  const trials = typeof context.trials === 'number' ? context.trials : null;
  const reject = (field: string | null, reason: string): readonly Item[] => [
    { kind: 'rejected', file, at: `strategy ${name}`, field, reason, raw },
  ];
  if (!isObject(raw)) return reject(null, 'not an object');
  const slug = slugOf(name);
  if (slug === '') return reject('strategy_name', 'no name');
  const timeframe = text(raw.timeframe);
  if (timeframe !== null && !BAR_LENGTH.pattern.test(timeframe))
    return reject('timeframe', `must be ${BAR_LENGTH.says}`);
  const ranAt = time(raw.backtest_run_start_ts) ?? time(isObject(metadata) && metadata.backtest_start_time);
  if (ranAt === null) return reject('backtest_run_start_ts', 'time of the run is not known');
  const from = time(raw.backtest_start) ?? time(raw.backtest_start_ts);
  const to = time(raw.backtest_end) ?? time(raw.backtest_end_ts);
  if (from === null || to === null) return reject('backtest_start', 'tested period is not known');
  const balance = positive(raw.starting_balance) ?? positive(raw.dry_run_wallet);
  if (balance === null) return reject('starting_balance', 'starting balance is not a positive number');
  if (!Array.isArray(raw.trades)) return reject('trades', 'no list of trades');

  const { trades, rejections } = readTrades(file, { name, slug, ranAt }, raw.trades);
  const backtest: Backtest = {
    name,
    timeframe,
    pairs: pairsOf(raw, trades),
    starting_balance: balance,
    from,
    to,
    ran_at: ranAt,
    trades,
    settings: settingsOf(raw),
    reported: reportedOf(raw),
  };
  const key = keyOf(backtest);
  const data = { ...backtest };
  const isCut = typeof raw.total_trades === 'number' && raw.total_trades !== raw.trades.length;
  return [
    { kind: 'input', input: { kind: 'backtest', series: slug, key, data } },
    ...(trials === null
      ? []
      : [{ kind: 'input', input: { kind: 'trials', series: slug, key, data: { trials } } } as const]),
    ...openTrades(slug, key, trades),
    ...(isCut ? [{ kind: 'noted', reason: 'number of trades is not the stated one' } as const] : []),
    ...rejections,
  ];
}

interface Run {
  readonly name: string;
  readonly slug: string;
  /** ISO 8601. */
  readonly ranAt: string;
}

function readTrades(file: string, { name, slug, ranAt }: Run, entries: readonly unknown[]) {
  const trades: BacktestTrade[] = [];
  const rejections: Rejection[] = [];
  const seen = new Set<string>();
  for (const [index, raw] of entries.entries()) {
    const at = `strategy ${name}, trade ${index + 1}`;
    const result = readTrade(slug, ranAt, raw);
    if (!result.ok) {
      rejections.push({ kind: 'rejected', file, at, field: result.field, reason: result.reason, raw });
    } else if (seen.has(result.trade.id)) {
      rejections.push({ kind: 'rejected', file, at, field: 'open_date', reason: 'trade given twice', raw });
    } else {
      seen.add(result.trade.id);
      trades.push(result.trade);
    }
  }
  return { trades, rejections };
}

function pairsOf(raw: JsonObject, trades: readonly BacktestTrade[]): readonly string[] {
  const listed = Array.isArray(raw.pairlist) ? raw.pairlist.flatMap((pair) => pairOf(pair) ?? []) : [];
  return listed.length > 0 ? listed : [...new Set(trades.map(({ pair }) => pair))].sort();
}

/**
 * Runs sort by their time, then by the end of the market data; the hash distinguishes runs that started at once. It is over
 * the members that were kept first, so that a run has the same key however much more is read of it.
 */
function keyOf(backtest: Backtest): string {
  const { settings, reported, trades, ...first } = backtest;
  const identity = { ...first, trades: trades.map(({ execution, ...trade }) => trade) };
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 12);
  return `${backtest.ran_at}|${backtest.to}|${hash}`;
}

/** freqtrade trades coins alone. */
function tradedAsset(pair: string): string {
  const asset = assetOf(pair, 'crypto');
  return asset === null ? pair : assetKey(asset);
}

/** Says which assets an open trade hangs on, so that a price finds the strategies it concerns. */
function openTrades(slug: string, key: string, trades: readonly BacktestTrade[]): readonly Item[] {
  const byAsset = Map.groupBy(
    trades.filter((trade) => trade.is_open),
    (trade) => tradedAsset(trade.pair),
  );
  return [...byAsset].map(([asset, open]) => ({
    kind: 'input',
    input: { kind: 'open-trade', series: `${asset}|${slug}`, key, data: { ids: open.map(({ id }) => id) } },
  }));
}
