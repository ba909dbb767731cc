import { POINT_LENGTH } from '../../feed/text-form.ts';
import {
  type Arguments,
  allOf,
  BASE,
  compare,
  defineGraph,
  invalidParameter,
} from '../../graphql/schema/builder.ts';
import { COMPONENTS } from './components.ts';
import { SCORECARDS, type ScorecardName, type ScorecardPoint, scorecardPoints } from './feed.ts';
import { addComponent } from './graph-components.ts';
import { addSeries } from './graph-series.ts';

const DEFAULT_TIMEFRAME = '1D';

interface Scorecard {
  readonly name: ScorecardName;
  /** Asked for by `scorecard`, so that its points are a list of their own, which can be followed; else by its id, as one of many. */
  readonly isRoot: boolean;
}

interface Metric {
  readonly name: string;
  readonly value: number;
}

/** The three scorecards: the newest point, the series, and the metrics of a point by name. */
export const scorecardsGraph = defineGraph(scorecardPoints, {
  lists: false,
  page: { max: 1000, weight: 0.1 },
  extend(kit) {
    const { builder, feed, type, connection, costing } = kit;
    const nameType = kit.enumOf(feed.leaf('scorecard'));
    const metric = builder.objectRef<Metric>('Metric').implement({
      description: 'A named number.',
      fields: (t) => ({
        name: t.exposeString('name', { description: 'Name of the metric.' }),
        value: t.exposeFloat('value', { description: 'Its value.' }),
      }),
    });
    builder.objectFields(type, (t) => ({
      value: t.float({
        nullable: true,
        description: 'The metric named after the scorecard.',
        resolve: (point) => point.data[point.scorecard] ?? null,
      }),
      metric: t.float({
        nullable: true,
        description: 'One metric. Null when the point does not have it.',
        args: { name: t.arg.string({ required: true, description: 'Name of the metric.' }) },
        resolve: (point, { name }) => (Object.hasOwn(point.data, name) ? (point.data[name] ?? null) : null),
      }),
      metrics: t.field({
        type: [metric],
        description: 'All metrics of the point by name.',
        resolve: metricsOf,
      }),
    }));

    addSeries(kit);

    const timeframe = (arg: Arguments) =>
      arg.string({ defaultValue: DEFAULT_TIMEFRAME, description: 'Length of a point, e.g. `1D` or `1W`.' });
    const checkTimeframe = ({ timeframe: value }: { readonly timeframe?: unknown }): void => {
      if (typeof value === 'string' && !POINT_LENGTH.pattern.test(value))
        throw invalidParameter('timeframe', value, POINT_LENGTH.says);
    };
    const ofTimeframe = (value: string | null | undefined) =>
      compare(feed.leaf('timeframe'), 'eq', value ?? DEFAULT_TIMEFRAME);
    const component = addComponent(kit);
    const { type: scorecard } = kit.addNode<Scorecard>(
      'Scorecard',
      'One of the three scorecards.',
      ({ name }) => name,
      async (names) => names.map((name) => scorecardNamed(name)),
    );
    builder.objectFields(scorecard, (t) => ({
      name: t.field({ type: nameType, description: 'Name of the scorecard.', resolve: ({ name }) => name }),
      components: t.field({
        type: [component],
        description: 'What the composite is made of, see docs/methodology/scorecards.md.',
        resolve: ({ name }) => COMPONENTS[name],
      }),
      latest: t.field({
        type,
        nullable: true,
        description:
          'The newest point, regardless of the history window of the key. Null when there is none.',
        args: { timeframe: timeframe(t.arg) },
        ...costing({ kind: 'sum', check: checkTimeframe }),
        resolve: ({ name }, args, context) =>
          kit.firstRow(
            name,
            {
              by: feed.leaf('scorecard'),
              filter: ofTimeframe(args.timeframe),
              objects: BASE,
              view: { ...context.caller.view, from: null },
            },
            context,
          ),
      }),
      points: t.field({
        type: connection,
        description: 'Points of the series. Default order: newest first.',
        args: {
          timeframe: timeframe(t.arg),
          from: t.arg({ type: 'DateTime', description: 'Only points that start at or after this time.' }),
          filter: t.arg({ type: kit.filter, description: 'Further conditions on the points.' }),
          orderBy: t.arg({ type: kit.order, description: 'Order of the points.' }),
          ...kit.pageArgs(t.arg),
        },
        ...kit.listCostWith(checkTimeframe),
        resolve({ name, isRoot }, args, context) {
          const asked = [
            ofTimeframe(args.timeframe),
            args.from ? compare(feed.leaf('timestamp'), 'gte', args.from) : undefined,
          ];
          const ofCard = feed.leaf('scorecard');
          return isRoot
            ? kit.rows(args, context, allOf([compare(ofCard, 'eq', name), ...asked]))
            : kit.rowsBelow(name, ofCard, args, context, allOf(asked));
        },
      }),
    }));
    builder.subscriptionField('scorecardPoints', (t) =>
      t.field({
        type: kit.event,
        description: 'Points of the scorecards as they are computed or corrected.',
        args: {
          name: t.arg({ type: nameType, description: 'Which scorecard to follow. Default: all.' }),
          timeframe: t.arg.string({ description: 'Length of a point, e.g. `1D`. Default: all.' }),
          after: t.arg.string({
            description:
              'Where to continue: `liveCursor` of `points`, or `cursor` of the last event. Default: what is committed from now on.',
          }),
        },
        ...costing({ kind: 'one', check: checkTimeframe }),
        subscribe: (_, args) =>
          kit.follow(
            allOf([
              args.name ? compare(feed.leaf('scorecard'), 'eq', args.name) : undefined,
              args.timeframe ? compare(feed.leaf('timeframe'), 'eq', args.timeframe) : undefined,
            ]),
            args.after,
          ),
        resolve: (value) => value,
      }),
    );
    builder.queryField('scorecard', (t) =>
      t.field({
        type: scorecard,
        description: 'A scorecard by name.',
        args: { name: t.arg({ type: nameType, required: true, description: 'Which one.' }) },
        resolve: (_, { name }) => ({ name: name as ScorecardName, isRoot: true }), // the enum has these values only
      }),
    );
  },
});

function scorecardNamed(text: string): Scorecard | null {
  const name = SCORECARDS.find((one) => one === text);
  return name === undefined ? null : { name, isRoot: false };
}

function metricsOf({ data }: ScorecardPoint): Metric[] {
  return Object.keys(data)
    .sort()
    .map((name) => ({ name, value: data[name] ?? 0 }));
}
