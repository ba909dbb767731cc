import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insiderSlug } from '../../../src/feeds/insider/insider-slug.ts';
import { transactionTypeOf } from '../../../src/feeds/insider/transaction-code.ts';

const named = (name: string | null) => insiderSlug({ cik: null, name });

describe('the slug of an insider', () => {
  it('is the SEC number where there is one', () => {
    expect(insiderSlug({ cik: '0001197649', name: 'HUANG JEN HSUN' })).toBe('cik-0001197649');
    expect(insiderSlug({ cik: '1197649', name: null })).toBe('cik-0001197649');
  });

  it.each([
    ["O'Toole Amie Thuener", 'otoole-amie-thuener'],
    ['O’TOOLE  AMIE THUENER', 'otoole-amie-thuener'],
    ['Garascia Jessica A.', 'garascia-jessica-a'],
    ['Smith-Jones, José', 'smith-jones-jose'],
    ['BANK OF AMERICA CORP /DE/', 'bank-of-america-corp-de'],
    ['王 小明', '王-小明'],
  ])('is the name without case, punctuation and accents: %j', (name, slug) => {
    expect(named(name)).toBe(slug);
  });

  it('is null for nobody', () => {
    expect(named(null)).toBeNull();
    expect(named('  ')).toBeNull();
  });

  it('keeps names of punctuation apart, and lets none pose as a number', () => {
    expect(named('***')).toMatch(/^name-[0-9a-f]{16}$/);
    expect(named('***')).not.toBe(named('???'));
    expect(named('CIK 0001197649')).toMatch(/^name-/);
    expect(insiderSlug({ cik: 'x', name: 'A B' })).toBe('a-b');
  });

  it('does not depend on case, spaces or commas, and is the slug of itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/), (name) => {
        const slug = named(name);
        expect(named(name.toUpperCase())).toBe(slug);
        expect(named(` ${name.replaceAll(' ', ',  ')} `)).toBe(slug);
        expect(named(slug)).toBe(slug);
      }),
    );
  });

  it('is some text for every name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        if (name.trim() !== '') expect(named(name)).not.toBe('');
      }),
    );
  });
});

describe('transaction codes', () => {
  it('has a label for every code of the SEC', () => {
    for (const code of 'PSVADFIMCEHOXGLWZJKU') expect(transactionTypeOf(code)).toEqual(expect.any(String));
    expect(transactionTypeOf('p')).toBe('Open market purchase');
    expect(transactionTypeOf('Q')).toBeNull();
    expect(transactionTypeOf(null)).toBeNull();
  });
});
