import type { GraphKit, Reading, SeriesObservation } from '../../graphql/schema/builder.ts';
import type { ScorecardPoint } from './feed.ts';
import { SERIES_FACTS, type SeriesFacts } from './series.ts';

const DAY_MS = 86_400_000;

const SERIES: Reading<readonly SeriesObservation[]> = {
  name: 'series of scorecard points',
  objects: () => 1,
  read: (keys, reader, view) => reader.scorecardSeries.observations(keys.map(cardDayIn), view),
};

type Series = SeriesObservation & SeriesFacts;

/** The macro series behind a point, which is known by the end of its last day. */
export function addSeries({ builder, type, costing }: GraphKit<ScorecardPoint>): void {
  const series = builder.objectRef<Series>('ScorecardSeries').implement({
    description:
      'A macro series that feeds a scorecard, with the newest value that was published by the end of a point.',
    fields: (t) => ({
      series: t.exposeString('series', {
        description: 'Provider and name of the series, e.g. `FRED:WALCL`.',
      }),
      provider: t.exposeString('provider', { description: 'Provider of the series.' }),
      unit: t.exposeString('unit', { description: 'Unit of the value, in the words of the provider.' }),
      frequency: t.exposeString('frequency', {
        description:
          'How often the series has a value, in the words of the provider, e.g. `Weekly, As of Wednesday`.',
      }),
      seasonalAdjustment: t.exposeString('seasonalAdjustment', {
        nullable: true,
        description:
          'Whether the series is seasonally adjusted, in the words of FRED. Null for other providers.',
      }),
      observedOn: t.expose('observed_on', { type: 'Date', description: 'Day that the value is about.' }),
      value: t.exposeFloat('value', { description: 'The value, in the unit of the series.' }),
      knownOn: t.expose('known_on', {
        type: 'Date',
        description:
          'Day by whose end the value counts as published, by the schedule of the publisher. Points use the value from this day on.',
      }),
      capturedOn: t.expose('captured_on', {
        type: 'Date',
        description:
          'Day of the capture that has the value. For a file that does not say when it was made, the newest day in the file.',
      }),
      isVintageKnown: t.exposeBoolean('is_vintage_known', {
        description:
          'Whether the value is the one that was published by then. False for a revised series of which only a later capture is stored.',
      }),
    }),
  });
  builder.objectField(type, 'series', (t) =>
    t.field({
      type: [series],
      nullable: true,
      description:
        'The macro series that feed the scorecard, each with its newest value by the end of the point, however old. A series without a value by then is left out.',
      ...costing({ kind: 'one' }),
      resolve: async (point, _, { loaders }) => {
        const observed = await loaders.load(SERIES, keyOf(point));
        return observed.flatMap((one) => {
          const facts = SERIES_FACTS[one.series]; // a test holds that every series of a card has them
          return facts ? [{ ...facts, ...one }] : [];
        });
      },
    }),
  );
}

/** A week is known by the end of its Sunday. */
function keyOf({ scorecard, timeframe, timestamp }: ScorecardPoint): string {
  const last = new Date(timestamp.getTime() + (timeframe === '1W' ? 6 * DAY_MS : 0));
  return `${scorecard} ${last.toISOString().slice(0, 'YYYY-MM-DD'.length)}`;
}

function cardDayIn(key: string) {
  const [scorecard = '', day = ''] = key.split(' ');
  return { scorecard, day };
}
