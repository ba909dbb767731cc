import type { Target } from '../../core/capture/capture-store.ts';
import type { DueTarget } from '../../core/capture/reread-store.ts';
import { registry } from '../../feeds/index.ts';
import { SourceError } from '../../sources/format.ts';
import { isRanked, ranked } from '../../sources/input-rank.ts';
import type { Made } from '../../sources/read-again.ts';
import {
  type CompleterOf,
  createCompleters,
  noteUnreadable,
  openCapture,
  type Run,
  readings,
} from './run.ts';

/** Something due, with what it is to be made of. */
export interface Gathered {
  readonly due: DueTarget;
  /** Of all captures that hold it, the oldest first, where all count, else of the one that does; none: nothing becomes it. */
  readonly parts: readonly Part[];
  /** False: a capture that holds it could not be read, or did not become it. */
  readonly isWhole: boolean;
}

export interface Part {
  readonly made: Made;
  /** When the entry came in. */
  readonly at: Date;
}

/** Feeds of which a record is made of all that became it. */
const merged: ReadonlySet<string> = new Set(
  registry.flatMap(({ feed, merge }) => (merge ? [feed.module] : [])),
);

export const isMerged = (target: Target): boolean => target.kind === 'record' && merged.has(target.subject);

/** Whether more than the newest capture has to be read for it. */
const isOfSeveral = (target: Target): boolean =>
  isMerged(target) || (target.kind === 'input' && isRanked(target.subject));

export const nameOf = (target: Target): string =>
  JSON.stringify([target.kind, target.subject, target.kind === 'input' ? target.series : '', target.key]);

type PartsByTarget = ReadonlyMap<string, readonly Part[]>;

/** Reads what is due again out of the captures that hold it, each once. */
export async function gather(run: Run, due: readonly DueTarget[]): Promise<readonly Gathered[]> {
  const wanted = new Set(due.map(({ target }) => nameOf(target)));
  const read = new Map<bigint, PartsByTarget | null>();
  const completerOf = createCompleters(run);
  const partsIn = async (capture: bigint) => {
    const known = read.get(capture);
    const parts = known === undefined ? await partsOf(run, capture, { wanted, completerOf }) : known;
    read.set(capture, parts);
    return parts;
  };
  const gathered: Gathered[] = [];
  for (const one of due) {
    const name = nameOf(one.target);
    const parts: Part[] = [];
    let isRead = true;
    for (const capture of one.captures) {
      const own = await partsIn(capture);
      isRead &&= own !== null;
      parts.unshift(...(own?.get(name) ?? []));
      // An older capture counts where all do, or where this one did not become it after all.
      if (!isOfSeveral(one.target) && (parts.length > 0 || !isRead)) break;
    }
    const isWhole = isRead && (parts.length > 0 || one.captures.length === 0);
    gathered.push({ due: one, parts: isMerged(one.target) ? parts : counting(parts), isWhole });
  }
  return gathered;
}

/** Of the parts of something that is not merged the one that counts: the greatest by rank, else the newest. */
function counting(parts: readonly Part[]): readonly Part[] {
  const rankIn = ({ made }: Part) => (made.kind === 'input' ? (ranked(made.input).rank ?? '') : '');
  return parts
    .toSorted((one, other) => (rankIn(one) < rankIn(other) ? -1 : rankIn(one) > rankIn(other) ? 1 : 0))
    .slice(-1);
}

/** What a capture becomes of what is wanted; null when it cannot be read. */
async function partsOf(
  run: Run,
  id: bigint,
  { wanted, completerOf }: { readonly wanted: ReadonlySet<string>; readonly completerOf: CompleterOf },
): Promise<PartsByTarget | null> {
  const capture = await openCapture(run, id);
  if (capture === null) return null;
  const parts = new Map<string, Part[]>();
  try {
    for await (const { entry, made } of readings(run, capture, completerOf)) {
      for (const one of made) {
        const name = nameOf(one.target);
        if (!wanted.has(name)) continue;
        const own = parts.get(name) ?? [];
        own.push({ made: one, at: entry.firstSeen });
        parts.set(name, own);
      }
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    noteUnreadable(run, capture.row, error.message);
    return null;
  }
  return parts;
}
