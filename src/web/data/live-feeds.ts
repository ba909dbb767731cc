import { AlphaError, type Client, type StreamEvent } from '../../client/client.ts';
import { FEEDS, type FeedName } from './feeds.ts';
import type { FeedUse, PageWork } from './plan.ts';
import { type Row, remove, upsert } from './rows.ts';

/** The live streams of a page: as many as the key's tier allows, the rest of its feeds from the open ones. */
export interface LiveFeeds {
  /** Goes on from where the page was read. */
  start(client: Client, cursors: Partial<Readonly<Record<FeedName, string | null>>>): void;
  stop(): void;
  /** For the socket that carries them. */
  opened(): void;
  lost(): void;
}

/** What every live document selects, under the alias `event`. */
interface LiveEvent extends StreamEvent {
  readonly node: Row | null;
}

export function createLiveFeeds(
  work: PageWork,
  page: {
    /** Reads the page anew, soon. */
    readonly reread: () => void;
    /** Reads it anew when the day's units are there again. */
    readonly nextDay: () => void;
    readonly poll: (name: FeedName) => void;
  },
): LiveFeeds {
  const { budget } = work;
  const { reread, nextDay, poll } = page;
  const streams = new Map<FeedName, AbortController>();

  const fallBack = (name: FeedName) => {
    if (FEEDS[name].open) poll(name);
    else work.setSource(name, 'still');
  };
  const stopForBudget = (name: FeedName) => {
    streams.get(name)?.abort();
    streams.delete(name);
    work.state.update((state) => ({ ...state, notice: OVER_BUDGET }));
    fallBack(name);
    nextDay();
  };

  const apply = ({ name, max }: FeedUse, stream: object, { kind, node }: LiveEvent) => {
    if (!node) return;
    work.spent('Live streams', budget.delivered(stream));
    const { orderOf } = FEEDS[name];
    work.setRows(name, (rows) =>
      kind === 'REMOVED' ? remove(rows, node) : upsert(rows, node, { orderOf, max }),
    );
  };

  const follow = async (client: Client, use: FeedUse, after: string, stream: AbortController) => {
    const { name, variables } = use;
    const { signal } = stream;
    const query = FEEDS[name].live ?? '';
    try {
      for await (const event of client.subscribe<LiveEvent>(query, variables ?? {}, { after, signal })) {
        if (event.kind === 'RESYNC') return reread();
        apply(use, stream, event);
        if (!budget.mayStream()) return stopForBudget(name);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AlphaError)) throw error;
      streams.delete(name);
      // A new page tells what is wrong with the key, and has a cursor that is good.
      if (error.code.startsWith('KEY_') || error.code === 'INVALID_CURSOR') return reread();
      work.state.update((state) => ({ ...state, notice: `${error.message}.` }));
      fallBack(name);
    }
  };

  const stop = () => {
    for (const stream of streams.values()) stream.abort();
    streams.clear();
  };

  return {
    start(client, cursors) {
      stop();
      let left = work.state.get().tier?.streamsPerKey ?? 0;
      for (const use of work.plan.uses) {
        const { name, variables } = use;
        const after = cursors[name];
        if (variables === null || !after || left === 0) fallBack(name);
        else {
          left -= 1;
          const stream = new AbortController();
          streams.set(name, stream);
          work.setSource(name, 'live');
          void follow(client, use, after, stream);
        }
      }
    },
    stop,
    opened() {
      for (const name of streams.keys()) {
        if (!budget.mayStream()) stopForBudget(name);
        else {
          work.spent('Live streams', budget.subscribed());
          work.setSource(name, 'live');
        }
      }
    },
    lost() {
      for (const name of streams.keys()) work.setSource(name, 'reconnecting');
    },
  };
}

const OVER_BUDGET = 'Half of the day’s units are kept for your own requests: the open feeds go on from here.';
