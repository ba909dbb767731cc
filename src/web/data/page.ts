import { AlphaError, type Client, type Cost, type TypedDocument } from '../../client/client.ts';
import { now } from '../clock.ts';
import { createAppointment } from './appointment.ts';
import { createBudget } from './budget.ts';
import { connect } from './connect.ts';
import { FEEDS, type FeedName } from './feeds.ts';
import { createLiveFeeds } from './live-feeds.ts';
import type { PagePlan, PageRead, PageWork } from './plan.ts';
import { createPolling } from './polling.ts';
import type { Row } from './rows.ts';
import { forgetKey, keepKey, readKey } from './session.ts';
import { EMPTY_PAGE, type FeedSource, type PageState } from './state.ts';
import { createStore, type Store } from './store.ts';

/** A page at work: read once, then kept up to date. */
export interface Page {
  readonly state: Store<PageState>;
  start(): void;
  enterKey(key: string, where: 'tab' | 'device'): void;
  leaveKey(): void;
  /** Asks for something beside the page, with the key; null without one, or when it is refused. Its cost is shown as `what`. */
  ask<T, V>(what: string, document: TypedDocument<T, V>, variables: V): Promise<T | null>;
}

/** A page that is read anew again and again would eat the quota. */
const REREAD_MS = 5_000;
const MIDNIGHT_SPREAD_MS = 60_000;

export function createPage(plan: PagePlan): Page {
  const state = createStore(EMPTY_PAGE);
  const budget = createBudget(now);
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
  const polling = createPolling(work);
  const live = createLiveFeeds(work, {
    reread: () => rereading.within(REREAD_MS),
    nextDay() {
      const day = budget.day();
      // Not with everybody else who waits for midnight.
      if (day) rereading.within(Date.parse(day.resetsAt) - now() + Math.random() * MIDNIGHT_SPREAD_MS);
    },
    poll: polling.start,
  });
  let failures = 0;
  let client: Client | null = null;

  const charge = (what: string, cost: Cost) => {
    budget.told(cost);
    work.spent(what, cost.actual);
  };
  const stop = () => {
    rereading.cancel();
    live.stop();
    polling.stop();
  };
  const showOpenFeeds = () => {
    live.stop();
    for (const { name } of plan.uses) {
      if (FEEDS[name].open) polling.start(name);
      else work.setSource(name, 'key');
    }
  };

  const refused = ({ code, message, retryAfter }: AlphaError) => {
    if (code.startsWith('KEY_')) {
      forgetKey();
      client = null;
      patch({ hasKey: false, tier: null, day: null, notice: `The key was refused: ${message}.` });
    } else {
      failures += 1;
      const waitMs = retryAfter ? retryAfter * 1_000 : Math.min(30_000, 1_000 * 2 ** failures);
      const at = new Date(now() + waitMs).toLocaleTimeString();
      patch({ notice: `${message}. Trying again at ${at}; until then the open feeds are shown.` });
      rereading.within(waitMs);
    }
    showOpenFeeds();
  };

  const show = ({ tier, rows, cursors, rest }: PageRead, from: Client) => {
    failures = 0;
    patch({ ...rest, tier, notice: null });
    for (const { name } of plan.uses) {
      const list = rows[name];
      if (list) setFeed(name, { rows: list, source: 'still' });
      else if (list === null) work.setSource(name, 'failed'); // one broken feed leaves the others
    }
    polling.stop();
    live.start(from, cursors);
  };

  const read = async (): Promise<void> => {
    const from = client;
    if (!from) return;
    try {
      const { data, cost } = await plan.read(from);
      if (from !== client) return; // another key was entered meanwhile
      charge('This page', cost);
      show(data, from);
    } catch (error) {
      if (!(error instanceof AlphaError)) throw error;
      if (from === client) refused(error);
    }
  };

  const start = () => {
    stop();
    failures = 0;
    const key = readKey();
    client =
      key === null
        ? null
        : connect(key, {
            answered: (isSimulated) => patch({ isSimulated }),
            opened: live.opened,
            lost: live.lost,
          });
    patch({ hasKey: key !== null, tier: null, day: null, spendings: [], notice: null });
    if (client) void read();
    else showOpenFeeds();
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
    async ask(what, document, variables) {
      if (!client) return null;
      try {
        const { data, cost } = await client.query(document, variables);
        charge(what, cost);
        return data;
      } catch (error) {
        if (!(error instanceof AlphaError)) throw error;
        patch({ notice: `${error.message}.` });
        return null;
      }
    },
  };
}
