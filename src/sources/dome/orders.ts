import { isObject } from '../../feed/json.ts';
import { whaleActivity } from '../../feeds/whales/feed.ts';
import { captureMark } from '../captured.ts';
import { listParser } from '../entry-parser.ts';
import { type Format, type Item, SourceError } from '../format.ts';
import { createTradeInputs } from '../polymarket/trades-input.ts';
import type { WalletRequest } from '../wallet/asked.ts';
import {
  arrayOf,
  BadField,
  itemsOfEach,
  optionalText,
  positiveOf,
  readJson,
  textOf,
  timeOf,
  walletIn,
} from '../wallet/native-json.ts';

/**
 * Filled orders on Polymarket: `GET https://api.domeapi.io/v1/polymarket/orders?user=0x…&limit=1000&offset=0` with a bearer
 * token; `pagination.has_more` says whether there is a next page, whose offset is what was read. Newest first.
 * Reads one answer or an array of answers. The outcome is not named, only its token.
 */
export function parseDomeOrders(json: unknown, { file }: WalletRequest): readonly Item[] {
  const pages: readonly unknown[] = Array.isArray(json) ? json : [json];
  return pages.flatMap((page, index) => {
    if (!isObject(page) || !Array.isArray(page.orders)) {
      throw new SourceError(
        `${file}: page ${index + 1} has no "orders"; this is no answer of /polymarket/orders`,
      );
    }
    const inputOf = createTradeInputs();
    const orders = arrayOf(page.orders, file, 'tx_hash', 'orders');
    const items = itemsOfEach(orders, file, `page ${index + 1}, order`, (order) => {
      const { side } = order;
      if (side !== 'BUY' && side !== 'SELL') throw new BadField('side', 'unknown side');
      const input = inputOf(
        {
          wallet: walletIn(order, 'user'),
          name: null,
          title: textOf(order, 'title'),
          outcome: null,
          side,
          size: positiveOf(order, 'shares_normalized'),
          price: positiveOf(order, 'price'),
          slug: optionalText(order, 'market_slug'),
        },
        {
          token: textOf(order, 'token_id'),
          time: timeOf(order, 'timestamp', 1000),
          transaction: textOf(order, 'tx_hash'),
          via: 'dome',
        },
      );
      return [{ kind: 'input', input }];
    });
    // A page is a capture: equal orders are counted page by page.
    return [captureMark(ORDERS, file), ...items];
  });
}

const ORDERS = { name: 'dome-orders', version: 1, captures: 'events' } as const;

export const domeOrders: Format = {
  name: 'dome-orders',
  description: 'Dome API /polymarket/orders, one answer or an array of its pages',
  feed: whaleActivity,
  async *read(files) {
    for (const file of files) yield* parseDomeOrders(await readJson(file), { file });
  },
  parsers: [
    listParser({ ...ORDERS, feed: whaleActivity }, (orders, { place }) =>
      parseDomeOrders({ orders }, { file: place }),
    ),
  ],
};
