import type {
  Arguments,
  ComputedList,
  GraphKit,
  InsiderCluster,
  Reader,
  Reading,
  View,
} from '../../graphql/schema/builder.ts';
import { invalidParameter } from '../../graphql/schema/builder.ts';
import type { InsiderFiling } from './feed.ts';

const DAYS_BACK = 30;
const MIN_INSIDERS = 2;
/** A hundred years: longer is a mistake, and not every such time is a date. */
const MAX_DAYS = 36_500;
const MAX_INSIDERS = 1000;

const NEWEST = { type: 'InsiderCluster', field: 'detected_at', direction: 'desc' } as const;

/** A cluster with what was asked for: under other terms the same ticker is another cluster, or none. */
interface Cluster extends InsiderCluster {
  readonly terms: Terms;
}

interface Terms {
  readonly daysBack: number;
  readonly minInsiders: number;
}

interface ClusterArgs {
  readonly daysBack?: number | null | undefined;
  readonly minInsiders?: number | null | undefined;
}

/** Tickers that several insiders bought: of the whole market, and of one asset. */
export function addClusters(kit: GraphKit<InsiderFiling>): void {
  const { builder, costing } = kit;
  const { type: cluster } = kit.addNode<Cluster>(
    'InsiderCluster',
    'A ticker that several insiders bought within the days asked for. The id fetches the cluster of this ticker with the same arguments, as of now.',
    keyOf,
    (keys, reader, view) => clustersByKey(keys, reader, view),
  );
  builder.objectFields(cluster, (t) => ({
    ticker: t.exposeString('ticker', { description: 'Exchange ticker.' }),
    insiderCount: t.exposeInt('insider_count', { description: 'Number of insiders who bought.' }),
    totalValue: t.exposeFloat('total_value', { description: 'Sum of their purchases. Unit: USD.' }),
    detectedAt: t.expose('detected_at', {
      type: 'DateTime',
      description: 'When the filing that brought the count to the minimum became known.',
    }),
  }));
  kit.addAsset(cluster, ({ asset }) => asset);
  const connection = kit.addConnection({
    name: 'InsiderCluster',
    node: cluster,
    description: 'A page of clusters.',
  });

  builder.queryField('insiderClusters', (t) =>
    t.field({
      type: connection,
      description: 'Tickers that several insiders bought lately, newest first.',
      args: { ...clusterArgs(t.arg), ...kit.pageArgs(t.arg) },
      ...kit.computedCost(() => NEWEST, queryOf),
      resolve(_, args, context) {
        const query = queryOf(args);
        const list: ComputedList<Cluster> = {
          order: NEWEST,
          args,
          window: kit.windowOf(context, query.daysBack),
          async read(span, reader, view) {
            const found = await reader.insiders.clusters({ ...span, ...query }, view);
            return { ...found, items: found.items.map(under(query)) };
          },
        };
        return kit.computed(list, context);
      },
    }),
  );

  builder.objectField(kit.asset, 'insiderClusters', (t) =>
    t.field({
      type: [cluster],
      nullable: true,
      description: 'The cluster of this asset, if there is one.',
      args: clusterArgs(t.arg),
      ...costing({ kind: 'one', check: queryOf }),
      resolve: ({ key }, args, { loaders }) => loaders.load(clustersOf(queryOf(args)), key),
    }),
  );
}

function clusterArgs(arg: Arguments) {
  return {
    daysBack: arg.int({ defaultValue: DAYS_BACK, description: `Days to look back, 1 to ${MAX_DAYS}.` }),
    minInsiders: arg.int({
      defaultValue: MIN_INSIDERS,
      description: `Least number of insiders, 1 to ${MAX_INSIDERS}.`,
    }),
  };
}

function queryOf({ daysBack, minInsiders }: ClusterArgs): Terms {
  const query = { daysBack: daysBack ?? DAYS_BACK, minInsiders: minInsiders ?? MIN_INSIDERS };
  if (!isWithin(query.daysBack, MAX_DAYS))
    throw invalidParameter('daysBack', query.daysBack, `a whole number from 1 to ${MAX_DAYS}`);
  if (!isWithin(query.minInsiders, MAX_INSIDERS))
    throw invalidParameter('minInsiders', query.minInsiders, `a whole number from 1 to ${MAX_INSIDERS}`);
  return query;
}

function clustersOf(terms: Terms): Reading<Cluster[]> {
  return {
    name: `clusters ${JSON.stringify(terms)}`,
    objects: () => 1,
    async read(assets, reader, view) {
      const items = await clustersUnder(terms, assets, reader, view);
      return assets.map((one) => items.filter(({ asset }) => asset === one));
    },
  };
}

async function clustersUnder(
  terms: Terms,
  assets: readonly string[],
  reader: Reader,
  view: View,
): Promise<readonly Cluster[]> {
  const { items } = await reader.insiders.clusters({ ...terms, assets, limit: assets.length }, view);
  return items.map(under(terms));
}

const under =
  (terms: Terms) =>
  (cluster: InsiderCluster): Cluster => ({ ...cluster, terms });

/** `30|2|stock:NVDA`: days to look back, least number of insiders, key of the asset. */
const keyOf = ({ terms, asset }: Pick<Cluster, 'terms' | 'asset'>): string =>
  `${terms.daysBack}|${terms.minInsiders}|${asset}`;

/** Null for a text that is no key, or one in another spelling. */
function termsIn(key: string): Pick<Cluster, 'terms' | 'asset'> | null {
  const [, daysBack, minInsiders, asset = ''] = /^(\d{1,5})\|(\d{1,4})\|(.+)$/s.exec(key) ?? [];
  const terms = { daysBack: Number(daysBack), minInsiders: Number(minInsiders) };
  const isAsked = isWithin(terms.daysBack, MAX_DAYS) && isWithin(terms.minInsiders, MAX_INSIDERS);
  return isAsked && keyOf({ terms, asset }) === key ? { terms, asset } : null;
}

const isWithin = (value: number, max: number): boolean => value >= 1 && value <= max;

/** One statement for each pair of terms, one after the other: an operation takes one of the connections for sums. */
async function clustersByKey(
  keys: readonly string[],
  reader: Reader,
  view: View,
): Promise<readonly (Cluster | null)[]> {
  const asked = keys.map(termsIn).filter((one) => one !== null);
  const found = new Map<string, Cluster>();
  const sameTerms = Map.groupBy(asked, ({ terms }) => JSON.stringify(terms));
  for (const those of sameTerms.values()) {
    const [first] = those;
    const assets = those.map(({ asset }) => asset);
    const clusters = first ? await clustersUnder(first.terms, assets, reader, view) : [];
    for (const cluster of clusters) found.set(keyOf(cluster), cluster);
  }
  return keys.map((key) => found.get(key) ?? null);
}
