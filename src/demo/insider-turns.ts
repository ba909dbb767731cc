import { isEdgarOpen } from '../feed/us-calendar.ts';
import { COMPANIES, type Instrument } from './instruments.ts';
import { INSIDERS_PER_COMPANY, type Insider, insiderOf } from './people.ts';
import { cycle, streamOf, uniformAt } from './random.ts';
import { type Grid, type Slot, slotAt } from './simulation.ts';
import { DAY, HOUR, MINUTE } from './time.ts';

/** Filings that the past has, and those that a demo brings while EDGAR takes any. Each has insiders of its own. */
export const filed: Grid = { name: 'filed', periodMs: 40 * MINUTE, historyMs: 90 * DAY, isOpen: isEdgarOpen };
export const live: Grid = { name: 'live', periodMs: 4 * MINUTE, historyMs: 6 * HOUR, isOpen: isEdgarOpen };

/**
 * What an insider does over and over. Who buys never sells and who sells never buys, since profits of a purchase and a sale within six
 * months belong to the company (Section 16(b) of the Exchange Act); awards, exercises, taxes paid in shares and gifts are exempt.
 */
export type Habit = 'buys' | 'sells' | 'holds';

interface Member {
  readonly issuer: Instrument;
  readonly insider: Insider;
  readonly habit: Habit;
  /** Turns from one change of what is held to the next. */
  readonly rest: number;
}

/** A filing as its insider's: what is held before it and after it. */
export interface Turn extends Member {
  readonly sharesBefore: number;
  readonly sharesAfter: number;
}

/**
 * Companies whose insiders buy, several of them on one day, and none of which sells. They take turns by days: their number is no multiple
 * of seven, else some would always have their turn on a Sunday.
 */
const BOUGHT = COMPANIES.filter((_, index) => index % 3 === 1);
const SLOTS_PER_DAY = DAY / filed.periodMs;
/** Slots of a day in which insiders of one company report purchases, and their places in it: soon after these hours. */
const CLUSTER = new Map(
  [12, 15, 18].map((hour, place) => [Math.ceil((hour * HOUR) / filed.periodMs), place]),
);
/** Places from here on file on the live grid. */
const FIRST_LIVE = 6;
/** Directors who file on the live grid and buy with the others. */
const LIVE_BUYERS = [8, 9, 15];
/** In every other company a director buys where the others sell, and in some a second one does, who files on the live grid. */
const LONE_BUYER = 4;
const LIVE_LONE_BUYER = 8;
const WITH_LIVE_LONE_BUYER = COMPANIES.filter((_, index) => index % 3 === 2);

/** Turns of a lone buyer on the grid of the past until the next purchase: some five weeks, so that every quarter has two. */
const LONE_BUYER_RESTS = 6;

/** Insiders who take turns on the slots of a grid. */
const FILED = membersAt((issuer, place) => place < FIRST_LIVE && !isInClusters(issuer, place));
const LIVE = membersAt((_, place) => place >= FIRST_LIVE);
/** Those of one company behind each other. */
const CLUSTERED = membersAt(isInClusters);

function membersAt(isMember: (issuer: Instrument, place: number) => boolean): readonly Member[] {
  const places = Array.from({ length: INSIDERS_PER_COMPANY }, (_, place) => place);
  return COMPANIES.flatMap((issuer) =>
    places.filter((place) => isMember(issuer, place)).map((place) => memberOf(issuer, place)),
  );
}

function isInClusters(issuer: Instrument, place: number): boolean {
  return BOUGHT.includes(issuer) && [...CLUSTER.values()].includes(place);
}

function memberOf(issuer: Instrument, place: number): Member {
  const rest = place === LONE_BUYER && !BOUGHT.includes(issuer) ? LONE_BUYER_RESTS : 1;
  return { issuer, insider: insiderOf(issuer, place), habit: habitOf(issuer, place), rest };
}

function habitOf(issuer: Instrument, place: number): Habit {
  if (BOUGHT.includes(issuer))
    return isInClusters(issuer, place) || LIVE_BUYERS.includes(place) ? 'buys' : 'holds';
  const isLoneBuyer =
    place === LONE_BUYER || (place === LIVE_LONE_BUYER && WITH_LIVE_LONE_BUYER.includes(issuer));
  return isLoneBuyer ? 'buys' : 'sells';
}

/** Prime, so that it leads round every list: neighbours in time are of different companies. */
const STRIDE = 1_009;

/** Whose slot it is, and how many slots lie between the turns of that insider. */
function ownerOf({ grid, n }: Pick<Slot, 'grid' | 'n'>): { readonly member: Member; readonly every: number } {
  const place = grid === filed ? CLUSTER.get(n % SLOTS_PER_DAY) : undefined;
  if (place !== undefined) {
    const member = cycle(CLUSTERED, Math.floor(n / SLOTS_PER_DAY) * CLUSTER.size + place);
    return { member, every: BOUGHT.length * SLOTS_PER_DAY };
  }
  const members = grid === filed ? FILED : LIVE;
  return { member: cycle(members, n * STRIDE), every: members.length };
}

/** The turn of a slot: it goes on where the last turn of the insider ended at which EDGAR was open. */
export function turnOf(seed: number, { grid, n }: Slot): Turn {
  const { member, every } = ownerOf({ grid, n });
  let last = n - every;
  while (!isEdgarOpen(slotAt(seed, grid, last).atMs) || ownerOf({ grid, n: last }).member !== member) {
    last -= every;
  }
  const [sharesBefore, sharesAfter] = [last, n].map((slot) =>
    heldAfter(seed, member, Math.floor(slot / every)),
  );
  return { ...member, sharesBefore: sharesBefore ?? 0, sharesAfter: sharesAfter ?? 0 };
}

/** Purchases until a buyer gives away what was bought, years later: what is held would grow for ever. */
const PURCHASES = 256;
/** Turns from one award to the next; EDGAR is open at about half of them. */
const AWARD_TURNS = 8;

/**
 * Shares held after a turn, without a look at those before it. Buyers have a lot worth 20,000 to 1,000,000 USD more with each purchase,
 * small lots more often. What others hold, worth 6 to 60 million USD, grows by up to a fifth at once, by awards and options, and becomes
 * less by and by: more lines of real forms dispose of shares than acquire them.
 */
function heldAfter(seed: number, { issuer, insider, habit, rest }: Member, turn: number): number {
  const stream = streamOf(seed, `insider/${insider.cik}`);
  const base = 6_000_000 * 10 ** uniformAt(stream, -1);
  const step = Math.floor(turn / rest);
  const drawn = uniformAt(stream, step);
  if (habit !== 'buys') {
    const since = (((turn + stream) % AWARD_TURNS) + 0.9 * drawn) / AWARD_TURNS;
    return Math.round((base * (1 - 0.2 * since)) / issuer.basePrice);
  }
  const lot = 20_000 * 50 ** uniformAt(stream, -2);
  const bought = ((step + (stream % PURCHASES)) % PURCHASES) + 0.8 * drawn;
  return Math.round((base + lot * bought) / issuer.basePrice);
}
