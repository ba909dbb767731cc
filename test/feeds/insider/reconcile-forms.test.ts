import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconcileForms } from '../../../src/feeds/insider/reconcile-forms.ts';
import type { TradeLine } from '../../../src/feeds/insider/trade-line.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { type FormFacts, formLines } from './trade-lines.ts';

const ORIGINAL = { key: 'a', at: '2026-03-05T20:00:00Z' };
const AMENDMENT = { key: 'z', at: '2026-03-09T20:00:00Z', amends: '2026-03-05' };

/** Each line with what becomes of it, in few words; the same for both orders. */
function outcome(...forms: readonly FormFacts[]): Record<string, string> {
  const lines = forms.flatMap(formLines);
  const results = [lines, lines.toReversed()].map((some) => {
    const standings = reconcileForms(some);
    return Object.fromEntries(
      lines.map((line) => {
        const made = standings.get(line) ?? expect.fail('no standing');
        const end = made.superseded_at;
        const isHidden = end?.getTime() === line.known_from.getTime();
        const what = isHidden
          ? `in ${made.trade}`
          : end
            ? `until ${end.toISOString().slice(0, 10)}`
            : 'stands';
        const open = made.provisional ? ', open' : made.undecided_at ? ', in question' : '';
        return [line.id, what + open];
      }),
    );
  });
  expect(results[1]).toEqual(results[0]);
  return results[0] ?? {};
}

describe('an amendment', () => {
  it('replaces the line it corrects and leaves the others', () => {
    const sales = [1, 2, 3, 4].map((n) => `2026-03-03 S ${n}00 ${n}.5 ${900 - n}`);
    expect(
      outcome({ ...ORIGINAL, lines: sales }, { ...AMENDMENT, lines: ['2026-03-03 S 300 3.75 897'] }),
    ).toEqual({
      'a-nd1': 'stands',
      'a-nd2': 'stands',
      'a-nd3': 'until 2026-03-09',
      'a-nd4': 'stands',
      'z-nd1': 'stands',
    });
  });

  it('finds its line by shares, else by price, else by order', () => {
    const original = {
      ...ORIGINAL,
      lines: ['2026-03-03 S 100 5 -', '2026-03-03 S 200 6 -', '2026-03-03 S 300 7 -'],
    };
    const replacedBy = (line: string) =>
      Object.entries(outcome(original, { ...AMENDMENT, lines: [line] }))
        .filter(([, what]) => what.startsWith('until'))
        .map(([id]) => id);
    expect(replacedBy('2026-03-03 S 200 9 -')).toEqual(['a-nd2']);
    expect(replacedBy('2026-03-03 S 999 7 -')).toEqual(['a-nd3']);
    expect(replacedBy('2026-03-03 S 200 7 -')).toEqual(['a-nd2']);
    expect(replacedBy('2026-03-03 S 999 9 -')).toEqual(['a-nd1']);
  });

  it('adds a line that is like none', () => {
    expect(
      outcome(
        { ...ORIGINAL, lines: ['2026-03-03 S 100 5 900'] },
        { ...AMENDMENT, lines: ['2026-03-02 P 7 4 1000'] },
      ),
    ).toEqual({ 'a-nd1': 'stands', 'z-nd1': 'stands' });
  });

  it.each([
    ['date', { is: '2026-03-04 S 100 5 900' }],
    ['code', { is: '2026-03-03 F 100 5 900' }],
    ['security', { is: '2026-03-03 S 100 5 900', security_title: 'Class A Common Stock' }],
    ['table', { is: '2026-03-03 S 100 5 900', security_table: 'II' as const }],
  ])('replaces the only line that differs from it in its %s alone', (_, line) => {
    const original = { ...ORIGINAL, lines: ['2026-03-03 S 100 5 900', '2026-03-01 P 50 4 1000'] };
    expect(outcome(original, { ...AMENDMENT, lines: [line] })).toEqual({
      'a-nd1': 'until 2026-03-09',
      'a-nd2': 'stands',
      'z-nd1': 'stands',
    });
  });

  it('is undecided where several differ from it in one part and are as alike', () => {
    const lines = ['2026-03-03 S 100 5 900', '2026-03-04 S 100 5 800'];
    expect(outcome({ ...ORIGINAL, lines }, { ...AMENDMENT, lines: ['2026-03-02 S 100 5 700'] })).toEqual({
      'a-nd1': 'stands, in question',
      'a-nd2': 'stands, in question',
      'z-nd1': 'stands, open',
    });
  });

  it('that corrects the owner replaces the only line that says all the same', () => {
    const wrong = { ...ORIGINAL, over: { owner_cik: '8', insider_name: 'Roe Ann' } };
    const lines = ['2026-03-03 P 100 5 900'];
    expect(outcome({ ...wrong, lines }, { ...AMENDMENT, lines })).toEqual({
      'a-nd1': 'until 2026-03-09',
      'z-nd1': 'stands',
    });
    expect(outcome({ ...wrong, lines: ['2026-03-03 P 100 5 800'] }, { ...AMENDMENT, lines })).toEqual({
      'a-nd1': 'stands',
      'z-nd1': 'stands',
    });
  });

  it('gives way line by line to a later one, which may name either day', () => {
    const original = { ...ORIGINAL, lines: ['2026-03-03 S 100 5 900', '2026-03-03 S 200 6 700'] };
    const first = { ...AMENDMENT, key: 'y', lines: ['2026-03-03 S 110 5 890'] };
    for (const amends of ['2026-03-05', '2026-03-09']) {
      const second = { key: 'z', at: '2026-03-11T20:00:00Z', amends, lines: ['2026-03-03 S 120 5 880'] };
      expect(outcome(original, first, second)).toEqual({
        'a-nd1': 'until 2026-03-09',
        'a-nd2': 'stands',
        'y-nd1': 'until 2026-03-11',
        'z-nd1': 'stands',
      });
    }
  });

  it('of two forms of a day amends the one that has more of its lines', () => {
    const one = { ...ORIGINAL, lines: ['2026-03-03 S 100 5 900', '2026-03-03 S 200 6 700'] };
    const other = { ...ORIGINAL, key: 'b', lines: ['2026-03-03 S 300 7 400', '2026-03-03 S 400 8 0'] };
    expect(
      outcome(one, other, { ...AMENDMENT, lines: ['2026-03-03 S 300 7.5 400', '2026-03-03 S 450 8 0'] }),
    ).toMatchObject({
      'a-nd1': 'stands',
      'a-nd2': 'stands',
      'b-nd1': 'until 2026-03-09',
      'b-nd2': 'until 2026-03-09',
    });
  });

  it('that fits two forms of a day equally is open, and both lines stand', () => {
    const one = { ...ORIGINAL, lines: ['2026-03-03 P 100 5 -'] };
    const other = { ...ORIGINAL, key: 'b', lines: ['2026-03-03 P 200 5 -'] };
    const corrected = { ...AMENDMENT, key: 'y', lines: ['2026-03-03 P 300 5 -'] };
    expect(outcome(one, other, corrected)).toEqual({
      'a-nd1': 'stands, in question',
      'b-nd1': 'stands, in question',
      'y-nd1': 'stands, open',
    });
    // An amendment of an open one takes its place, and is as open.
    const again = {
      ...AMENDMENT,
      at: '2026-03-10T20:00:00Z',
      amends: '2026-03-09',
      lines: ['2026-03-03 P 310 5 -'],
    };
    expect(outcome(one, other, corrected, again)).toMatchObject({ 'a-nd1': 'stands, in question' });
  });
});

