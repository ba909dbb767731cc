import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  ASSET_KINDS,
  assetKey,
  assetOf,
  assetOfKey,
  coinOf,
  kindIn,
  kindOfWord,
} from '../../src/feed/asset.ts';
import { assetOfRecord } from '../support/asset-of-record.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';

const keyOf = (...asked: Parameters<typeof assetOf>): string | null => {
  const asset = assetOf(...asked);
  return asset && assetKey(asset);
};

describe('a security has one spelling', () => {
  it.each([
    // Class shares: as exchanges, the SEC, Bloomberg and filers write them.
    ['BRK.B', 'BRK.B'],
    ['BRK-B', 'BRK.B'],
    ['BRK/B', 'BRK.B'],
    ['brk b', 'BRK.B'],
    ['NYSE:BRK.B', 'BRK.B'],
    // Preferred shares, warrants, units and rights: lines of otherlisted.txt, and of company_tickers.json.
    ['ABR$D', 'ABR-PD'],
    ['ABRpD', 'ABR-PD'],
    ['ABR-PD', 'ABR-PD'],
    ['ABR.PRD', 'ABR-PD'],
    ['ETI$', 'ETI.P'],
    ['ETIp', 'ETI.P'],
    ['AACT.W', 'AACT.WS'],
    ['AACT.WS', 'AACT.WS'],
    ['AACT+', 'AACT.WS'],
    ['AACT-WT', 'AACT.WS'],
    ['AACT.U', 'AACT.U'],
    ['AACT=', 'AACT.U'],
    ['AACT-UN', 'AACT.U'],
    ['CELG.R', 'CELG.R'],
    ['CELGr', 'CELG.R'],
    ['CELG^', 'CELG.R'],
    // Letters that only look like a class: these are other securities.
    ['BRKB', 'BRKB'],
    ['TPC', 'TPC'],
    ['T-PC', 'T-PC'],
    // Other exchanges and Yahoo's suffixes for them stay what they are.
    ['ASX:CRN', 'ASX:CRN'],
    ['CRN', 'CRN'],
    ['MC.PA', 'MC.PA'],
    ['0QZI.IL', '0QZI.IL'],
    ['^RGP', '^RGP'],
    // As filers write them.
    ['(SIRI)', 'SIRI'],
    ['NYSE: GLS', 'GLS'],
    ['$AAPL', 'AAPL'],
    ['AAPL/USD', 'AAPL'],
  ])('%s is %s', (written, symbol) => {
    expect(keyOf(written, 'stock')).toBe(`stock:${symbol}`);
  });

  it.each(['#qefy5cx', 'AMC,APE', 'BIO BIOB', 'WLY, WLYB', 'N/A', 'none', '', '  ', '%%%', 'A|B'])(
    '"%s" names none',
    (written) => {
      expect(assetOf(written, 'stock')).toBeNull();
    },
  );
});

test.each([
  'BTC',
  'BTC/USDT',
  'BINANCE:BTCUSDT',
  'BTCUSDT.P',
  'BTC-USD',
  'btc_usdt',
  'BTC/USDT:USDT',
  'BTC-PERP',
])('%s is the coin BTC', (written) => {
  expect(keyOf(written, 'crypto')).toBe('crypto:BTC');
});

test('a coin of a directory is no pair, though it may end like one', () => {
  expect(coinOf('steakUSDC')).toEqual({ kind: 'crypto', symbol: 'STEAKUSDC' });
  expect(coinOf('币安人生')).toEqual({ kind: 'crypto', symbol: '币安人生' });
  expect(coinOf('a b')).toBeNull();
});

test('currencies are joined as pairs', () => {
  expect(
    ['EUR/USD', 'EURUSD', 'FX:EURUSD', 'EURUSD=X', 'EURUSDUSDT'].map((pair) => keyOf(pair, 'forex')),
  ).toEqual(Array.from({ length: 5 }, () => 'forex:EUR/USD'));
  expect(keyOf('XAU/USD', 'commodity')).toBe('commodity:XAU');
});

test.each([
  ['BTC/USDT', 'crypto'],
  ['BTCUSDT', 'crypto'],
  ['BTCUSDT.P', 'crypto'],
  ['HYPERLIQUID:BTC', 'crypto'],
  ['EUR/USD', 'forex'],
  ['XAU/USD', 'commodity'],
  ['NASDAQ:AAPL', 'stock'],
  ['BRK/B', null],
  ['T-PC', null],
  ['COMP', null],
  ['BTC', null],
])('%s states %s', (symbol, kind) => {
  expect(kindIn(symbol)).toBe(kind);
});

