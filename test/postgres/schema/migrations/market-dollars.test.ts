import { expect, it } from 'vitest';
import { deriveMarket } from '../../../../src/feeds/prediction/derive.ts';
import { databaseBefore } from '../../../support/older-database.ts';

const MARKETS = [
  { volume_unit: 'USD', volume_24h: 129_642.785175, yes_price: 0.0105 },
  { volume_unit: 'USD', volume_24h: null, yes_price: 0.5 },
  { volume_unit: 'contracts', volume_24h: 269_800, yes_price: 0.28 },
  { volume_unit: 'contracts', volume_24h: 10, yes_price: 0.065 },
  { volume_unit: 'contracts', volume_24h: 1_234_567, yes_price: 0.115 },
  { volume_unit: 'contracts', volume_24h: 5, yes_price: null },
  { volume_unit: 'play_money', volume_24h: 4_600, yes_price: 0.5 },
  { volume_unit: null, volume_24h: null, yes_price: 0.5 },
] as const;

const COLUMNS =
  'market_id, platform, question, outcome_prices, active, known_from, known_precision, known_since, volume_unit, volume_24h, yes_price';

const expected = MARKETS.map((market) => deriveMarket(market).volume_24h_usd);
const text = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : `${value}`);

it('gives markets of before their dollars, as they are, as they were and in events', async () => {
  await using database = await databaseBefore('market-dollars');
  const rows = MARKETS.map(
    ({ volume_unit, volume_24h, yes_price }, at) =>
      `('${at}', 'kalshi', 'Will it?', '{}', true, now(), 'EXACT', now(), ${text(volume_unit)}, ${text(volume_24h)}, ${text(yes_price)})`,
  );
  const events = MARKETS.map((market, at) => {
    const body = `'${JSON.stringify(market)}'`;
    return `('prediction', ${2 * at + 1}, 'UPDATED', '${at}', now(), ${body}, ${body}), ('prediction', ${2 * at + 2}, 'REMOVED', '${at}', now(), ${body}, NULL)`;
  });
  await database.run(`
    INSERT INTO prediction_markets (${COLUMNS}) VALUES ${rows.join(',')};
    INSERT INTO prediction_markets_history (${COLUMNS}, recorded_since, recorded_until, known_until)
    SELECT ${COLUMNS}, 0, 1, now() FROM prediction_markets;
    INSERT INTO feed_event (feed, seq, kind, key, at, before, after) VALUES ${events.join(',')}`);
  await database.migrate();
  const dollarsIn = async (query: string) => (await database.run(query)).map(({ dollars }) => dollars);
  for (const table of ['prediction_markets', 'prediction_markets_history'])
    expect(
      await dollarsIn(`SELECT volume_24h_usd AS dollars FROM ${table} ORDER BY market_id`),
      table,
    ).toEqual(expected);
  for (const [body, kind] of [
    ['before', 'UPDATED'],
    ['after', 'UPDATED'],
    ['before', 'REMOVED'],
  ])
    expect(
      await dollarsIn(
        `SELECT (${body}->>'volume_24h_usd')::float8 AS dollars FROM feed_event WHERE kind = '${kind}' ORDER BY key`,
      ),
      `${body} of ${kind}`,
    ).toEqual(expected);
  expect(expected).toEqual([129_642.785175, null, 75_544, 0.65, 141_975.21, null, null, null]);
});
