import type { Feed } from '../../feed/feed.ts';
import { BASE, costing } from '../cost/field-cost.ts';
import type { Reading } from '../lists/loaders.ts';
import { assetNamed } from './feed-graph.ts';
import type { Asset } from './kit.ts';
import type { Builder, ObjectType } from './types.ts';

/** The type that joins the feeds; each feed adds its own fields to it. */
export function addAssetType(builder: Builder): ObjectType<Asset> {
  return builder.objectRef<Asset>('Asset').implement({
    description: 'An instrument with everything the feeds know of it, whatever each of them calls it.',
    fields: (t) => ({
      symbol: t.exposeString('symbol', {
        description: 'Canonical symbol: `BINANCE:BTCUSDT` and `BTC/USDT` are `BTC`.',
      }),
    }),
  });
}

export function addAssetQuery(builder: Builder, asset: ObjectType<Asset>, feeds: readonly Feed[]): void {
  const known = feeds.filter((feed) => feed.asset !== null);
  const isKnown: Reading<boolean> = {
    name: 'known assets',
    objects: () => BASE,
    async read(symbols, reader, view) {
      const set = await reader.knownAssets(known, symbols, view);
      return symbols.map((symbol) => set.has(symbol));
    },
  };
  builder.queryField('asset', (t) =>
    t.field({
      type: asset,
      nullable: true,
      description: 'Everything known of one symbol; null when no feed knows it.',
      args: {
        symbol: t.arg.string({
          required: true,
          description: 'In any spelling: `NVDA`, `BTC/USDT`, `BINANCE:BTCUSDT`.',
        }),
      },
      ...costing({ kind: 'one' }),
      async resolve(_, args, { loaders }) {
        const found = assetNamed(args.symbol);
        if (found === null) return null;
        return (await loaders.load(isKnown, found.symbol)) ? found : null;
      },
    }),
  );
}
