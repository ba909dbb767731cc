import { Type } from 'typebox';
import { POINT_LENGTH } from '../../feed/text-form.ts';
import {
  AppError,
  allOf,
  choiceParam,
  clampedHeader,
  compare,
  exact,
  exportSeries,
  type Filter,
  feedExport,
  feedGroups,
  feedHistory,
  feedList,
  formParamWithDefault,
  OPEN_NOTE,
  objectRoute,
  type PathParam,
  type RestModule,
  type RestRequest,
  type RestRoute,
  type RestServices,
  readParams,
  recordSchema,
  TOTAL,
  timeParam,
  toRest,
} from '../../rest/extend.ts';
import { SCORECARDS, scorecardPoints } from './feed.ts';

const tag = scorecardPoints.module;

const timeframe = formParamWithDefault('Length of a point, e.g. 1D or 1W.', POINT_LENGTH, '1D');

const range = {
  from: timeParam('Oldest point; floored to the history window of the tier.'),
  to: timeParam('Newest point; a day counts to its end.', { last: true }),
};

const pathParams: readonly PathParam[] = [
  { name: 'scorecard', description: 'The scorecard.', schema: { type: 'string', enum: SCORECARDS } },
];

function checkPath({ scorecard }: Readonly<Record<string, string>>): void {
  if (SCORECARDS.some((name) => name === scorecard)) return;
  throw new AppError('NOT_FOUND', `no scorecard "${scorecard}"; there are ${SCORECARDS.join(', ')}`);
}

/** Points of one series. */
function seriesFilter(
  scorecard: string | undefined,
  range: {
    readonly timeframe: string;
    readonly from?: Date | undefined;
    readonly to?: Date | undefined;
  },
): Filter | undefined {
  const { leaf } = scorecardPoints;
  return allOf([
    compare(leaf('scorecard'), 'eq', scorecard ?? null),
    compare(leaf('timeframe'), 'eq', range.timeframe),
    range.from && compare(leaf('timestamp'), 'gte', range.from),
    range.to && compare(leaf('timestamp'), 'lte', range.to),
  ]);
}

export const scorecardsRest: RestModule = {
  tags: [{ name: tag, title: 'Scorecards', description: scorecardPoints.description }],
  routes: ({ reader, exports }) => [
    objectRoute({
      path: '/api/scorecards/:scorecard/latest',
      operationId: 'getScorecardLatest',
      tag,
      summary: 'Newest point of a scorecard',
      description: 'The most recent point of the timeframe, for every tier and without a history window.',
      pathParams,
      checkPath,
      params: { timeframe },
      feeds: [scorecardPoints],
      schema: exact(
        {
          item: Type.Ref('ScorecardPoint#'),
          scorecard: Type.String({ description: 'The scorecard asked for.' }),
          timeframe: Type.String({ description: 'The timeframe asked for.' }),
        },
        'The newest point.',
      ),
      components: { ScorecardPoint: recordSchema(scorecardPoints) },
      read: async (range, { path, caller }) => {
        const row = await newestPoint(reader, path.scorecard, range.timeframe, caller.view);
        if (!row) {
          throw new AppError('NOT_FOUND', `${path.scorecard} has no point of timeframe "${range.timeframe}"`);
        }
        return {
          item: toRest(scorecardPoints, row),
          scorecard: path.scorecard,
          timeframe: range.timeframe,
        };
      },
    }),
    objectRoute({
      path: '/api/scorecards/latest',
      access: 'open',
      operationId: 'listScorecardsOpen',
      tag,
      summary: 'Newest daily point of each scorecard, without a key',
      description: `The most recent daily point of each of the three scorecards. ${OPEN_NOTE}`,
      feeds: [scorecardPoints],
      schema: exact({ items: Type.Array(Type.Ref('ScorecardPoint#')) }, 'The newest points.'),
      components: { ScorecardPoint: recordSchema(scorecardPoints) },
      read: async (_, { caller }) => {
        const newest = await Promise.all(
          SCORECARDS.map((scorecard) => newestPoint(reader, scorecard, '1D', caller.view)),
        );
        return { items: newest.flatMap((row) => (row ? [toRest(scorecardPoints, row)] : [])) };
      },
    }),
    ...feedList(
      { reader, exports },
      {
        feed: scorecardPoints,
        path: '/api/scorecards/:scorecard/data',
        wrapper: 'items',
        sizes: { param: 'limit', byDefault: 100, max: 1000 },
        tag,
        summary: 'Series of a scorecard',
        description: 'Points of the timeframe, newest first, as deep as the history window of the tier goes.',
        pathParams,
        checkPath,
        params: { timeframe, ...range },
        without: ['scorecard', 'scorecard_ne', 'scorecard_in', ...TIMEFRAME_OPERATORS],
        filter: (range, { path }) => seriesFilter(path.scorecard, range),
        since: ({ from }) => from,
        whole: false,
        extra: {
          schema: {
            total: TOTAL,
            scorecard: Type.String({ description: 'The scorecard asked for.' }),
          },
          read: async ({ total, path }) => ({ total, scorecard: path.scorecard }),
        },
      },
    ),
    feedGroups(reader, { feed: scorecardPoints, path: '/api/v1/scorecards', tag }),
    feedExport({ exports }, { feed: scorecardPoints, path: '/api/v1/scorecards', tag }),
    feedHistory(reader, { feed: scorecardPoints, path: '/api/v1/scorecards', tag }),
    exportRoute(reader),
  ],
};

/** The newest point of a series, whatever the history window of the view. */
async function newestPoint(
  reader: RestServices['reader'],
  scorecard: string | undefined,
  timeframe: string,
  view: RestRequest['caller']['view'],
) {
  const query = { filter: seriesFilter(scorecard, { timeframe }), slice: { first: 1 } };
  const { rows } = await reader.list(scorecardPoints, query, { ...view, from: null });
  return rows[0];
}

/** A series is of one timeframe: only equality makes sense. */
const TIMEFRAME_OPERATORS = ['ne', 'in', 'gt', 'gte', 'lt', 'lte', 'contains'].map((op) => `timeframe_${op}`);

function exportRoute(reader: RestServices['reader']): RestRoute {
  const params = {
    timeframe,
    ...range,
    format: choiceParam('The only format.', ['csv'], { default: 'csv' }),
  };
  return {
    path: '/api/scorecards/:scorecard/export',
    access: 'key',
    operationId: 'exportScorecard',
    tag,
    summary: 'Series of a scorecard as CSV',
    description:
      'Every point of the timeframe within the history window of the tier, newest first, streamed. ' +
      'The first line is `timestamp,timeframe,<scorecard>` and the other metrics by name.',
    pathParams,
    checkPath,
    params,
    feeds: [scorecardPoints],
    answer: { kind: 'csv', description: 'One line a point, newest first, behind a header line.' },
    prepare: ({ path, query, caller }) => {
      const range = readParams(params, query);
      const scorecard = path.scorecard ?? '';
      const { leaf } = scorecardPoints;
      const series = {
        feed: scorecardPoints,
        filter: seriesFilter(scorecard, range),
        fixed: [leaf('timestamp'), leaf('timeframe')],
        metrics: leaf('data'),
        first: scorecard,
      };
      return {
        canonicalQuery: range,
        headers: clampedHeader(range.from, caller.view),
        run: async () => ({
          kind: 'stream',
          chunks: await exportSeries(reader, series, caller.view),
          headers: { 'content-disposition': `attachment; filename="${scorecard}.csv"` },
        }),
      };
    },
  };
}
