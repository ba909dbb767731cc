import { describe, expect, test } from 'vitest';
import { COINS, COMPANIES, instrumentOf, pairOf } from '../../src/demo/instruments.ts';
import { simulatePredictionPlatforms } from '../../src/demo/prediction-platforms.ts';
import { createPrices, dayVolatility } from '../../src/demo/prices.ts';
import { lastTradedMs, stockClock } from '../../src/demo/stock-clock.ts';
import { marketBase } from '../../src/feed/pair-symbol.ts';
import { DAY, HOUR, SEED } from './support.ts';

/** Between platforms, as shares of one. */
const NEAR = 0.035;

interface Listed {
  readonly platform: string;
  readonly question: string;
  readonly yes: number;
  readonly prices: readonly number[];
  readonly active: boolean;
  readonly day: number;
}

const prices = createPrices(SEED);

function listedAt(ms: number): readonly Listed[] {
  const items = [...simulatePredictionPlatforms(SEED, prices).items(Number.NEGATIVE_INFINITY, ms)];
  return items.flatMap((item) => {
    if (item.kind !== 'input' || item.input.kind !== 'market') return [];
    const { platform, question, yes_price, outcome_prices, active } = item.input.data;
    const text = String(question);
    return [
      {
        platform: String(platform),
        question: text,
        yes: Number(yes_price),
        prices: outcome_prices as readonly number[],
        active: active === true,
        day: Date.parse(/\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? ''),
      },
    ];
  });
}

/** Every two of a list, and how much may lie between them: nothing but rounding on one platform. */
function* pairs(listed: readonly Listed[]): Generator<readonly [Listed, Listed, number]> {
  for (const one of listed)
    for (const other of listed)
      if (one !== other) yield [one, other, one.platform === other.platform ? 0.002 : NEAR];
}

/** Markets about one subject: questions that differ in the day or in a level alone. */
const bySubject = (listed: readonly Listed[], pattern: RegExp) =>
  [...Map.groupBy(listed, ({ question }) => pattern.exec(question)?.[1] ?? '')].filter(([key]) => key !== '');

const MOMENTS = [
  '2026-03-11T14:30:00Z',
  '2026-07-03T02:00:00Z',
  '2026-11-28T21:00:00Z',
  '2027-02-14T12:00:00Z',
];
const says = (one: Listed, other: Listed) =>
  `${one.platform} ${one.question} ${one.yes} / ${other.platform} ${other.question} ${other.yes}`;