describe('a trade', () => {
  const LINES = ['2026-03-03 P 100 5 900', '2026-03-03 P 100 5 1000'];

  it('that an owner tells twice is one record, that of the form accepted first', () => {
    expect(
      outcome(
        { ...ORIGINAL, lines: LINES },
        { ...ORIGINAL, key: 'b', at: '2026-03-05T21:00:00Z', lines: LINES },
      ),
    ).toEqual({ 'a-nd1': 'stands', 'a-nd2': 'stands', 'b-nd1': 'in a-nd1', 'b-nd2': 'in a-nd2' });
  });

  it('of two owners who say the same is two, unless something shows that they report together', () => {
    const lines = ['2026-03-03 P 100 5 100'];
    const jane = { ...ORIGINAL, lines };
    const fund = { cik: '9', name: 'First Fund, L.P.' };
    const other = (over: Partial<TradeLine>) => ({
      ...ORIGINAL,
      key: 'b',
      lines,
      over: { owner_cik: '8', insider_name: 'Roe Ann', ...over },
    });
    expect(outcome(jane, other({}))).toEqual({ 'a-nd1': 'stands', 'b-nd1': 'stands' });
    const inFund = { ownership_form: 'indirect', ownership_nature: 'By First Fund LP' };
    const ofFund = {
      ...jane,
      over: { ...inFund, reporting_owners: [{ cik: '7', name: 'Doe Jane' }, fund] },
    };
    expect(outcome(ofFund, other(inFund))).toEqual({ 'a-nd1': 'stands', 'b-nd1': 'in a-nd1' });
    // Funds of one manager that sell equal lots.
    const second = { ...inFund, ownership_nature: 'By Second Fund LP', reporting_owners: [fund] };
    expect(outcome(ofFund, other(second))).toEqual({ 'a-nd1': 'stands', 'b-nd1': 'stands' });
    // Two directors of one fund who were granted as much each.
    const direct = (cik: string) => ({ reporting_owners: [{ cik, name: `D ${cik}` }, fund] });
    expect(outcome({ ...jane, over: direct('7') }, other(direct('8')))).toEqual({
      'a-nd1': 'stands',
      'b-nd1': 'stands',
    });
  });

  it('is corrected once, whichever of its forms is amended', () => {
    const lines = ['2026-03-03 P 100 5 100'];
    const other = { ...ORIGINAL, key: 'b', at: '2026-03-05T21:00:00Z', lines };
    const amends = (key: string, at: string) => ({
      key,
      at,
      amends: '2026-03-05',
      lines: ['2026-03-03 P 100 6 100'],
    });
    const corrected = { 'a-nd1': 'until 2026-03-09', 'b-nd1': 'in a-nd1', 'y-nd1': 'stands' };
    expect(outcome({ ...ORIGINAL, lines }, other, amends('y', '2026-03-09T20:00:00Z'))).toEqual(corrected);
  });
});

