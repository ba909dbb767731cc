import { isObject } from '../../feed/json.ts';
import { whaleActivity } from '../../feeds/whales/feed.ts';
import { captureMark } from '../captured.ts';
import { listParser } from '../entry-parser.ts';
import type { Format, Item } from '../format.ts';
import type { WalletRequest } from '../wallet/asked.ts';
import {
  arrayOf,
  BadField,
  itemsOfEach,
  type NativeEntry,
  optionalNumber,
  optionalText,
  positiveOf,
  readJson,
  textOf,
  timeOf,
  walletIn,
} from '../wallet/native-json.ts';
import { createTradeInputs } from './trades-input.ts';

/**
 * Trades of any wallets: `GET https://data-api.polymarket.com/trades?limit=500&offset=0&takerOnly=false`, optionally
 * `&user=0x…`, `&market=<conditionId>`, `&filterType=CASH&filterAmount=1000` (USD); newest first, the next page has the
 * offset of what was read, an empty array is the end. Trades arrive while one pages: repeated ones are the same
 * inputs. Reads the rows as the provider writes them, and `{meta, trades}` with the names of polypulse's archive.
 */
export function parsePolymarketTrades(json: unknown, { file }: WalletRequest): readonly Item[] {
  const list = isObject(json) && Array.isArray(json.trades) ? json.trades : json;
  const inputOf = createTradeInputs();
  const trades = arrayOf(list, file, 'transactionHash', 'trades');
  const items = itemsOfEach(trades, file, 'trade', (entry) => {
    const native = isObject(entry.user) ? nativeOf(entry, entry.user) : entry;
    const { side } = native;
    if (side !== 'BUY' && side !== 'SELL') throw new BadField('side', 'unknown side');
    const input = inputOf(
      {
        wallet: walletIn(native, 'proxyWallet'),
        name: optionalText(native, 'name'),
        title: textOf(native, 'title'),
        outcome: optionalText(native, 'outcome'),
        side,
        size: positiveOf(native, 'size'),
        price: positiveOf(native, 'price'),
        slug: optionalText(native, 'slug'),
        outcomeIndex: optionalNumber(native, 'outcomeIndex'),
      },
      {
        token: textOf(native, 'asset'),
        time: timeOf(native, 'timestamp', 1000),
        transaction: textOf(native, 'transactionHash'),
        via: 'data-api',
      },
    );
    return [{ kind: 'input', input }];
  });
  return [captureMark(TRADES, file), ...items];
}

const TRADES = { name: 'polymarket-trades', version: 1, captures: 'events' } as const;

/** Undoes the re-shaping: the token is the second part of `id`, the rest has other names. */
function nativeOf(entry: NativeEntry, user: NativeEntry): NativeEntry {
  return {
    ...entry,
    proxyWallet: user.id,
    title: isObject(entry.market) ? entry.market.question : undefined,
    asset: /^0x[0-9a-f]+:(\d+):/i.exec(String(entry.id))?.[1],
    side: entry.type,
  };
}

export const polymarketTrades: Format = {
  name: 'polymarket-trades',
  description: 'Polymarket data-api /trades, native or as archived by polypulse ({meta, trades})',
  feed: whaleActivity,
  async *read(files) {
    for (const file of files) yield* parsePolymarketTrades(await readJson(file), { file });
  },
  parsers: [
    listParser({ ...TRADES, feed: whaleActivity }, (trades, { place }) =>
      parsePolymarketTrades(trades, { file: place }),
    ),
  ],
};
