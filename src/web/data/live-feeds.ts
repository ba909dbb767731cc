import { PageChangesDocument } from '../../../schema/operations/generated/graphql.ts';
import { AlphaError, type Client, type StreamEvent } from '../../client/client.ts';
import { now } from '../clock.ts';
import { createAppointment } from './appointment.ts';
import { FEEDS, type FeedName, type LiveFeed } from './feeds.ts';
import { type FeedUse, openFeedOf, orderIn, type PageWork } from './plan.ts';
import { type Row, remove, upsert } from './rows.ts';
import { unmarked } from './unmarked.ts';

/** The one live stream of a page, which carries all its feeds that are followed; the others come from the open ones. */
export interface LiveFeeds {
  /** Goes on from where the page was read. */
  start(client: Client, cursors: Cursors): void;
  stop(): void;
  /** For the socket that carries it. */
  opened(): void;
  lost(): void;
}

type Cursors = Partial<Readonly<Record<FeedName, string | null>>>;

/** As the document selects it. */
interface ChangeEvent extends StreamEvent {
  readonly feed: LiveFeed['feed'] | null;
  readonly node: Row | null;
}

export function createLiveFeeds(
  work: PageWork,
  page: {
    /** Reads the page anew, soon. */
    readonly reread: () => void;
    /** The same within so many milliseconds, while the stream goes on. */
    readonly refresh: (ms: number) => void;
    /** Reads it anew when the day's units are there again. */
    readonly nextDay: () => void;
    readonly poll: (name: FeedName) => void;
    readonly stopPolling: (name: FeedName) => void;
  },
): LiveFeeds {
  const { budget } = work;
  /** What the stream carries; none while there is no stream. */
  let carried: readonly FeedUse[] = [];
  let stream: AbortController | null = null;
  /** Whether the socket was there and is not now: when it opens again, that is another subscription. */
  let isLost = false;
  let begin: () => void = () => undefined;
  const beginning = createAppointment(now, () => begin());

  const fallBack = (use: FeedUse) => {
    if (openFeedOf(use, work.state.get())) page.poll(use.name);
    else work.setSource(use.name, 'still');
  };
  const stop = () => {
    beginning.cancel();
    stream?.abort();
    stream = null;
    carried = [];
  };
  const giveUp = (notice: string | null) => {
    const uses = carried;
    stop();
    if (notice) work.state.update((state) => ({ ...state, notice }));
    for (const use of uses) fallBack(use);
  };
  const stopForBudget = () => {
    const isPolled = work.plan.uses.some((use) => openFeedOf(use, work.state.get()));
    giveUp(`${OVER_BUDGET} ${isPolled ? 'It reads the open feeds.' : 'Its rows stay as they were read.'}`);
    page.nextDay();
  };

  const apply = (of: object, { kind, feed, node }: ChangeEvent) => {
    const use = carried.find(({ name }) => FEEDS[name].live?.feed === feed);
    if (!node || !use) return;
    work.spent('Live stream', budget.delivered(of));
    if (use.rereads) return page.refresh(FEEDS[use.name].live?.isTicking ? TICKING_REFRESH_MS : REFRESH_MS);
    const { name } = use;
    const row = unmarked(node);
    const isWhole = work.state.get().listEnd === null;
    const max = use.max ?? (isWhole ? Number.POSITIVE_INFINITY : null);
    const shown = () => work.state.get().feeds[name].rows?.length ?? 0;
    const before = shown();
    work.setRows(name, (rows) =>
      kind === 'REMOVED' ? remove(rows, row) : upsert(rows, row, { orderOf: orderIn(use), max }),
    );
    const more = shown() - before;
    if (more !== 0)
      work.state.update((state) => ({
        ...state,
        listTotal: state.listTotal === null ? null : state.listTotal + more,
      }));
  };

  const follow = async (client: Client, uses: readonly FeedUse[], after: string) => {
    const own = new AbortController();
    const { signal } = own;
    stream = own;
    carried = uses;
    isLost = false;
    work.spent('Live stream', budget.subscribed()); // whether or not its page is still there when it opens
    for (const { name } of uses) {
      page.stopPolling(name);
      work.setSource(name, 'live');
    }
    let last = after;
    try {
      const events = client.subscribe<ChangeEvent>(String(PageChangesDocument), variablesOf(uses), {
        after: after === '' ? null : after,
        signal,
      });
      for await (const event of events) {
        if (event.kind === 'RESYNC') return page.reread();
        last = event.cursor;
        apply(own, event);
        if (!budget.mayStream()) return stopForBudget();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AlphaError)) throw error;
      // A new page tells what is wrong with the key, and has cursors that are good.
      if (error.code.startsWith('KEY_') || error.code === 'INVALID_CURSOR') return page.reread();
      const isSpent = error.code === 'RATE_LIMITED' && error.retryAfter !== undefined;
      giveUp(isSpent ? null : `${error.message}.`);
      if (isSpent) beginLater(client, uses, error.cursor ?? last, (error.retryAfter ?? 0) * 1_000);
    }
  };

  /** With the units of another minute; until then the open feeds are read. */
  const beginLater = (client: Client, uses: readonly FeedUse[], after: string, waitMs: number) => {
    begin = () => {
      const stillMs = budget.streamWaitMs();
      if (stillMs > 0) return beginning.within(stillMs);
      if (budget.mayStream()) void follow(client, uses, after);
      else page.nextDay();
    };
    beginning.within(waitMs);
  };

  return {
    start(client, cursors) {
      stop();
      const streams = work.state.get().tier?.streamsPerKey ?? 0;
      const isFollowed = ({ name, follow: filter, isCostly = false }: FeedUse) => {
        const { live } = FEEDS[name];
        if (!live || !filter || cursors[name] === undefined) return false;
        return !(live.isTicking || isCostly) || budget.mayFollowTicks();
      };
      const uses = streams === 0 ? [] : work.plan.uses.filter(isFollowed);
      const after = uses.flatMap(({ name }) => cursors[name] ?? []).join(',');
      const waitMs = budget.streamWaitMs();
      const isNow = waitMs <= 0 && budget.mayStream();
      const others = work.plan.uses.filter((use) => !use.isPreview && !(isNow && uses.includes(use)));
      for (const use of others) fallBack(use);
      if (uses.length === 0) return;
      if (isNow) void follow(client, uses, after);
      else if (budget.mayStream()) beginLater(client, uses, after, waitMs);
      else stopForBudget();
    },
    stop,
    opened() {
      if (!stream) return;
      if (!budget.mayStream()) return stopForBudget();
      if (isLost) work.spent('Live stream', budget.subscribed());
      isLost = false;
      for (const { name } of carried) work.setSource(name, 'live');
    },
    lost() {
      isLost = stream !== null;
      for (const { name } of carried) work.setSource(name, 'reconnecting');
    },
  };
}

function variablesOf(uses: readonly FeedUse[]): object {
  const lives = uses.flatMap(({ name, follow }) => {
    const { live } = FEEDS[name];
    return live ? [{ ...live, follow }] : [];
  });
  const filters = lives.filter(({ follow }) => follow && Object.keys(follow).length > 0);
  return {
    feeds: lives.map(({ feed }) => feed),
    ...Object.fromEntries(filters.map(({ filter, follow }) => [filter, follow])),
  };
}

/** Changes that come together are read together; of prices that tick, the newest are shown twice a minute. */
const REFRESH_MS = 1_000;
const TICKING_REFRESH_MS = 30_000;

const OVER_BUDGET =
  'This page is not live: half of the day’s units are kept for the pages that you open and your own requests.';