/** Forms of a few days, owners and numbers, so that random ones meet. */
const form: fc.Arbitrary<FormFacts> = fc
  .record({
    key: fc.integer({ min: 0, max: 40 }),
    day: fc.integer({ min: 5, max: 8 }),
    amends: fc.option(fc.integer({ min: 5, max: 8 }), { nil: undefined, freq: 2 }),
    owner: fc.constantFrom('7', '8'),
    lines: fc.array(
      fc.record({
        day: fc.integer({ min: 1, max: 2 }),
        code: fc.constantFrom('P', 'S'),
        shares: fc.integer({ min: 1, max: 2 }),
        after: fc.integer({ min: 1, max: 2 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ key, day, amends, owner, lines }) => ({
    key: `f${key}`,
    at: `2026-03-0${day}T${10 + (key % 10)}:00:00Z`,
    ...(amends === undefined ? {} : { amends: `2026-03-0${amends}` }),
    over: { owner_cik: owner },
    lines: lines.map((line) => `2026-03-0${line.day} ${line.code} ${line.shares} 5 ${line.after}`),
  }));

const forms = fc.uniqueArray(form, { selector: ({ key }) => key, minLength: 2, maxLength: 12 });

describe('whatever the forms', () => {
  it('the outcome does not depend on the order of the lines', () => {
    fc.assert(
      fc.property(forms, fc.infiniteStream(fc.nat()), (some, random) => {
        const lines = some.flatMap(formLines);
        const ranks = new Map(lines.map((line) => [line, random.next().value as number]));
        const shuffled = [...lines].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
        const [one, other] = [reconcileForms(lines), reconcileForms(shuffled)];
        for (const line of lines) expect(other.get(line)).toEqual(one.get(line));
      }),
      { numRuns: fuzzRuns(200) },
    );
  });

  it('what is seen at a moment does not depend on what was filed later', () => {
    fc.assert(
      fc.property(forms, (some) => {
        const lines = some.flatMap(formLines);
        const all = reconcileForms(lines);
        for (const day of [5, 6, 7, 8]) {
          const at = new Date(`2026-03-0${day}T23:59:59Z`);
          const isBy = (time: Date | null | undefined) => (time ?? at) < at;
          const known = lines.filter(({ known_from }) => isBy(known_from));
          const then = reconcileForms(known);
          for (const line of known) {
            const [now, was] = [all.get(line), then.get(line)];
            const seen = (end: Date | null | undefined) => !end || end > at;
            expect(seen(now?.superseded_at), line.id).toBe(seen(was?.superseded_at));
            expect(now?.provisional).toBe(was?.provisional);
          }
        }
      }),
      { numRuns: fuzzRuns(200) },
    );
  });

  it('a trade is shown by one line at most at any moment', () => {
    fc.assert(
      fc.property(forms, (some) => {
        const standings = reconcileForms(some.flatMap(formLines));
        const trades = Map.groupBy(standings, ([, { trade }]) => trade);
        for (const [trade, members] of trades) {
          if (trade === null) continue;
          const times = members.map(([line]) => line.known_from.getTime());
          for (const at of times) {
            const shown = members.filter(
              ([line, { superseded_at }]) =>
                line.known_from.getTime() <= at && (!superseded_at || superseded_at.getTime() > at),
            );
            expect(shown.length).toBe(at < Math.min(...times) ? 0 : 1);
          }
        }
      }),
      { numRuns: fuzzRuns(200) },
    );
  });
});
