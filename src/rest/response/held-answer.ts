import type { Caller } from '../../core/access/caller.ts';
import type { View } from '../../core/access/view.ts';
import type { OpenExport } from '../../core/read/exports.ts';
import { type Heads, heldView, type Snapshots } from '../../core/read/snapshots.ts';
import type { VersionStamp } from '../../core/read/versions.ts';
import { HOUR_MS } from '../../core/time.ts';
import type { Feed } from '../../feed/feed.ts';
import { takesSnapshot } from '../request/moment.ts';
import type { Answer, RestRoute } from '../route.ts';

/** The state that an answer is of, and the text that asks for it again. */
export interface ToldState {
  readonly heads: Heads;
  readonly snapshot: string;
}

/** Read before the answer is; null for routes and views that no snapshot tells. */
export async function stateToTell(
  route: RestRoute,
  caller: Caller,
  snapshots: Snapshots,
): Promise<ToldState | null> {
  const { view } = caller;
  const isWhole = route.access === 'key' && route.answer.kind !== 'csv';
  if (!isWhole || !takesSnapshot(route) || view.asOf || view.heads) return null;
  const heads = await snapshots.heads();
  return { heads, snapshot: snapshots.tell(caller, heads) };
}

/** How long an answer is kept with the snapshot that it told: whoever is told one can ask for it. */
const TOLD_FOR_MS = HOUR_MS;

/** The stamp of an answer for a view that tells a snapshot. */
export const whileTold = (stamp: VersionStamp, { now }: View): VersionStamp => ({
  isFresh: (view) => view.now.getTime() - now.getTime() < TOLD_FOR_MS && stamp.isFresh(view),
});

/**
 * An answer of just the state that is told. It is made of several statements: where a feed moved meanwhile it is made again, of
 * the rows as they stood before.
 * @param answer makes it for a view
 */
export async function answerOf(
  state: ToldState,
  feeds: readonly Feed[],
  view: View,
  { snapshots, answer }: { readonly snapshots: Snapshots; answer(view: View): Promise<Answer> },
): Promise<Answer> {
  const held = heldView(view, state.heads, state.snapshot);
  const hasMoved = async (): Promise<boolean> => {
    const now = await snapshots.heads();
    return feeds.some(({ module }) => now.get(module) !== state.heads.get(module));
  };
  const first = await answer(view);
  if (first.kind !== 'export') return (await hasMoved()) ? answer(held) : first;
  return {
    ...first,
    async open(format, signal) {
      const opened = await first.open(format, signal);
      if (!(await hasMoved())) return opened;
      await end(opened);
      const again = await answer(held);
      if (again.kind !== 'export') throw new Error('a route answers with one kind');
      return again.open(format, signal);
    },
  };
}

async function end({ pieces }: OpenExport): Promise<void> {
  await pieces[Symbol.asyncIterator]().return?.();
}
