import { FIGURE } from '../../feed/bounds.ts';
import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import { id, instant, metrics, oneOf, text } from '../../feed/field.ts';
import { knownFields } from '../../feed/known.ts';
import { POINT_LENGTH } from '../../feed/text-form.ts';

/** The three scorecards: alt-market strength, market risk, global liquidity. */
export const SCORECARDS = ['ams', 'mrs', 'gls'] as const;
export type ScorecardName = (typeof SCORECARDS)[number];

export const scorecardPoints = defineFeed({
  module: 'scorecards',
  type: 'ScorecardPoint',
  plural: 'scorecardPoints',
  description:
    'Three scorecards from 0 to 100 over time: strength of altcoins (ams), market risk (mrs) and global liquidity (gls).',
  fields: {
    id: id('Stable identifier.'),
    scorecard: oneOf('The scorecard.', SCORECARDS, { enumName: 'ScorecardName', filter: true, group: true }),
    timeframe: text('Length of a point, e.g. 1D or 1W.', { filter: true, group: true, form: POINT_LENGTH }),
    timestamp: instant('Start of the point.', { filter: true, sort: true }),
    data: metrics('Metrics of the point, among them one named after the scorecard.', { bounds: FIGURE }),
    ...knownFields,
  },
  key: 'id',
  order: ['timestamp', 'desc'],
  clock: 'known_from',
  lookBack: 'timestamp',
});

export type ScorecardPoint = FeedRecord<typeof scorecardPoints>;
