import { describe, expect, it } from 'vitest';
import { createScorecardSeries } from '../../src/app/scorecard-series.ts';
import { fullView } from '../../src/core/access/view.ts';
import type { Input } from '../../src/sources/format.ts';
import { macroInput } from '../../src/sources/macro/macro-input.ts';

const VIEW = fullView(new Date('2025-01-05T00:00:00Z'));

/** The store's answer, in memory; `asked` counts the statements. */
function storeOf(inputs: readonly Input[]) {
  const store = {
    asked: 0,
    async newestDays(_: string, wanted: readonly { readonly series: string; readonly before: string }[]) {
      store.asked += 1;
      return wanted.map(({ series, before }) => {
        const keys = inputs.filter((input) => input.series === series && input.key < before);
        const newest = keys
          .map(({ key }) => key.slice(0, 10))
          .sort()
          .at(-1);
        return keys.filter(({ key }) => key.slice(0, 10) === newest);
      });
    },
  };
  return store;
}

async function on(day: string, ...inputs: readonly Input[]) {
  const [found] = await createScorecardSeries(storeOf(inputs)).observations(
    [{ scorecard: 'gls', day }],
    VIEW,
  );
  return found;
}

describe('series behind the points of a card', () => {
  it('count from the day on which they are published', async () => {
    const inputs = [
      macroInput('FRED:SOFR', '2024-12-19', '2024-12-20', 4.3),
      macroInput('FRED:SOFR', '2024-12-20', '2024-12-21', 4.4),
    ];
    const value = async (day: string) => (await on(day, ...inputs))?.map(({ value: one }) => one);
    expect(await value('2024-12-19')).toEqual([]);
    expect(await value('2024-12-20')).toEqual([4.3]);
    expect(await value('2024-12-22')).toEqual([4.3]);
    expect(await value('2024-12-23')).toEqual([4.4]); // of a Friday on the Monday
  });

  it('say of a revised series whether the value is that of then', async () => {
    const early = macroInput('FRED:M2SL', '2024-10-01', '2024-11-26', 21_300);
    const late = macroInput('FRED:M2SL', '2024-10-01', '2025-01-02', 21_400);
    const shared = { series: 'FRED:M2SL', observed_on: '2024-10-01', known_on: '2024-11-30' };
    expect(await on('2024-12-01', late)).toEqual([
      { ...shared, value: 21_400, captured_on: '2025-01-02', is_vintage_known: false },
    ]);
    expect(await on('2024-12-01', late, early)).toEqual([
      { ...shared, value: 21_300, captured_on: '2024-11-26', is_vintage_known: true },
    ]);
  });

  it('are read in one statement, whatever is asked for', async () => {
    const store = storeOf([macroInput('FRED:VIXCLS', '2024-12-19', '2024-12-20', 24)]);
    const days = ['2024-12-20', '2024-12-21', '2024-12-20'].map((day) => ({ scorecard: 'mrs', day }));
    const asked = [...days, { scorecard: 'none', day: '2024-12-20' }, { scorecard: 'mrs', day: 'x' }];
    const found = await createScorecardSeries(store).observations(asked, VIEW);
    expect(found.map((series) => series.length)).toEqual([1, 1, 1, 0, 0]);
    expect(store.asked).toBe(1);
  });
});
