import { basename } from 'node:path';
import { isObject } from '../../feed/json.ts';
import { outperformers } from '../../feeds/aoe/feed.ts';
import { entryParser } from '../entry-parser.ts';
import type { Format, Item } from '../format.ts';
import { readJson } from '../ohlcv/read-json.ts';
import { readEach } from '../sec/read-each.ts';
import { parseCoinMarketsPage, scanItems, scanParser } from './markets-page.ts';
import { isSingleCoin, singleCoinParser } from './single-coin.ts';

const chartParser = entryParser({
  name: 'coingecko-chart',
  version: 1,
  feed: outperformers,
  captures: 'state',
  read: () => [{ kind: 'skipped', reason: 'a market chart does not say of which coin it is' }],
});

/** Each file of `/coins/markets` is one complete scan: join the pages of a capture into one file. */
export const coingeckoMarkets: Format = {
  name: 'coingecko-markets',
  description:
    'CoinGecko: answers of /coins/markets in USD (plain or as {updated,data}) and of /coins/{id}, JSON',
  feed: outperformers,
  read: (files) => readEach(files, (file) => file, readCapture),
  parsers: [scanParser, singleCoinParser, chartParser],
};

async function* readCapture(file: string): AsyncGenerator<Item> {
  const json = await readJson(file);
  const at = 'record 1';
  if (isMarketChart(json)) yield* chartParser.parse(file, [{ at, raw: json }]);
  else if (isSingleCoin(json))
    yield* singleCoinParser.parse(file, [{ at, raw: json }], { file: basename(file) });
  else yield* scanItems([parseCoinMarketsPage(json, file)]);
}

/** An answer of `/coins/{id}/market_chart`: times and amounts alone. */
const isMarketChart = (json: unknown): boolean =>
  isObject(json) && Array.isArray(json.prices) && Array.isArray(json.market_caps);
