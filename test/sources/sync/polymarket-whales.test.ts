import { expect, it } from 'vitest';
import { polymarketWhales } from '../../../src/sources/polymarket/provider.ts';
import { benchOf } from './paged-trades.ts';
import { json, startProvider } from './provider-server.ts';

const WALLET = `0x${'a'.repeat(40)}`;
const OPTIONS = { wallets: [WALLET], min_trade_usd: '10000' };

const positions = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    proxyWallet: WALLET,
    asset: `token-${from + index}`,
    title: 'A question',
    outcome: 'Yes',
    size: 10,
    currentValue: 5,
  }));

it('takes the pages of a wallet as one snapshot, and none where a page comes twice', async () => {
  await using server = await startProvider();
  const bench = benchOf(server, polymarketWhales, OPTIONS);
  const snapshots = () =>
    bench.target.inputs.map(({ data }) => (data.positions as readonly unknown[]).length);
  let repeats = false;
  server.answer((request, response, url) => {
    const offset = repeats ? 0 : Number(url.searchParams.get('offset'));
    const all = positions(0, 600);
    const page = url.pathname === '/positions' ? all.slice(offset, offset + 500) : [];
    json(page)(request, response, url);
  });
  expect(await bench.run()).toMatchObject({ outcome: 'done', error: null });
  expect(snapshots()).toEqual([600]);
  repeats = true;
  // What is missing from a snapshot counts as sold: half of one would sell the other half.
  const report = await bench.run();
  expect(report).toMatchObject({ outcome: 'failed', inputs: 0 });
  expect(report.error).toMatch(/offset=500: is the page before again/);
  expect(snapshots()).toEqual([600]);
});

it('takes no positions for everything sold only where the wallet is worth nothing', async () => {
  await using server = await startProvider();
  const bench = benchOf(server, polymarketWhales, OPTIONS);
  const answers: Record<string, unknown> = {};
  server.answer((request, response, url) => json(answers[url.pathname] ?? [])(request, response, url));
  const snapshots = () => bench.target.inputs.map(({ data }) => data.positions);
  for (const value of [
    [],
    [{ user: WALLET, value: 41.5 }],
    [{ user: WALLET }],
    [{ user: WALLET, value: null }],
  ]) {
    answers['/value'] = value;
    const report = await bench.run();
    expect(report).toMatchObject({ outcome: 'done', inputs: 0 });
    expect(report.noted).toEqual({
      'wallet without positions whose worth is not 0: its snapshot is left out': 1,
    });
  }
  expect(snapshots()).toEqual([]);
  answers['/value'] = [{ user: WALLET, value: 0 }];
  expect(await bench.run()).toMatchObject({ outcome: 'done', inputs: 1, noted: {} });
  expect(snapshots()).toEqual([[]]);
});
