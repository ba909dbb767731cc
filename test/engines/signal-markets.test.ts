import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetKey, assetOf } from '../../src/feed/asset.ts';
import { marketOf, timeframeOf } from '../../src/sources/tradingview/market.ts';

describe('markets of tickers', () => {
  it.each([
    ['BINANCE:BTCUSDT', 'BTC/USDT', 'crypto:BTC', 'crypto', false],
    ['BYBIT:BTCUSDT.P', 'BTC/USDT', 'crypto:BTC', 'crypto', true],
    ['COINBASE:BTCUSD', 'BTC/USD', 'crypto:BTC', 'crypto', false],
    ['BINANCE:TRXBTC', 'TRX/BTC', 'crypto:TRX', 'crypto', false],
    ['KRAKEN:ETH/EUR', 'ETH/EUR', 'crypto:ETH', 'crypto', false],
    ['HYPERLIQUID:BTC', 'BTC', 'crypto:BTC', 'crypto', true],
    ['btc/usdt', 'BTC/USDT', 'crypto:BTC', 'crypto', false],
    ['BTC/USDT:USDT', 'BTC/USDT', 'crypto:BTC', 'crypto', true],
    ['ETHUSDC', 'ETH/USDC', 'crypto:ETH', 'crypto', false],
    ['NASDAQ:AAPL', 'AAPL', 'stock:AAPL', 'stock', false],
    ['NYSE:BRK.B', 'BRK.B', 'stock:BRK.B', 'stock', false],
    ['COMP', 'COMP', 'stock:COMP', null, false],
    ['EUR/USD', 'EUR/USD', 'forex:EUR/USD', 'forex', false],
    ['ASX:CRN', 'ASX:CRN', 'stock:ASX:CRN', null, false],
  ])('%s is %s', (ticker, symbol, asset, type, isPerpetual) => {
    expect(marketOf(ticker)).toEqual({ symbol, asset, type, isPerpetual });
  });

  it.each(['', '   ', '***', 'BINANCE:', 'A|B'])('"%s" names none', (ticker) => {
    expect(marketOf(ticker)).toBeNull();
  });

  it('shows symbols that the graph joins to the same asset', () => {
    const letters = fc.stringMatching(/^[A-Z]{2,6}$/);
    const exchange = fc.constantFrom('BINANCE:', 'NASDAQ:', 'COINBASE:', '');
    const quote = fc.constantFrom('USDT', 'USD', 'BTC', '', '.P');
    fc.assert(
      fc.property(exchange, letters, quote, (prefix, base, suffix) => {
        const market = marketOf(prefix + base + suffix);
        const asset = market && assetOf(market.symbol, market.type);
        expect(asset && assetKey(asset)).toBe(market?.asset);
      }),
    );
  });

  it.each([
    ['60', '1h'],
    ['240', '4h'],
    ['5', '5m'],
    ['1440', '1d'],
    ['D', '1d'],
    ['1W', '1w'],
    ['1M', '1mo'],
    ['30S', '30s'],
    ['4h', '4h'],
    ['15min', '15m'],
    ['often', null],
    ['', null],
    ['0', null],
  ])('interval %s is %s', (interval, expected) => {
    expect(timeframeOf(interval)).toBe(expected);
  });
});