describe.each(MOMENTS)('markets listed at %s', (moment) => {
  const ms = Date.parse(moment);
  const listed = listedAt(ms);
  const open = listed.filter(({ active }) => active);

  test('what may happen by a day is no less likely by a later one, and what must last the other way round', () => {
    for (const [pattern, sign] of [
      [/Will (.+) by \d{4}/, 1],
      [/Will (.+ hold) until \d{4}/, -1],
    ] as const) {
      let compared = 0;
      for (const [, markets] of bySubject(open, pattern))
        for (const [one, other, tolerance] of pairs(markets)) {
          if (other.day < one.day) continue;
          compared += 1;
          expect(sign * (other.yes - one.yes), says(one, other)).toBeGreaterThan(-tolerance);
        }
      expect(compared, String(pattern)).toBeGreaterThan(3);
    }
  });

  test('a price is less likely above a higher level, and time brings levels nearer to even odds', () => {
    let compared = 0;
    for (const [name, markets] of bySubject(open, /(\S+) above \$/)) {
      const instrument = [...COINS, ...COMPANIES].find((one) => pairOf(one) === name);
      if (!instrument) throw new Error(`${name} is no instrument`);
      const now = prices.at(instrument, instrument.kind === 'stock' ? lastTradedMs(ms) : ms);
      const level = ({ question }: Listed) =>
        Number(/above \$([\d,.]+) /.exec(question)?.[1]?.replaceAll(',', ''));
      for (const [one, other, tolerance] of pairs(markets)) {
        if (level(one) > level(other)) continue;
        const isHarder =
          level(one) > now ? other.day <= one.day : level(other) < now ? other.day >= one.day : true;
        if (!isHarder) continue;
        compared += 1;
        expect(other.yes - one.yes, says(one, other)).toBeLessThan(tolerance);
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  test('odds on a price follow from the price: above it less likely than not, and less likely the higher', () => {
    const questions = open.flatMap(({ question, yes, day }) => {
      const [, name = '', level = ''] = /^(\S+) above \$([\d,.]+) /.exec(question) ?? [];
      if (name === '') return [];
      const instrument = instrumentOf(marketBase(name) ?? name);
      // Stocks move on a clock of their own, within sessions.
      const isStock = instrument.kind === 'stock';
      const [now, end] = [ms, day + DAY].map((at) => (isStock ? lastTradedMs(at) : at)) as [number, number];
      const days = (isStock ? stockClock(end) - stockClock(now) : end - now) / DAY;
      const ahead = Math.log(prices.at(instrument, now) / Number(level.replaceAll(',', '')));
      return [{ yes, ahead, deviations: ahead / (dayVolatility(instrument) * Math.sqrt(days)) }];
    });
    expect(questions.length).toBeGreaterThan(50);
    for (const { yes, ahead } of questions)
      if (Math.abs(ahead) > 0.01) expect(yes > 0.5, `${yes} at ${ahead}`).toBe(ahead > 0);
    const byDistance = questions.toSorted((a, b) => a.deviations - b.deviations).map(({ yes }) => yes);
    for (const [index, yes] of byDistance.entries())
      expect(yes).toBeGreaterThan((byDistance[index - 1] ?? 0) - 0.02);
  });

  test('of several outcomes one comes true: their prices sum to one, the first is the one told as Yes', () => {
    const several = listed.filter(({ prices: all }) => all.length > 2);
    expect(several.length).toBeGreaterThan(5);
    for (const { prices: all, yes } of listed) {
      expect(all.reduce((sum, price) => sum + price, 0)).toBeCloseTo(1, 6);
      expect(yes).toBe(all[0]);
    }
    // Whoever is in front now is in front on every day, the more so the nearer it is.
    let compared = 0;
    const pattern = /((?:Wh(?:o|ich)) .+) on \d{4}/;
    for (const [, markets] of bySubject(
      several.filter(({ active }) => active),
      pattern,
    ))
      for (const [one, other] of pairs(markets)) {
        if (one.day > other.day) continue;
        compared += 1;
        expect(Math.max(...one.prices) - Math.max(...other.prices), says(one, other)).toBeGreaterThan(-NEAR);
      }
    expect(compared).toBeGreaterThan(3);
  });

  test('what has closed came out the same everywhere', () => {
    const closed = listed.filter(({ active }) => !active);
    expect(closed.length).toBeGreaterThan(10);
    for (const { yes, question } of closed) {
      if (/Will .+ by \d{4}/.test(question)) expect(yes, question).toBeLessThan(0.02);
      if (/ hold until /.test(question)) expect(yes, question).toBe(1);
    }
  });
});

test('platforms say nearly the same of one event and day', () => {
  const day = /(.*(?:Will|Wh|What).*\d{4}-\d\d-)\d\d/;
  let compared = 0;
  for (const ms of MOMENTS.map((moment) => Date.parse(moment))) {
    const open = listedAt(ms).filter(({ active }) => active);
    for (const [, markets] of bySubject(open, day))
      for (const [one, other] of pairs(markets)) {
        if (Math.abs(one.day - other.day) > 2 * DAY || one.day - ms < 20 * DAY) continue;
        if (one.question.includes('in the last report') || one.question.includes('last meeting')) continue;
        compared += 1;
        for (const [place, price] of one.prices.entries())
          expect(Math.abs(price - (other.prices[place] ?? 0)), says(one, other)).toBeLessThan(NEAR + 0.04);
      }
  }
  expect(compared).toBeGreaterThan(3);
});

test('the higher a level, the likelier is less than it; a report is the same for all days after it', () => {
  let compared = 0;
  for (const ms of MOMENTS.map((moment) => Date.parse(moment))) {
    const open = listedAt(ms).filter(({ active }) => active);
    const reportOf = ({ day }: Listed) => {
      const at = new Date(day);
      return at.getUTCFullYear() * 12 + at.getUTCMonth() - (at.getUTCDate() <= 12 ? 1 : 0);
    };
    for (const [, markets] of bySubject(open, /(inflation in Estmere be below)/)) {
      const level = ({ question }: Listed) => Number(/below ([\d.]+)%/.exec(question)?.[1]);
      for (const [one, other, tolerance] of pairs(markets)) {
        if (reportOf(one) !== reportOf(other) || level(one) > level(other)) continue;
        compared += 1;
        expect(other.yes - one.yes, says(one, other)).toBeGreaterThan(-tolerance);
      }
    }
  }
  expect(compared).toBeGreaterThan(3);
});

test('odds on stocks stand still while the exchange is shut, and are even where the last close is', () => {
  // From Friday's close over the weekend until Monday's open.
  const closedMs = Date.parse('2026-11-27T21:00:00Z');
  const opensMs = Date.parse('2026-11-30T14:30:00Z');
  const stocks = (ms: number) =>
    new Map(
      listedAt(ms)
        .filter(({ active, question }) => active && /^[A-Z]+ above/.test(question))
        .map((one) => [`${one.platform} ${one.question}`, one] as const),
    );
  const friday = stocks(closedMs);
  expect(friday.size).toBeGreaterThan(20);
  for (const hours of [6, 24, 48, 65]) {
    const later = stocks(closedMs + hours * HOUR);
    const known = [...later].filter(([name]) => friday.has(name));
    expect(known.length).toBeGreaterThan(20);
    for (const [name, { yes }] of known) expect(yes, name).toBe(friday.get(name)?.yes);
  }
  let moved = 0;
  for (const [name, { yes }] of stocks(opensMs + 3 * HOUR)) if (yes !== friday.get(name)?.yes) moved += 1;
  expect(moved).toBeGreaterThan(20);
  for (const [name, { question, yes }] of friday) {
    const [, symbol = '', level = ''] = /(\S+) above \$([\d,.]+) /.exec(question) ?? [];
    const close = prices.at(instrumentOf(symbol), closedMs);
    const ahead = Math.log(close / Number(level.replaceAll(',', '')));
    if (Math.abs(ahead) > 0.002) expect(yes > 0.5, `${name}: ${yes} at ${close}`).toBe(ahead > 0);
  }
});

test('levels of prices have cents below ten dollars, and none above', () => {
  const levels = MOMENTS.flatMap((moment) => listedAt(Date.parse(moment))).flatMap(
    ({ question }) => /above (\$\S+) at/.exec(question)?.[1] ?? [],
  );
  expect(levels.length).toBeGreaterThan(300);
  for (const level of levels) expect(level).toMatch(/^\$(?:\d\.\d{2,}|\d{2,3}|\d{1,3},\d{3})$/);
});
