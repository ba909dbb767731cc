import { expect, test } from 'vitest';
import { oddsTexts } from '../../../src/web/entities/odds-texts.ts';

test('prices in whole per cent are written so', () => {
  expect(oddsTexts([0.29, 0.71])).toEqual(['29%', '71%']);
  expect(oddsTexts([0.57, null, 0.28])).toEqual(['57%', null, '28%']);
  expect(oddsTexts([1, 0])).toEqual(['100%', '0%']);
});

test('others have a decimal, all of a market alike, and add up to a hundred', () => {
  expect(oddsTexts([0.175, 0.825])).toEqual(['17.5%', '82.5%']);
  expect(oddsTexts([0.1745, 0.8255])).toEqual(['17.5%', '82.5%']);
  expect(oddsTexts([0.5, 0.3333, 0.1667])).toEqual(['50.0%', '33.3%', '16.7%']);
});

test.each([[[1 / 3, 1 / 3, 1 / 3]], [[0.12345, 0.23456, 0.64199]], [[0.0625, 0.0625, 0.0625, 0.8125]]])(
  '%j add up',
  (prices) => {
    const written = oddsTexts(prices).map((text) => Number.parseFloat(text ?? ''));
    expect(written.reduce((sum, one) => sum + one * 10, 0)).toBeCloseTo(1_000);
  },
);

test('prices that do not add up are not made to', () => {
  expect(oddsTexts([0.515, 0.515])).toEqual(['51.5%', '51.5%']);
});

test('what is nearly none or nearly all does not read as none or all', () => {
  expect(oddsTexts([0.0003, 0.9997])).toEqual(['<0.1%', '>99.9%']);
});
