import type { View } from '../../core/access/view.ts';
import type { Reader } from '../../core/read/read.ts';
import {
  ASSET_KINDS,
  type AssetKind,
  assetKey,
  assetOfKey,
  isWrittenAsName,
  meanings,
} from '../../feed/asset.ts';
import type { Feed } from '../../feed/feed.ts';
import { oneOf } from '../../feed/field.ts';
import { BASE, costing } from '../cost/field-cost.ts';
import type { Reading } from '../lists/loaders.ts';
import type { Enums } from './enums.ts';
import type { Asset } from './kit.ts';
import type { NodeTypes } from './node.ts';
import type { Builder, ObjectType } from './types.ts';

const KIND = oneOf('Kind of an asset. Everything that a company or a fund lists is a STOCK.', ASSET_KINDS, {
  enumName: 'AssetKind',
});

/** One of each other kind. */
const MAX_NAMESAKES = ASSET_KINDS.length - 1;

/** The asset of a key; null for what is none. */
export function assetWith(key: string | null): Asset | null {
  const asset = key === null ? null : assetOfKey(key);
  return asset && key !== null ? { key, ...asset } : null;
}

/** The type that joins the feeds; each feed adds its own fields to it. */
export function addAssetType(
  builder: Builder,
  nodes: NodeTypes,
  enums: Enums,
  feeds: readonly Feed[],
): ObjectType<Asset> {
  const naming = feeds.filter((feed) => feed.asset !== null);
  const { type: asset } = nodes.add<Asset>(
    'Asset',
    'An instrument with everything the feeds know of it, whatever each of them calls it.',
    ({ key }) => key,
    async (keys, reader, view) => {
      const known = await reader.knownAssets(naming, keys, view);
      return keys.map((key) => (known.has(key) ? assetWith(key) : null));
    },
  );
  const namesakes = namesakesIn(naming);
  builder.objectFields(asset, (t) => ({
    symbol: t.exposeString('symbol', {
      description: 'Canonical symbol: `BINANCE:BTCUSDT` and `BTC/USDT` are `BTC`, `BRK-B` is `BRK.B`.',
    }),
    kind: t.expose('kind', { type: enums.of(KIND), description: KIND.description }),
    name: t.string({
      nullable: true,
      description:
        'Name of the asset in the newest record that the key may see. Null where no record names it.',
      ...costing({ kind: 'one' }),
      resolve: ({ key }, _, { loaders }) => loaders.load(NAME, key),
    }),
    aliases: t.stringList({
      nullable: true,
      description:
        'All names that records use for the asset, or used before: of the company, fund, security or coin.',
      ...costing({ kind: 'one' }),
      resolve: async ({ key }, _, { loaders }) => [...(await loaders.load(ALIASES, key))],
    }),
    namesakes: t.field({
      type: [asset],
      nullable: true,
      description: 'Other assets with this symbol: `META` is a company and a coin.',
      ...costing({ kind: 'few', max: MAX_NAMESAKES }),
      resolve: ({ key }, _, { loaders }) => loaders.load(namesakes, key),
    }),
  }));
  return asset;
}

/** The asset of this name: of several kinds the one that a bare symbol would mean, of several assets the one that most records name. */
async function named(text: string, kind: AssetKind | null, { search }: Reader, view: View) {
  const keys = await search.assetsNamed(text, view);
  return ASSET_KINDS.filter((one) => kind === null || one === kind)
    .map((one) => keys.find((key) => assetOfKey(key)?.kind === one))
    .find((key) => key !== undefined);
}

const NAME: Reading<string | null> = {
  name: 'name of an asset',
  objects: () => 1,
  read: (keys, { search }, view) => search.assetNames(keys, view),
};

const ALIASES: Reading<readonly string[]> = {
  name: 'aliases of an asset',
  objects: () => 1,
  read: (keys, { search }, view) => search.assetAliases(keys, view),
};

function namesakesIn(feeds: readonly Feed[]): Reading<Asset[]> {
  const othersOf = (key: string) => {
    const own = assetOfKey(key);
    return own === null
      ? []
      : ASSET_KINDS.map((kind) => assetKey({ ...own, kind })).filter((one) => one !== key);
  };
  return {
    name: 'namesakes',
    objects: ({ length }) => length,
    async read(keys, reader, view) {
      const known = await reader.knownAssets(feeds, keys.flatMap(othersOf), view);
      return keys.map((key) =>
        othersOf(key).flatMap((one) => (known.has(one) ? (assetWith(one) ?? []) : [])),
      );
    },
  };
}

export function addAssetQuery(
  builder: Builder,
  asset: ObjectType<Asset>,
  enums: Enums,
  feeds: readonly Feed[],
): void {
  const naming = feeds.filter((feed) => feed.asset !== null);
  const meant = (kind: AssetKind | null): Reading<Asset | null> => ({
    name: `asset of ${kind ?? 'any kind'}`,
    objects: () => BASE,
    async read(symbols, reader, view) {
      const keys = symbols.map((symbol) => meanings(symbol, kind));
      const known = await reader.knownAssets(naming, keys.flat(), view);
      return Promise.all(
        keys.map(async (likely, at) => {
          const text = symbols[at] ?? '';
          const bySymbol = likely.find((key) => known.has(key));
          if (bySymbol !== undefined && !isWrittenAsName(text)) return assetWith(bySymbol);
          return assetWith((await named(text, kind, reader, view)) ?? bySymbol ?? null);
        }),
      );
    },
  });
  builder.queryField('asset', (t) =>
    t.field({
      type: asset,
      nullable: true,
      description:
        'Everything known about one symbol. Null when no feed knows the symbol and it has no bar in view. Where a company and a coin have the same symbol, the company is returned, unless `kind` says otherwise.',
      args: {
        symbol: t.arg.string({
          required: true,
          description:
            'Symbol in any spelling: `NVDA`, `BRK-B`, `BTC/USDT`, `BINANCE:BTCUSDT`. Or a name: `Apple`, `Bitcoin`, `BRKB`.',
        }),
        kind: t.arg({ type: enums.of(KIND), description: 'Only an asset of this kind.' }),
      },
      ...costing({ kind: 'one' }),
      resolve: (_, { symbol, kind = null }, { loaders }) =>
        loaders.load(meant(kind as AssetKind | null), symbol), // the enum is made of these kinds
    }),
  );
}
