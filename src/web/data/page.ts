import { AlphaError, type AlphaErrorCode, type Client, type Cost } from '../../client/client.ts';
import { now } from '../clock.ts';
import { createAppointment } from './appointment.ts';
import { type Ask, createAsk, waitReason } from './asking.ts';
import { createBudget } from './budget.ts';
import { connect } from './connect.ts';
import type { FeedName } from './feeds.ts';
import { createLiveFeeds } from './live-feeds.ts';
import { clientAt, MOMENT, wrongMoment } from './moment.ts';
import { nextTask } from './next-task.ts';
import { stayWhileOffline } from './offline.ts';
import { openFeedOf, type PagePlan, type PageRead, type PageWork } from './plan.ts';
import { createPolling } from './polling.ts';
import type { Row } from './rows.ts';
import {
  forgetKey,
  IS_SIMULATED,
  isReloaded,
  keepKey,
  keepPage,
  readKept,
  readKey,
  readTierName,
  windowMemory,
} from './session.ts';
import { EMPTY_PAGE, type FeedSource, KEYLESS, LOADING, type PageState } from './state.ts';
import { createStore, type Store } from './store.ts';
import { unmarked } from './unmarked.ts';

/** A page at work: read once, then kept up to date. */
export interface Page {
  readonly state: Store<PageState>;
  start(): void;
  enterKey(key: string, where: 'tab' | 'device'): void;
  leaveKey(): void;
  /** Adds the next rows of the list of the page. `listEnd`: where the list goes on; null: it ends there. */
  addRows(name: FeedName, rows: readonly Row[], listEnd: string | null): void;
  readonly ask: Ask;
}

/** A page that is read anew again and again would eat the quota. */
const REREAD_MS = 5_000;
const MIDNIGHT_SPREAD_MS = 60_000;
/** An answer as old as this is shown without asking again: the stream goes on behind it. */
const FRESH_MS = 60_000;

