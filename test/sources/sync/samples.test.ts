import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { providers } from '../../../src/sources/providers.ts';
import { parseSources } from '../../../src/sources/sync/sources-file.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { benchOf } from './paged-trades.ts';
import { startProvider } from './provider-server.ts';

const WALLET = `0x${'a'.repeat(40)}`;

/** Options under which a provider asks for what the sample holds. */
const OPTIONS = {
  metaculus: { token: 't' },
  coingecko: { pages: '1' },
  fred: { series: ['WALCL'] },
  'hyperliquid-bars': { coins: ['kPEPE'], intervals: ['1h'] },
  'hyperliquid-whales': { wallets: [WALLET] },
  'manifold-whales': { users: ['anyone'] },
};

describeWithSharedData('providers on captured payloads', '.', (folder) => {
  const text = (path: string): string => {
    const bytes = readFileSync(join(folder, path));
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  };
  const list = (path: string): unknown[] => {
    const value: unknown = JSON.parse(text(path));
    return Array.isArray(value) ? value : [value];
  };
  const markets = JSON.parse(text('aoe/coingecko/coins_markets_2026-04-18T1833.json.gz')) as {
    data: unknown;
  };

  /** The first answer to each path of each provider; what comes next is empty. */
  const ANSWERS: Readonly<Record<string, () => unknown>> = {
    polymarket: () => list('prediction/polymarket/gamma_event.json'), // those closed last
    kalshi: () => ({
      events: [
        {
          event_ticker: 'E',
          title: 'An event',
          category: 'Politics',
          markets: list('prediction/kalshi/markets_2025.json'),
        },
      ],
      cursor: '',
    }),
    manifold: () => list('prediction/manifold/v0_markets.json.gz'),
    predictit: () => JSON.parse(text('prediction/predictit/marketdata_all.json.gz')),
    metaculus: () => ({ results: list('prediction/metaculus/questions.json.gz') }),
    limitless: () => ({ data: list('prediction/limitless/markets.json') }),
    coingecko: () => markets.data,
    fred: () => text('scorecards/fred/WALCL.csv'),
    'hyperliquid-bars': () => list('mre/hyperliquid/candleSnapshot.response.json'),
    'manifold-whales': () => list('whales/manifold/bets_list_bet_market.json'),
    'hyperliquid-whales': () => list('whales/hyperliquid/userFills.response.json'),
  };

  for (const [name, first] of Object.entries(ANSWERS)) {
    it(`${name}: reads them, twice the same`, async () => {
      await using server = await startProvider();
      const provider = providers.find((one) => one.name === name);
      if (!provider) throw new Error(`no provider ${name}`);
      const settings = parseSources(JSON.stringify(OPTIONS), providers).get(name);
      const bench = benchOf(server, provider, settings?.options);
      let isFirst = true;
      server.answer((_request, response) => {
        const body = isFirst ? first() : emptyOf(name);
        isFirst = false;
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
      const report = await bench.run();
      expect(report).toMatchObject({ outcome: 'done', error: null });
      expect(report.created + report.inputs).toBeGreaterThan(0);
      const written = JSON.stringify(bench.target.inputs.map(({ kind, series, key }) => [kind, series, key]));
      isFirst = true;
      bench.target.inputs.length = 0;
      await bench.run({ full: true });
      if (!CAPTURED.has(name)) {
        expect(JSON.stringify(bench.target.inputs.map(({ kind, series, key }) => [kind, series, key]))).toBe(
          written,
        );
      }
    });
  }
});

/** Where the key of an input is the time of the capture, when the payload names none. */
const CAPTURED: ReadonlySet<string> = new Set([
  'polymarket',
  'kalshi',
  'manifold',
  'predictit',
  'metaculus',
  'limitless',
  'hyperliquid-whales',
]);

function emptyOf(name: string): unknown {
  if (name === 'kalshi' || name === 'polymarket') return { events: [], cursor: '' };
  if (name === 'hyperliquid-whales') return { assetPositions: [], time: 1_700_000_000_000 };
  return [];
}
