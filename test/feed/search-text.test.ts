import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNear, issuerWords, joinedWords, nearForms, searchWords } from '../../src/feed/search-text.ts';

describe('words of a name', () => {
  it.each([
    ['U.S. Steel', ['us', 'steel']],
    ['McDonald’s', ['mcdonalds']],
    ['AT&T', ['at', 't']],
    ['Société Générale', ['societe', 'generale']],
    ['  BTC/USDT ', ['btc', 'usdt']],
    ['Will Trump win in 2028?', ['will', 'trump', 'win', 'in', '2028']],
    ['ÅSA, Øystein', ['asa', 'øystein']],
    ['???', []],
    ['\u{1F680}', []],
  ])('%s', (text, words) => expect(searchWords(text)).toEqual(words));

  it('leaves the form of a company out, but never all of its name', () => {
    expect(issuerWords('Apple Inc.')).toEqual(['apple']);
    expect(issuerWords('Berkshire Hathaway Inc. /DE/')).toEqual(['berkshire', 'hathaway', 'inc', 'de']);
    expect(issuerWords('Loews Corp')).toEqual(['loews']);
    expect(issuerWords('Company Inc')).toEqual(['company', 'inc']);
  });

  it.each([
    ['DemoPatientMeanReversion_BTC_1h', ['demo', 'patient', 'mean', 'reversion', 'btc', '1h']],
    ['demo-patient-mean-reversion-btc-1h', ['demo', 'patient', 'mean', 'reversion', 'btc', '1h']],
    ['DailyBuy_gen1_20240907', ['daily', 'buy', 'gen', '1', '20240907']],
    ['RSIDip14', ['rsi', 'dip', '14']],
    ['Strategy4Hour_1D', ['strategy', '4', 'hour', '1d']],
    ['meanreversion', ['meanreversion']],
    ['???', []],
  ])('%s is of these words', (name, words) => expect(joinedWords(name)).toEqual(words));

  it('are words again by themselves', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = searchWords(text);
        expect(searchWords(words.join(' '))).toEqual(words);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });
});

describe('words that differ in a letter', () => {
  it.each([
    ['aple', 'apple'],
    ['appple', 'apple'],
    ['apqle', 'apple'],
    ['aplpe', 'apple'],
    ['pelsoi', 'pelosi'],
    ['pelsio', 'pelosi', false],
    ['apple', 'apples'],
    ['apple', 'ample'],
    ['apple', 'maple', false],
  ])('%s and %s', (one, other, near = true) => {
    expect(isNear(one, other)).toBe(near);
    expect(isNear(other, one)).toBe(near);
  });

  it('always have a form in common', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 7 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        fc.pre(isNear(one, other));
        expect(nearForms(one).some((form) => nearForms(other).includes(form))).toBe(true);
      }),
    );
  });

  it('are none of numbers and short words', () => {
    expect(nearForms('2028')).toEqual([]);
    expect(nearForms('btc')).toEqual([]);
  });
});
