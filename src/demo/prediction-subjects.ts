import { normalShare } from '../engines/normal-distribution.ts';
import { WALK_DEVIATION, walk } from './prices.ts';
import { streamOf } from './random.ts';
import { DAY, HOUR } from './time.ts';

/**
 * What invented questions are about. Every subject has one curve, in time and in its level, from which all markets about it have their
 * odds, whatever the platform and the day they close on: what may happen by a day is likelier the later the day, what must last until
 * a day less so.
 */
export interface Subject {
  readonly category: string;
  readonly event: string;
  /** `{day}` is the day at whose end the market closes, `{level}` one of the levels. */
  readonly text: string;
  readonly outcomes: readonly string[];
  readonly levels: readonly number[];
  /** Of each outcome, as things stand at a moment, in a market that closes at another. */
  chances(seed: number, ms: number, asked: Asked): readonly number[];
}

export interface Asked {
  readonly closesMs: number;
  readonly level: number;
}

type Words = Pick<Subject, 'category' | 'event' | 'text'>;

const YES_NO = ['Yes', 'No'];
const words = (category: string, event: string, text: string): Words => ({
  category,
  event: `${event} (simulated)`,
  text,
});
const days = (fromMs: number, toMs: number): number => Math.max(0, toMs - fromMs) / DAY;
const mood = (seed: number, { event }: Words, outcome: string, ms: number): number =>
  walk(streamOf(seed, `subject/${event}/${outcome}`), ms);

/** Once in so many days on average, now more urgent and now less; it has not happened yet. */
function happens(everyDays: number, isAwaited: boolean, said: Words): Subject {
  return {
    ...said,
    outcomes: YES_NO,
    levels: [],
    chances(seed, ms, { closesMs }) {
      const perDay = Math.exp(1.2 * Math.tanh(0.08 * mood(seed, said, 'Yes', ms))) / everyDays;
      const lasts = Math.exp(-perDay * days(ms, closesMs));
      return isAwaited ? [1 - lasts, lasts] : [lasts, 1 - lasts];
    },
  };
}

const by = (everyDays: number, said: Words) => happens(everyDays, true, said);
const until = (everyDays: number, said: Words) => happens(everyDays, false, said);

/** Whether something that wanders is on the right side of zero at a time. */
export function chanceAhead(ahead: number, deviationPerDay: number, inDays: number): number {
  const spread = deviationPerDay * Math.sqrt(inDays);
  return spread === 0 ? Number(ahead > 0) : normalShare(ahead / spread);
}

function leads(said: Words): Subject {
  return {
    ...said,
    outcomes: YES_NO,
    levels: [],
    chances(seed, ms, { closesMs }) {
      const yes = chanceAhead(mood(seed, said, 'Yes', ms), WALK_DEVIATION, days(ms, closesMs));
      return [yes, 1 - yes];
    },
  };
}

/** When the last of what comes once in a while came, or comes, before the day that a market closes on. */
type Last = (closesMs: number) => number;

/** On the twelfth of each month, soon after noon. */
const lastReport: Last = (closesMs) => {
  const day = new Date(closesMs - DAY);
  const inMonth = (month: number) => Date.UTC(day.getUTCFullYear(), month, 12) + 12.5 * HOUR;
  const own = inMonth(day.getUTCMonth());
  return own < day.getTime() ? own : inMonth(day.getUTCMonth() - 1);
};

const MEETING_MS = 42 * DAY;
const lastMeeting: Last = (closesMs) =>
  Math.floor((closesMs - DAY) / MEETING_MS) * MEETING_MS + 18 * HOUR - DAY;

/** A reported figure against a level: uncertain by what may change until the report and by what surprises in it. */
function reportedBelow(base: number, levels: readonly number[], said: Words): Subject {
  const SCALE = 0.04;
  return {
    ...said,
    outcomes: YES_NO,
    levels,
    chances(seed, ms, { closesMs, level }) {
      const reportMs = lastReport(closesMs);
      const figure = base + SCALE * mood(seed, said, 'figure', Math.min(ms, reportMs));
      const inDays = ms < reportMs ? days(ms, reportMs) + 10 : 0;
      const yes = chanceAhead(level - figure, SCALE * WALK_DEVIATION, inDays);
      return [yes, 1 - yes];
    },
  };
}

/** Which of several is in front at a time; the nearer it is the clearer. */
function which(outcomes: readonly string[], said: Words, last: Last = (closesMs) => closesMs): Subject {
  return {
    ...said,
    outcomes,
    levels: [],
    chances(seed, ms, { closesMs }) {
      const decidedMs = last(closesMs);
      const moods = outcomes.map((outcome) => mood(seed, said, outcome, Math.min(ms, decidedMs)));
      const best = Math.max(...moods);
      const isDecided = ms >= decidedMs;
      const clear = 0.8 / Math.sqrt(days(ms, decidedMs) + 5);
      const weights = moods.map((one) => (isDecided ? Number(one === best) : Math.exp(clear * (one - best))));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      return weights.map((weight) => weight / total);
    },
  };
}

/** Places and events are invented. */
export const SUBJECTS: readonly Subject[] = [
  which(
    ['Harbor League', 'Northmark Union', 'Green Bench', 'Free Skerries'],
    words('Politics', 'Northmark parliament', 'Which party leads the polls in Northmark on {day}?'),
  ),
  by(
    90,
    words('Politics', 'Harbor bill', 'Will the lower house of Northmark pass the harbor bill by {day}?'),
  ),
  which(
    ['Marrow', 'Tallis', 'Ferrant'],
    words('Politics', 'Estmere presidency', 'Who leads the polls for the presidency of Estmere on {day}?'),
  ),
  until(150, words('Politics', 'Valdrian coalition', 'Will the Valdrian coalition hold until {day}?')),
  which(
    ['Holds', 'Cuts', 'Raises'],
    words(
      'Economics',
      'Northmark rates',
      'What does the Bank of Northmark do at its last meeting before {day}?',
    ),
    lastMeeting,
  ),
  reportedBelow(
    3,
    [2.5, 3, 3.5],
    words(
      'Economics',
      'Estmere inflation',
      'Will inflation in Estmere be below {level}% in the last report before {day}?',
    ),
  ),
  by(
    300,
    words(
      'Economics',
      'Valdrian recession',
      'Will Valdria report two quarters of shrinking output by {day}?',
    ),
  ),
  which(
    ['Skerry Rovers', 'Tarnbeck', 'Osierby', 'Loxbury'],
    words('Sports', 'Skerry Cup', 'Who is first in the Skerry Cup on {day}?'),
  ),
  by(200, words('Sports', 'Coastal marathon', 'Will the Coastal Marathon record fall by {day}?')),
  leads(words('Sports', 'Highland league', 'Will Fenhollow United top the Highland League on {day}?')),
  by(80, words('Science', 'Lighthouse probe', 'Will the Lighthouse probe send a first picture by {day}?')),
  by(150, words('Science', 'Fusion at Tarnbeck', 'Will the Tarnbeck reactor run for an hour by {day}?')),
  by(70, words('Technology', 'Quill 4', 'Will the Quill 4 model be released by {day}?')),
  which(
    ['Salt Road', 'The Long Ferry', 'Winterglass', 'Nine Bells'],
    words('Culture', 'Golden Heron', 'Which film leads the votes for the Golden Heron on {day}?'),
  ),
];
