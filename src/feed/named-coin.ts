import { type Asset, coinOf } from './asset.ts';

interface Coin {
  readonly symbol: string;
  /** Written in any case; a regular expression. None where all of them are ordinary words: Avalanche, Stellar, Sui. */
  readonly name?: string;
  /** The symbol is an ordinary word as well (DOGE, LINK) or short: it counts beside `$`, `price` or a quote alone. */
  readonly isWord?: true;
}

/**
 * Coins that questions ask about, and how questions name them. Whatever else has such a name stands behind it: Bitcoin Depot,
 * Solana Beach. docs/graph.md has what the rule makes of real questions.
 */
const COINS: readonly Coin[] = [
  { symbol: 'BTC', name: 'bitcoin(?! (?:cash|sv|gold|diamond|depot|magazine|conference|hyper)(?![a-z]))' },
  { symbol: 'ETH', name: 'ethereum(?! (?:classic|pow|name service)(?![a-z]))' },
  { symbol: 'BNB' },
  { symbol: 'XRP' },
  { symbol: 'SOL', name: 'solana(?! beach)', isWord: true },
  { symbol: 'DOGE', name: 'dogecoin', isWord: true },
  { symbol: 'ADA', name: 'cardano', isWord: true },
  { symbol: 'TRX', isWord: true },
  { symbol: 'AVAX' },
  { symbol: 'LINK', name: 'chainlink', isWord: true },
  { symbol: 'SUI', isWord: true },
  { symbol: 'XLM' },
  { symbol: 'TON', name: 'toncoin', isWord: true },
  { symbol: 'HBAR', name: 'hedera' },
  { symbol: 'DOT', name: 'polkadot', isWord: true },
  { symbol: 'LTC', name: 'litecoin' },
  { symbol: 'BCH', name: 'bitcoin cash' },
  { symbol: 'BSV', name: 'bitcoin sv', isWord: true },
  { symbol: 'ETC', name: 'ethereum classic', isWord: true },
  { symbol: 'UNI', name: 'uniswap', isWord: true },
  { symbol: 'AAVE', name: 'aave' },
  { symbol: 'ALGO', name: 'algorand', isWord: true },
  { symbol: 'ARB', name: 'arbitrum', isWord: true },
  { symbol: 'FIL', name: 'filecoin', isWord: true },
  { symbol: 'HYPE', name: 'hyperliquid', isWord: true },
  { symbol: 'NEAR', isWord: true },
  { symbol: 'PEPE', isWord: true },
  { symbol: 'SHIB' },
  { symbol: 'TAO', name: 'bittensor', isWord: true },
  { symbol: 'TRUMP', isWord: true },
  { symbol: 'WLD', name: 'worldcoin', isWord: true },
  { symbol: 'WLFI' },
  { symbol: 'XMR', name: 'monero' },
  { symbol: 'XTZ', name: 'tezos' },
  { symbol: 'ZEC', name: 'zcash' },
];

const [START, END] = ['(?<![A-Za-z0-9])', '(?![A-Za-z0-9])'];

/** Questions whether somebody will say a word: they name a coin and are not about it. */
const ON_WORDS = /(?<![a-z])(?:say|says|said|mention|mentions|mentioned)(?![a-z])/i;

const PATTERNS = COINS.map(({ symbol, name, isWord }) => ({
  symbol,
  written: new RegExp(isWord ? asWord(symbol) : `${START}${symbol}${END}`),
  named: name === undefined ? null : new RegExp(`${START}(?:${name})${END}`, 'i'),
}));

/** `$SOL`, `price of SOL`, `SOL price`, `SOL Up or Down`, `SOL/USDT`. */
function asWord(symbol: string): string {
  const before = `\\$${symbol}${END}|[Pp]rice of ${symbol}${END}`;
  return `${before}|${START}${symbol}(?: price| Up or Down|[/-]USD[TC]?)${END}`;
}

/** Symbols of the coins that a question names. */
export function coinsNamedIn(question: string): readonly string[] {
  if (ON_WORDS.test(question)) return [];
  return PATTERNS.filter(({ written, named }) => written.test(question) || named?.test(question)).map(
    ({ symbol }) => symbol,
  );
}

/** The coin that the first of these texts with a coin names; null for none, and where that text names several. */
export function coinNamedIn(...texts: readonly (string | null)[]): Asset | null {
  const named = texts.map((text) => coinsNamedIn(text ?? '')).find(({ length }) => length > 0) ?? [];
  const [only = null, ...others] = named;
  return others.length === 0 ? coinOf(only) : null;
}
