import { describe, expect, it } from 'vitest';
import { metaculusQuestions } from '../../../src/sources/metaculus/metaculus-questions.ts';
import { parseMetaculusQuestions } from '../../../src/sources/metaculus/questions-page.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { metaculus, metaculusOld } from './native.ts';
import { readAll, sorted } from './reading.ts';

const parse = (json: unknown) => sorted(parseMetaculusQuestions(json, null, 'page'));

describeWithSharedData('Metaculus questions', 'prediction/metaculus/questions.json.gz', (file) => {
  it('become markets: 13 with a forecast that is shown and is one of outcomes', async () => {
    const { counts, markets } = await readAll(metaculusQuestions, file);
    expect(counts).toEqual({ input: 28 });
    expect(new Set(markets.map((market) => market.market_id)).size).toBe(28);
    expect(markets.filter((market) => market.yes_price !== null)).toHaveLength(13);
    expect(markets.filter((market) => market.active)).toHaveLength(15);
    const of = (id: number) => markets.find((market) => market.market_id === `metaculus:${id}`);
    expect(of(34519)).toMatchObject({
      platform: 'metaculus',
      yes_price: 0.12,
      outcome_prices: [0.12, 0.88],
      volume: null,
      volume_24h: null,
      category_norm: 'politics',
      active: true,
      end_date: new Date('2026-01-01T04:59:00Z'),
    });
    expect(of(34280)).toMatchObject({
      question: 'How many people will be in space on March 29, 2025, according to whoisinspace.com?',
      yes_price: 0.17577728776185225,
      outcome_prices: [0.17577728776185225, 0.5714994487320838, 0.25272326350606394],
      active: false,
    });
    expect(of(25769)).toMatchObject({
      market_id: 'metaculus:25769',
      platform: 'metaculus',
      event_title: 'Will US offer India a nuclear submarine before Sept 30, 2024?',
      question: 'Will US offer India a nuclear submarine before Sept 30, 2024?',
      yes_price: null,
      outcome_prices: [],
      volume: null,
      volume_24h: null,
      category_norm: null,
      active: true,
      end_date: new Date('2024-07-08T00:00:00Z'),
    });
    // A number and a date: their forecast is a distribution, no price.
    for (const id of [34278, 30596, 38880]) expect(of(id)?.outcome_prices).toEqual([]);
  });
});

describe('a Metaculus page', () => {
  it('is of the later of edit and forecast', () => {
    expect(parse([metaculus()]).inputs[0]?.key).toMatch(/^2025-02-01T21:15:42\.269Z\//);
    expect(parse([metaculus({ aggregations: undefined })]).inputs[0]?.key).toMatch(
      /^2024-11-08T14:19:42\.582Z/,
    );
  });

  it('shows the aggregate a question names', () => {
    const aggregations = { unweighted: { latest: { start_time: 1, centers: [0.3] } } };
    const { markets } = parse([metaculus({ default_aggregation_method: 'unweighted', aggregations })]);
    expect(markets[0]?.outcome_prices).toEqual([0.3, 0.7]);
  });

  it('has the older shape, the median of which is the forecast', () => {
    expect(parse({ results: [metaculusOld()], next: null }).markets[0]?.outcome_prices).toEqual([0.02, 0.98]);
    expect(parse(metaculusOld({ active_state: 'RESOLVED' })).markets[0]?.active).toBe(false);
  });

  it('holds groups of questions, and posts without any', () => {
    const { question, ...post } = metaculus();
    const group = { questions: [question, { ...question, id: 29636, title: 'By May?', status: 'closed' }] };
    const { markets } = parse([{ ...post, group_of_questions: group }]);
    expect(markets.map(({ market_id, question, active }) => [market_id, question, active])).toEqual([
      ['metaculus:29783-29635', 'Will it be decided early?', true],
      ['metaculus:29783-29636', 'By May?', false],
    ]);
    expect(parse([post]).counts).toEqual({
      'skipped: post without a question of its own (a notebook or a conditional pair)': 1,
    });
  });

  it.each([
    ['title', 1, 'not a text', 'question.title'],
    ['type', undefined, 'missing', 'question.type'],
    ['scheduled_close_time', 5, 'not a text', 'question.scheduled_close_time'],
    ['aggregations', [], 'not an object', 'question.aggregations'],
    [
      'aggregations',
      { recency_weighted: { latest: { centers: ['0.1'] } } },
      'not a number',
      'question.aggregations.recency_weighted.latest.centers[0]',
    ],
    [
      'aggregations',
      { recency_weighted: { latest: { centers: [12] } } },
      'price not between 0 and 1',
      'question.aggregations.recency_weighted.latest.centers[0]',
    ],
  ])('rejects a question with %s %j: %s', (field, value, reason, at) => {
    expect(parse([metaculus({ [field]: value })]).rejections).toMatchObject([{ field: at, reason }]);
  });

  it('rejects a choice with fewer forecasts than options', () => {
    const question = { type: 'multiple_choice', options: ['a', 'b', 'c'] };
    expect(parse([metaculus(question)]).rejections).toMatchObject([
      {
        field: 'question.aggregations.recency_weighted.latest.forecast_values',
        reason: 'not one price for each outcome',
      },
    ]);
  });
});
