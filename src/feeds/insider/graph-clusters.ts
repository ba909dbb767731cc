import type {
  Arguments,
  ComputedList,
  GraphKit,
  InsiderCluster,
  Reading,
} from '../../graphql/schema/builder.ts';
import { invalidParameter } from '../../graphql/schema/builder.ts';
import type { InsiderFiling } from './feed.ts';

const DAYS_BACK = 30;
const MIN_INSIDERS = 2;
/** A hundred years: longer is a mistake, and not every such time is a date. */
const MAX_DAYS = 36_500;
const MAX_INSIDERS = 1000;

const NEWEST = { type: 'InsiderCluster', field: 'detected_at', direction: 'desc' } as const;

interface ClusterArgs {
  readonly daysBack?: number | null | undefined;
  readonly minInsiders?: number | null | undefined;
}

/** Tickers that several insiders bought: of the whole market, and of one asset. */
export function addClusters(kit: GraphKit<InsiderFiling>): void {
  const { builder, costing } = kit;
  const cluster = builder.objectRef<InsiderCluster>('InsiderCluster').implement({
    description: 'A ticker that several insiders bought.',
    fields: (t) => ({
      ticker: t.exposeString('ticker', { description: 'Exchange ticker.' }),
      insiderCount: t.exposeInt('insider_count', { description: 'Number of insiders who bought.' }),
      totalValue: t.exposeFloat('total_value', { description: 'Sum of their purchases. Unit: USD.' }),
      detectedAt: t.expose('detected_at', {
        type: 'DateTime',
        description: 'When the filing that brought the count to the asked minimum was filed.',
      }),
    }),
  });
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
        const list: ComputedList<InsiderCluster> = {
          order: NEWEST,
          args,
          window: kit.windowOf(context, query.daysBack),
          read: (span, reader, view) => reader.insiders.clusters({ ...span, ...query }, view),
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

function queryOf({ daysBack, minInsiders }: ClusterArgs) {
  const query = { daysBack: daysBack ?? DAYS_BACK, minInsiders: minInsiders ?? MIN_INSIDERS };
  if (query.daysBack < 1 || query.daysBack > MAX_DAYS)
    throw invalidParameter('daysBack', query.daysBack, `a whole number from 1 to ${MAX_DAYS}`);
  if (query.minInsiders < 1 || query.minInsiders > MAX_INSIDERS)
    throw invalidParameter('minInsiders', query.minInsiders, `a whole number from 1 to ${MAX_INSIDERS}`);
  return query;
}

function clustersOf(query: ReturnType<typeof queryOf>): Reading<InsiderCluster[]> {
  return {
    name: `clusters ${JSON.stringify(query)}`,
    objects: () => 1,
    async read(assets, reader, view) {
      const { items } = await reader.insiders.clusters({ ...query, assets, limit: assets.length }, view);
      return assets.map((one) => items.filter(({ asset }) => asset === one));
    },
  };
}
