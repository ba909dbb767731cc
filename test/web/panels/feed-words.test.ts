import { expect, test } from 'vitest';
import { GROUPS } from '../../../src/web/data/feed-groups.ts';
import { choicesOf, noneOf, valueWord } from '../../../src/web/panels/feed-words.ts';

test('values are in the words of the columns', () => {
  const said = [
    valueWord('signals', 'source', 'mte'),
    valueWord('signals', 'source', 'aoe'),
    valueWord('whales', 'eventType', 'SIZE_INCREASE'),
    valueWord('whales', 'eventType', 'TOKEN_BUY'),
    valueWord('congress', 'party', 'D'),
    valueWord('congress', 'owner', 'CHILD'),
    valueWord('insider', 'transactionCode', 'M'),
    valueWord('markets', 'platform', 'PREDICTIT'),
    valueWord('markets', 'active', 'true'),
    valueWord('outperformers', 'marketPhase', 'PHASE_B'),
    valueWord('signals', 'symbol', 'BTC/USDT'),
    valueWord('signals', 'timeframe', '4h'),
  ];
  expect(said).toEqual([
    'Strategy',
    'Ranking',
    'Increase, or buy of a coin',
    'Buy of a token',
    'Democrat',
    'Child',
    'Exercise (M)',
    'PredictIt',
    'Yes',
    'Bull',
    'BTC/USDT',
    '4h',
  ]);
});

test('codes that no column shows are chosen; what rows have none of is said', () => {
  expect(choicesOf('signals', 'source')).toContain('mte');
  expect(choicesOf('congress', 'ticker')).toBeNull();
  expect(noneOf('markets', 'categoryNorm')).toBe('No category');
  expect(noneOf('whales', 'whaleName')).toBe('No name');
  expect(GROUPS.insider.by).toContain('TRANSACTION_CODE');
});
