import type { Client } from 'graphql-ws';
import { FEEDS, type FeedName } from './feeds.ts';
import { follow, openSocket } from './live.ts';
import type { FeedUse, PageWork } from './plan.ts';
import { remove, upsert } from './rows.ts';

/** The live streams of a page: as many as the key's tier allows, the rest of its feeds from the open ones. */
export interface LiveFeeds {
  /** Goes on from where the page was read. */
  start(key: string, cursors: Partial<Readonly<Record<FeedName, string | null>>>): void;
  stop(): void;
}

export function createLiveFeeds(
  work: PageWork,
  { reread, poll }: { readonly reread: () => void; readonly poll: (name: FeedName) => void },
): LiveFeeds {
  let client: Client | null = null;
  let stops: (() => void)[] = [];

  const stop = () => {
    for (const end of stops) end();
    stops = [];
    void client?.dispose();
    client = null;
  };

  const followFeed = (socket: Client, { name, max, variables }: FeedUse, after: string) => {
    const { live, orderOf } = FEEDS[name];
    const stream = {};
    const end = follow(
      socket,
      { query: live ?? '', variables: variables ?? {}, after },
      {
        mayStream: work.budget.mayStream,
        subscribing() {
          work.budget.subscribed();
          work.spent('Live streams', 1);
        },
        event({ kind, node }) {
          if (!node) return;
          const before = work.budget.day()?.remaining ?? 0;
          work.budget.delivered(stream);
          const units = before - (work.budget.day()?.remaining ?? 0);
          if (units > 0) work.spent('Live streams', units);
          work.setRows(name, (rows) =>
            kind === 'REMOVED' ? remove(rows, node) : upsert(rows, node, { orderOf, max }),
          );
        },
        resync: reread,
        state: (state) => work.setSource(name, state),
        ended({ code, message }) {
          if (code.startsWith('KEY_')) return reread(); // which tells what is wrong with it
          work.state.update((page) => ({ ...page, notice: `${message}.` }));
          fallBack(name);
        },
      },
    );
    stops.push(end);
  };

  const fallBack = (name: FeedName) => {
    if (FEEDS[name].open) poll(name);
    else work.setSource(name, 'still');
  };

  return {
    start(key, cursors) {
      stop();
      const socket = openSocket(key);
      client = socket;
      let left = work.state.get().tier?.streamsPerKey ?? 0;
      for (const use of work.plan.uses) {
        const after = cursors[use.name];
        if (use.variables === null || !after || left === 0) fallBack(use.name);
        else {
          left -= 1;
          followFeed(socket, use, after);
        }
      }
    },
    stop,
  };
}
