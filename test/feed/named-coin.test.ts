import { expect, it } from 'vitest';
import { coinNamedIn, coinsNamedIn } from '../../src/feed/named-coin.ts';
import { NAMING } from '../support/coin-questions.ts';

it.each(NAMING)('"%s" names %s', (question, coins) => {
  expect(coinsNamedIn(question)).toEqual(coins);
});

it('is the coin of the first text with one, and of a text with several none', () => {
  const symbolOf = (...texts: (string | null)[]) => coinNamedIn(...texts)?.symbol ?? null;
  expect(symbolOf('Above $80,000', 'Bitcoin price on May 1')).toBe('BTC');
  expect(symbolOf('Ethereum', 'Which is first, Bitcoin or Ethereum?')).toBe('ETH');
  expect(symbolOf('Will Ethereum be worth more than Bitcoin?', 'Ethereum')).toBeNull();
  expect(symbolOf(null, '')).toBeNull();
  expect(coinNamedIn('Will BTC (Bitcoin) reach $100k?')).toEqual({ kind: 'crypto', symbol: 'BTC' });
});
