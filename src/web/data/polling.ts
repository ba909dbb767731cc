import { PAGE_ROWS } from './feed-query.ts';
import { FEEDS, type FeedName, type OpenFeed } from './feeds.ts';
import { type OpenAnswer, readOpenFeed, TOO_OFTEN } from './open-feeds.ts';
import { type FeedUse, openFeedOf, orderIn, type PageWork } from './plan.ts';
import { mergeKnown, sorted, upsert } from './rows.ts';

/** Feeds that are read from their open counterpart again and again, together well within its limit of 200 a minute. */
export interface Polling {
  start(name: FeedName): void;
  /** Without a name: all of them. */
  stop(name?: FeedName): void;
}

export function createPolling(work: PageWork): Polling {
  const running = new Map<FeedName, AbortController>();

  const run = async (name: FeedName, signal: AbortSignal): Promise<void> => {
    const use = work.plan.uses.find((one) => one.name === name);
    if (!use) return;
    const { type, isCurrentState } = FEEDS[name];
    const orderOf = orderIn(use);
    while (!signal.aborted) {
      const open = openFeedOf(use, work.state.get());
      if (!open) return stop(name);
      const answer = await readAll(open, type, use);
      if (signal.aborted) return;
      if (answer.ok) {
        const { tier } = work.state.get();
        // The open feeds show what a free key sees. Of a key that sees more, rows are brought up to date, none taken away.
        const replaces = !open.hasNewestOnly && (isCurrentState || tier === null || tier.id === 'free');
        work.setRows(name, (rows) =>
          replaces
            ? (isCurrentState && !use.isOrdered ? sorted(answer.rows, { orderOf }) : answer.rows).map((row) =>
                mergeKnown(row, rows),
              )
            : answer.rows.reduce(
                (all, row) => upsert(all, mergeKnown(row, all), { orderOf, max: use.max }),
                rows,
              ),
        );
        work.setSource(name, 'open');
        work.state.update((page) => ({
          ...page,
          isSimulated: answer.isSimulated,
          ...(page.notice === TOO_OFTEN && { notice: null, goesOnAt: null }),
        }));
      }
      const waitSeconds = answer.ok ? undefined : answer.error.retryAfter;
      if (!answer.ok && answer.error.code === 'INVALID_PARAMETER') {
        // The same would be refused again.
        work.setSource(name, 'refused');
        work.state.update((page) => ({ ...page, notice: `${answer.error.message}.` }));
        return stop(name);
      }
      if (!answer.ok) {
        work.setSource(name, waitSeconds === undefined ? 'failed' : 'waiting');
        // What the key waits for is said rather.
        if (waitSeconds !== undefined && work.state.get().goesOnAt === null)
          work.wait(TOO_OFTEN, waitSeconds * 1_000);
      }
      await pause((waitSeconds ?? open.everySeconds) * 1_000, signal);
    }
  };

  const stop = (name?: FeedName) => {
    for (const [one, controller] of running) {
      if (name !== undefined && one !== name) continue;
      controller.abort();
      running.delete(one);
    }
  };

  return {
    start(name) {
      if (running.has(name)) return;
      const controller = new AbortController();
      running.set(name, controller);
      void run(name, controller.signal);
    },
    stop,
  };
}

/** With the rows of all its parameters; the first refusal is the answer. */
async function readAll(
  open: OpenFeed,
  type: string,
  { params, max, isOpenRow }: FeedUse,
): Promise<OpenAnswer> {
  const lists = [params ?? []].flat();
  const limit = open.hasNewestOnly ? {} : { limit: String(Math.ceil((max ?? PAGE_ROWS) / lists.length)) };
  const answers = await Promise.all(lists.map((one) => readOpenFeed(open, type, { ...limit, ...one })));
  const first = answers.find(({ ok }) => !ok) ?? answers[0];
  if (!first?.ok) return first ?? (await readOpenFeed(open, type, {}));
  const rows = answers.flatMap((answer) => (answer.ok ? answer.rows : []));
  if (!isOpenRow) return { ...first, rows };
  return { ...first, rows: rows.filter((row) => isOpenRow(row as never)).slice(0, max ?? undefined) }; // rows of its own feed
}

/** Lasts until the page is looked at, if that is longer. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
      signal.removeEventListener('abort', done);
      resolve();
    };
    let isOver = false;
    const onVisible = () => {
      if (isOver && !document.hidden) done();
    };
    const timer = setTimeout(() => {
      isOver = true;
      if (!document.hidden) done();
    }, ms);
    document.addEventListener('visibilitychange', onVisible);
    signal.addEventListener('abort', done);
  });
}
