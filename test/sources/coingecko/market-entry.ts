/** An entry of `/coins/markets`, without what nothing reads. */
export const entry = (id: string, over: Readonly<Record<string, unknown>> = {}) => ({
  id,
  symbol: id.slice(0, 3),
  name: id.toUpperCase(),
  current_price: 100,
  market_cap: 2_000,
  market_cap_rank: 5,
  total_volume: 300,
  price_change_percentage_24h: 1.5,
  price_change_percentage_24h_in_currency: 1.52,
  price_change_percentage_7d_in_currency: -3,
  price_change_percentage_30d_in_currency: 12,
  last_updated: '2026-05-01T07:00:00.000Z',
  ...over,
});
