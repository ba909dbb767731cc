import { isObject } from '../../feed/json.ts';
import { congress } from '../../feeds/congress/feed.ts';
import { type EntryPlace, entryParser, numbered, type Placed } from '../entry-parser.ts';
import { type Format, type Item, type Rejection, SourceError } from '../format.ts';
import { readText } from '../read-file.ts';
import { parseDirectory, textOf } from './read-directory.ts';

/** Kind of the references for committees; the key is the committee's id, `HSAG`, or `HSAG15` of a subcommittee. */
export const COMMITTEES = 'committees';
/** Kind of the references for who sits on a committee; the key is the same. */
export const COMMITTEE_MEMBERS = 'committee-members';

export interface Committee {
  readonly name: string;
  readonly chamber: 'house' | 'senate' | 'joint';
  /** The committee a subcommittee belongs to; null for a whole committee. */
  readonly parent: string | null;
  /** What it has to do with, in a sentence; null where the directory does not say it. */
  readonly jurisdiction: string | null;
}

/** All seats of one committee at the time of the file, which has no history. */
export interface CommitteeMembers {
  readonly seats: readonly CommitteeSeat[];
}

export interface CommitteeSeat {
  /** Bioguide number. */
  readonly politician_id: string;
  readonly side: 'majority' | 'minority' | null;
  /** Seniority on that side, from 1. */
  readonly rank: number | null;
  /** `Chairman`, `Ranking Member`, `Ex Officio` …; null for a member without a title. */
  readonly title: string | null;
}

type Entry = Readonly<Record<string, unknown>>;

const ABOUT = { version: 1, feed: congress, captures: 'state' } as const;

const committeeParser = entryParser({ ...ABOUT, name: 'committees', read: committeeItems });

/** Of an object with the committee's id and its seats. */
const memberParser = entryParser<Entry>({
  ...ABOUT,
  name: 'committee-members',
  read: (entry, { file, at }) => [membersItem(entry, file, at)],
});

/**
 * Both files of committees: the list of committees with their subcommittees, and the map from a committee's id to its
 * seats. A new file replaces a committee whole, so members who left have no seat any more.
 */
export const committees: Format = {
  name: 'committees',
  description:
    'Committees of Congress: committees-current and committee-membership-current (.yaml or .json) of the unitedstates project',
  feed: congress,
  async *read(files) {
    for (const file of files) {
      const content = parseDirectory(await readText(file), file);
      if (Array.isArray(content)) yield* committeeParser.parse(file, numbered('entry', content));
      else if (isObject(content)) yield* memberParser.parse(file, membersOf(content));
      else throw new SourceError(`${file}: must be a list of committees, or their members by committee`);
    }
  },
  parsers: [committeeParser, memberParser],
};

function* committeeItems(entry: unknown, { file, at }: EntryPlace): Generator<Item> {
  yield committeeItem(entry, null, file, at);
  const parts = isObject(entry) && Array.isArray(entry.subcommittees) ? entry.subcommittees : [];
  for (const [nth, part] of parts.entries()) {
    yield committeeItem(part, entry as Entry, file, `${at}, subcommittee ${nth + 1}`); // only an object has parts
  }
}

function committeeItem(raw: unknown, parent: Entry | null, file: string, at: string): Item {
  const reject = rejecting(raw, file, at);
  if (!isObject(raw)) return reject(null, 'not an object');
  const [own, name, within] = [
    textOf(raw, 'thomas_id'),
    textOf(raw, 'name'),
    parent && textOf(parent, 'thomas_id'),
  ];
  if (own === null || (within === null && parent !== null)) return reject('thomas_id', 'no committee id');
  if (name === null) return reject('name', 'no name');
  const chamber = (parent ?? raw).type;
  if (chamber !== 'house' && chamber !== 'senate' && chamber !== 'joint')
    return reject('type', 'chamber is not known');
  const value: Committee = { name, chamber, parent: within, jurisdiction: textOf(raw, 'jurisdiction') };
  return { kind: 'reference', reference: COMMITTEES, key: `${within ?? ''}${own}`, value };
}

const membersOf = (content: Entry): readonly Placed<Entry>[] =>
  Object.entries(content).map(([committee, seats]) => ({
    at: `committee ${committee}`,
    raw: { [committee]: seats },
  }));

function membersItem(entry: Entry, file: string, at: string): Item {
  const reject = rejecting(entry, file, at);
  const [[committee = '', raw] = []] = Object.entries(entry);
  if (!/^[A-Z]{4}(?:\d\d)?$/.test(committee)) return reject(null, 'no committee id');
  if (!Array.isArray(raw)) return reject(null, 'not a list of members');
  const seats = raw.map(seatOf);
  if (!seats.every((seat) => seat !== null)) return reject('bioguide', 'no Bioguide number');
  const value: CommitteeMembers = { seats };
  return { kind: 'reference', reference: COMMITTEE_MEMBERS, key: committee, value };
}

function seatOf(seat: unknown): CommitteeSeat | null {
  const id = isObject(seat) ? textOf(seat, 'bioguide') : null;
  if (id === null || !isObject(seat)) return null;
  const { party, rank } = seat;
  return {
    politician_id: id,
    side: party === 'majority' || party === 'minority' ? party : null,
    rank: typeof rank === 'number' ? rank : null,
    title: textOf(seat, 'title'),
  };
}

function rejecting(raw: unknown, file: string, at: string) {
  return (field: string | null, reason: string): Rejection => ({
    kind: 'rejected',
    file,
    at,
    field,
    reason,
    raw,
  });
}
