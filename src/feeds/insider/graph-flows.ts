import {
  type Asset,
  BASE,
  type BoughtAsset,
  type FlowWindow,
  type GraphKit,
  type InsiderMarketStats,
  type MarketFlow,
  type Reading,
} from '../../graphql/schema/builder.ts';
import type { InsiderFiling } from './feed.ts';

/** Reads the statistics when one of their fields asks. */
type ReadStats = { readonly read: () => Promise<InsiderMarketStats> };

const flowsOf = (days: number): Reading<FlowWindow> => ({
  name: `flows ${days}`,
  objects: () => 1,
  read: (assets, reader, view) => reader.insiders.flows(assets, days, view),
});

/** Part of the asset, which counts. */
const COMPANY_NAMES: Reading<string | null> = {
  name: 'company names',
  objects: () => 0,
  read: (assets, reader, view) => reader.insiders.companyNames(assets, view),
};

const MARKET_STATS: Reading<InsiderMarketStats> = {
  name: 'market stats',
  objects: () => BASE,
  read: async (_, reader, view) => [await reader.insiders.market(view)],
};

/** What insiders bought and sold: of one asset, and over the market. */
export function addFlows(kit: GraphKit<InsiderFiling>): void {
  addAssetFlows(kit);
  addMarketStats(kit);
}

function addAssetFlows({ builder, asset, costing }: GraphKit<InsiderFiling>): void {
  const flow = builder.objectRef<FlowWindow>('InsiderFlow').implement({
    description: 'Purchases and sales of insiders within a window of filing dates.',
    fields: (t) => ({
      buyValue: t.exposeFloat('buy_value', { description: 'Sum of purchases. Unit: USD.' }),
      sellValue: t.exposeFloat('sell_value', { description: 'Sum of sales. Unit: USD.' }),
      net: t.exposeFloat('net', { description: 'Purchases minus sales. Unit: USD.' }),
    }),
  });
  const windows = builder.objectRef<Asset>('InsiderWindows');
  windows.implement({
    description: 'Purchases and sales of insiders over the last 30 and 90 days.',
    fields: (t) => {
      const days = (n: number) =>
        t.field({
          type: flow,
          nullable: true,
          description: `Over the last ${n} days.`,
          ...costing({ kind: 'one' }),
          resolve: ({ key }, _, { loaders }) => loaders.load(flowsOf(n), key),
        });
      return { days30: days(30), days90: days(90) };
    },
  });
  builder.objectFields(asset, (t) => ({
    companyName: t.string({
      nullable: true,
      description: 'Name of the issuer in its newest insider filing; null when there is none.',
      ...costing({ kind: 'part' }),
      resolve: ({ key }, _, { loaders }) => loaders.load(COMPANY_NAMES, key),
    }),
    insiderWindows: t.field({
      type: windows,
      description: 'Purchases and sales of insiders over the last 30 and 90 days.',
      resolve: (self) => self,
    }),
  }));
}

function addMarketStats({ builder, addAsset, costing }: GraphKit<InsiderFiling>): void {
  const flow = builder.objectRef<MarketFlow>('MarketFlow').implement({
    description: 'Purchases and sales of all insiders within a window of filing dates.',
    fields: (t) => ({
      buyValue: t.exposeFloat('buy_value', { description: 'Sum of purchases. Unit: USD.' }),
      sellValue: t.exposeFloat('sell_value', { description: 'Sum of sales. Unit: USD.' }),
      filings: t.exposeInt('filings', { description: 'Number of transactions.' }),
    }),
  });
  const bought = builder.objectRef<BoughtAsset>('BoughtTicker').implement({
    description: 'A ticker insiders bought.',
    fields: (t) => ({
      ticker: t.exposeString('ticker', { description: 'Exchange ticker.' }),
      value: t.exposeFloat('value', { description: 'Sum of purchases. Unit: USD.' }),
      count: t.exposeInt('count', { description: 'Number of purchases.' }),
    }),
  });
  addAsset(bought, ({ asset }) => asset);
  const stats = builder.objectRef<ReadStats>('InsiderMarketStats');
  stats.implement({
    description:
      'What insiders bought and sold over the whole market. Fields are null, with an error, on failure.',
    fields: (t) => {
      const last = (of: 'last_24h' | 'last_7d' | 'last_30d', description: string) =>
        t.field({
          type: flow,
          nullable: true,
          description,
          ...costing({ kind: 'part' }),
          resolve: async ({ read }) => (await read())[of],
        });
      return {
        last24h: last('last_24h', 'Over the last 24 hours.'),
        last7d: last('last_7d', 'Over the last 7 days.'),
        last30d: last('last_30d', 'Over the last 30 days.'),
        mostBought7d: t.field({
          type: [bought],
          nullable: true,
          description: 'The ten tickers with the largest purchases over the last 7 days.',
          ...costing({ kind: 'rows' }),
          resolve: async ({ read }) => [...(await read()).most_bought_7d],
        }),
      };
    },
  });
  builder.queryField('insiderMarketStats', (t) =>
    t.field({
      type: stats,
      description: 'What insiders bought and sold over the whole market.',
      ...costing({ kind: 'sum' }),
      resolve: (_, __, { loaders }) => ({ read: () => loaders.load(MARKET_STATS, '') }),
    }),
  );
}