export function createPage(plan: PagePlan): Page {
  const state = createStore({ ...EMPTY_PAGE, hasKey: readKey() !== null, isSimulated: IS_SIMULATED }); // what is laid out by it must not jump
  stayWhileOffline(state);
  const budget = createBudget(now, windowMemory);
  const patch = (part: Partial<PageState>) => state.update((page) => ({ ...page, ...part }));
  const setFeed = (name: FeedName, part: { rows?: readonly Row[]; source?: FeedSource }) =>
    state.update((page) => ({
      ...page,
      feeds: { ...page.feeds, [name]: { ...page.feeds[name], ...part } },
    }));
  const work: PageWork = {
    state,
    plan,
    budget,
    setRows: (name, change) => setFeed(name, { rows: change(state.get().feeds[name].rows ?? []) }),
    setSource: (name, source) => setFeed(name, { source }),
    wait: (why, ms) => patch({ notice: why, goesOnAt: now() + ms }),
    spent(what, units) {
      if (units === 0) return;
      const { spendings } = state.get();
      const known = spendings.find((one) => one.what === what);
      patch({
        day: budget.day(),
        spendings: known
          ? spendings.map((one) => (one === known ? { what, units: one.units + units } : one))
          : [...spendings, { what, units }],
      });
    },
  };
  const rereading = createAppointment(now, () => void read());
  const refreshing = createAppointment(now, () => void read({ keepsStream: true }));
  const polling = createPolling(work);
  const live = createLiveFeeds(work, {
    reread: () => rereading.within(REREAD_MS),
    refresh: refreshing.within,
    nextDay() {
      const day = budget.day();
      // Not with everybody else who waits for midnight.
      if (day) rereading.within(Date.parse(day.resetsAt) - now() + Math.random() * MIDNIGHT_SPREAD_MS);
    },
    poll: polling.start,
    stopPolling: polling.stop,
  });
  let hasReadOpen = false;
  /** Clears what a key has read: it is not shown with another key, or without one. */
  const resetKeyed = (told: Partial<PageState>) => {
    hasReadOpen = false;
    const { tier, feeds } = state.get();
    const cleared = Object.fromEntries(plan.uses.map(({ name }) => [name, LOADING]));
    patch({ ...KEYLESS, ...told, feeds: tier === null ? feeds : { ...feeds, ...cleared } });
  };
  let failures = 0;
  let aheadMs = 0;
  let client: Client | null = null;

  const charge = (what: string, cost: Cost) => {
    budget.told(cost, aheadMs);
    work.spent(what, cost.actual);
  };
  const ask = createAsk(work, charge, () => client);
  const stop = () => {
    rereading.cancel();
    refreshing.cancel();
    live.stop();
    polling.stop();
  };
  /** Once for a key, or without one, however often the page tries again. */
  const readOpen = async () => {
    if (hasReadOpen) return;
    hasReadOpen = true;
    const from = client;
    const read = await plan.readOpen?.();
    if (read && from === client && state.get().tier === null) patch(read);
  };
  /** `emptySource`: the source of feeds that have neither an open feed nor rows. */
  const showOpenFeeds = (emptySource: 'waiting' | 'failed' = 'waiting') => {
    live.stop();
    if (MOMENT === null && state.get().tier === null) void readOpen();
    for (const use of plan.uses) {
      const { name } = use;
      // Open feeds are of now.
      if (openFeedOf(use, state.get()) && MOMENT === null) polling.start(name);
      else if (!client) work.setSource(name, 'key');
      else work.setSource(name, state.get().feeds[name].rows === null ? emptySource : 'still');
    }
  };

  /** Keeps what is shown, and goes on later. */
  const goOnIn = (waitMs: number, why: string, emptySource: 'waiting' | 'failed') => {
    work.wait(why, waitMs);
    patch({ day: budget.day() });
    rereading.within(waitMs);
    showOpenFeeds(emptySource);
  };

  const refused = (error: AlphaError) => {
    const { code, message, retryAfter } = error;
    if (code.startsWith('KEY_')) {
      forgetKey();
      client = null;
      resetKeyed({ notice: `The key was refused: ${message}.` });
      return showOpenFeeds();
    }
    if (!RETRYABLE.has(code)) {
      // The same would be refused again: the address asks for what there is not.
      stop();
      patch({ notice: `${message}.`, goesOnAt: null });
      for (const { name } of plan.uses) work.setSource(name, 'refused');
      return;
    }
    failures += 1;
    budget.refused(error);
    const waitMs = retryAfter ? retryAfter * 1_000 : Math.min(30_000, 1_000 * 2 ** failures);
    goOnIn(waitMs, `${message}.`, code === 'RATE_LIMITED' ? 'waiting' : 'failed');
  };

  /** Each feed but the first in a task of its own: the top of the page is painted before what is below it is drawn. */
  const show = async (read: PageRead, source: FeedSource | null) => {
    const from = client;
    if (source !== null) polling.stop(); // its rows tell less than these
    const { tier, rows } = unmarked(read);
    const { groups } = read.rest; // they lead to rows by the names as they are stored
    const rest = { ...unmarked(read.rest), ...(groups && { groups }) };
    failures = 0;
    patch({ ...rest, tier, tierName: tier.name, day: budget.day(), notice: null, goesOnAt: null });
    for (const [place, { name }] of plan.uses.entries()) {
      // Rows that a stream changes meanwhile are all put in at once.
      if (place > 0 && source !== null) await nextTask();
      if (from !== client) return; // another key was entered meanwhile
      const list = rows[name];
      if (list) setFeed(name, { rows: list, ...(source && { source }) });
      else if (list === null) work.setSource(name, 'failed'); // one broken feed leaves the others
    }
  };

  const follow = ({ cursors }: PageRead, from: Client) => {
    polling.stop();
    if (MOMENT === null) live.start(from, cursors); // another time stands still
  };

  /** `keepsStream`: the rows are still followed from where they were. */
  const read = async ({ keepsStream = false } = {}): Promise<void> => {
    const from = client;
    if (!from) return;
    const wrong = wrongMoment();
    if (wrong !== null) return refused(new AlphaError('INVALID_PARAMETER', wrong));
    const waitMs = budget.waitMs(plan.units);
    if (waitMs > 0)
      return keepsStream
        ? refreshing.within(waitMs)
        : goOnIn(waitMs, waitReason(budget, plan.units, waitMs), 'waiting');
    const refund = budget.asked(plan.units);
    try {
      const { data, cost } = await plan.read(from);
      if (from !== client) return; // another key was entered meanwhile
      charge('This page', cost);
      keepPage(now(), data);
      await show(data, keepsStream ? null : 'still');
      if (!keepsStream && from === client) follow(data, from);
    } catch (error) {
      if (!(error instanceof AlphaError)) throw error;
      if (from !== client) return;
      refund();
      refused(error);
    }
  };

  const start = () => {
    stop();
    failures = 0;
    const key = readKey();
    client =
      key === null
        ? null
        : ofMoment(
            connect(key, {
              answered(isSimulated, serverMs) {
                patch({ isSimulated });
                aheadMs = serverMs === null ? 0 : serverMs - now();
              },
              opened: live.opened,
              lost: live.lost,
            }),
          );
    // Until the page is answered, as when the minute is spent, what the pages before it were told.
    const told = key === null ? {} : { hasKey: true, tierName: readTierName(), day: budget.day() };
    resetKeyed({ ...told, notice: null });
    if (!client) return showOpenFeeds();
    const kept = readKept<PageRead>();
    const isFresh = kept !== null && now() - kept.at <= FRESH_MS && !isReloaded();
    const from = client;
    const go = async () => {
      if (kept) await show(kept.read, 'still');
      if (from !== client) return;
      // Not both at once: the answer would not know of the unit that the stream takes.
      const follows = isFresh && ((await plan.isReady?.()) ?? true);
      if (from !== client) return;
      if (kept && follows) follow(kept.read, from);
      else await read();
    };
    void go();
  };

  return {
    state,
    start,
    enterKey(key, where) {
      keepKey(key, where);
      start();
    },
    leaveKey() {
      forgetKey();
      start();
    },
    addRows(name, rows, listEnd) {
      work.setRows(name, (known) => {
        const ids = new Set(known.map(({ id }) => id)); // a row may have come live meanwhile
        return [...known, ...unmarked(rows).filter(({ id }) => !ids.has(id))];
      });
      patch({ listEnd });
    },
    ask,
  };
}

const RETRYABLE: ReadonlySet<AlphaErrorCode> = new Set([
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
  'UNREACHABLE',
  'BAD_RESPONSE',
]);

const ofMoment = (client: Client): Client => (MOMENT === null ? client : clientAt(client, MOMENT));