test('a bare symbol of no known kind is taken as a stock', () => {
  expect([keyOf('COMP', null), keyOf('COMP/USDT', null)]).toEqual(['stock:COMP', 'crypto:COMP']);
});

test.each([
  ['crypto', 'crypto'],
  ['Cryptocurrency', 'crypto'],
  ['etf', 'stock'],
  ['Stock Option', 'stock'],
  ['Non-Public Stock', 'stock'],
  ['forex', 'forex'],
  ['commodity', 'commodity'],
  ['Municipal Security', null],
  [null, null],
])('the word %s means %s', (word, kind) => {
  expect(kindOfWord(word)).toBe(kind);
});

test('a record says its kind, or its feed does', () => {
  expect(assetOfRecord('trade-feed', { symbol: 'META', asset_type: 'stock' })).toBe('stock:META');
  expect(assetOfRecord('trade-feed', { symbol: 'META', asset_type: 'crypto' })).toBe('crypto:META');
  expect(assetOfRecord('trade-feed', { symbol: 'SPY', asset_type: 'ETF' })).toBe('stock:SPY');
  expect(assetOfRecord('insider', { ticker: 'META' })).toBe('stock:META');
  expect(assetOfRecord('aoe', { symbol: 'META', asset_type: 'crypto' })).toBe('crypto:META');
  expect(assetOfRecord('mre', { ticker: 'BINANCE:BTCUSDT', asset_class: null })).toBe('crypto:BTC');
  expect(assetOfRecord('mte', { symbol: 'ETC/BTC', asset_class: 'crypto' })).toBe('crypto:ETC');
  expect(assetOfRecord('congress', { ticker: 'BTC', asset_type: 'Cryptocurrency' })).toBe('crypto:BTC');
  expect(assetOfRecord('congress', { ticker: 'AAPL', asset_type: 'Corporate Bond' })).toBe('stock:AAPL');
  expect(assetOfRecord('congress', { ticker: null, asset_type: 'Stock' })).toBeNull();
});

describe('of any text', () => {
  const letters = fc.stringMatching(/^[A-Za-z0-9]{1,5}$/);
  const parts = fc.constantFrom(
    ...[
      '-',
      '/',
      '.',
      '_',
      ':',
      '$',
      '^',
      ' ',
      '+',
      '=',
      'p',
      'USDT',
      'USD',
      'BTC',
      'PERP',
      'NYSE:',
      'ASX:',
      'BINANCE:',
      '(',
      ')',
      ',',
    ],
  );
  const written = fc.oneof(
    fc.array(fc.oneof(letters, parts), { minLength: 1, maxLength: 5 }).map((all) => all.join('')),
    fc.string(),
  );
  const kinds = fc.constantFrom(...ASSET_KINDS);

  it('the asset has the kind that is asked for, and its key leads back to it', () => {
    fc.assert(
      fc.property(written, kinds, (symbol, kind) => {
        const asset = assetOf(symbol, kind);
        if (asset === null) return;
        expect(asset.kind).toBe(kind);
        expect(assetOfKey(assetKey(asset))).toEqual(asset);
      }),
      { numRuns: fuzzRuns(2_000) },
    );
  });

  it('the symbol of an asset names it again', () => {
    fc.assert(
      fc.property(written, kinds, (symbol, kind) => {
        const asset = assetOf(symbol, kind);
        // The exception: a coin whose own symbol ends like a pair, which a market names by a pair and no other way.
        if (asset === null || /..(USDT|USDC|BUSD|TUSD)$/.test(asset.symbol)) return;
        expect(assetOf(asset.symbol, kind)).toEqual(asset);
      }),
      { numRuns: fuzzRuns(2_000) },
    );
  });

  it('two kinds never share a key', () => {
    fc.assert(
      fc.property(written, written, kinds, kinds, (one, other, kind, otherKind) => {
        const [first, second] = [keyOf(one, kind), keyOf(other, otherKind)];
        if (first !== null && first === second) expect(kind).toBe(otherKind);
      }),
      { numRuns: fuzzRuns(2_000) },
    );
  });
});
