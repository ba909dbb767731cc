import { isObject } from '../../feed/json.ts';
import { outperformers } from '../../feeds/aoe/feed.ts';
import type { Format, Item } from '../format.ts';
import { readJson } from '../ohlcv/read-json.ts';
import { readEach } from '../sec/read-each.ts';
import { parseCoinMarketsPage, scanItems } from './markets-page.ts';
import { isSingleCoin, singleCoinItems } from './single-coin.ts';

/** Each file of `/coins/markets` is one complete scan: join the pages of a capture into one file. */
export const coingeckoMarkets: Format = {
  name: 'coingecko-markets',
  description:
    'CoinGecko: answers of /coins/markets in USD (plain or as {updated,data}) and of /coins/{id}, JSON',
  feed: outperformers,
  read: (files) => readEach(files, (file) => file, readCapture),
};

async function* readCapture(file: string): AsyncGenerator<Item> {
  const json = await readJson(file);
  if (isMarketChart(json)) {
    yield { kind: 'skipped', reason: 'a market chart does not say of which coin it is' };
  } else {
    yield* isSingleCoin(json) ? singleCoinItems(json, file) : scanItems([parseCoinMarketsPage(json, file)]);
  }
}

/** An answer of `/coins/{id}/market_chart`: times and amounts alone. */
const isMarketChart = (json: unknown): boolean =>
  isObject(json) && Array.isArray(json.prices) && Array.isArray(json.market_caps);
