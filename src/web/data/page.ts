import type { TypedDocumentString } from '../../../schema/operations/generated/graphql.ts';
import { now } from '../clock.ts';
import { createBudget } from './budget.ts';
import { FEEDS, type FeedName } from './feeds.ts';
import { type Answer, ask, type Cost, isKeyRefused, type Refusal } from './graphql.ts';
import { createLiveFeeds } from './live-feeds.ts';
import type { PagePlan, PageWork } from './plan.ts';
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
  /** Asks for something beside the page, with the key; null without one. What it costs is shown as `what`. */
  ask<T, V>(what: string, document: TypedDocumentString<T, V>, variables: V): Promise<Answer<T>> | null;
}

/** A page that is read anew again and again would eat the quota. */
const REREAD_MS = 5_000;

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
  const polling = createPolling(work);
  const live = createLiveFeeds(work, { reread: () => later(REREAD_MS), poll: polling.start });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** Answers to a reading that another one has overtaken are dropped. */
  let reading = 0;

  const charge = (what: string, cost: Cost | null) => {
    if (!cost) return;
    budget.told(cost);
    work.spent(what, cost.actual);
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), ms);
  };
  const stop = () => {
    clearTimeout(timer);
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

  const refused = (refusal: Refusal) => {
    const { retryAfterSeconds, message } = refusal;
    if (isKeyRefused(refusal)) {
      forgetKey();
      patch({ hasKey: false, tier: null, day: null, notice: `The key was refused: ${message}.` });
    } else {
      failures += 1;
      const waitMs = retryAfterSeconds ? retryAfterSeconds * 1_000 : Math.min(30_000, 1_000 * 2 ** failures);
      const at = new Date(now() + waitMs).toLocaleTimeString();
      patch({ notice: `${message}. Trying again at ${at}; until then the open feeds are shown.` });
      later(waitMs);
    }
    showOpenFeeds();
  };

  const read = async (): Promise<void> => {
    const key = readKey();
    if (key === null) return;
    reading += 1;
    const mine = reading;
    const answer = await plan.read(key);
    if (mine !== reading) return;
    charge('This page', answer.cost);
    if (!answer.ok) return refused(answer.refusal);
    failures = 0;
    const { tier, rows, cursors, rest } = answer.data;
    patch({ ...rest, tier, isSimulated: answer.isSimulated, notice: null });
    for (const { name } of plan.uses) {
      const list = rows[name];
      if (list) setFeed(name, { rows: list, source: 'still' });
      else if (list === null) work.setSource(name, 'failed'); // one broken feed leaves the others
    }
    polling.stop();
    live.start(key, cursors);
  };

  const start = () => {
    stop();
    reading += 1;
    failures = 0;
    const hasKey = readKey() !== null;
    patch({ hasKey, tier: null, day: null, spendings: [], notice: null });
    if (hasKey) void read();
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
    ask(what, document, variables) {
      const key = readKey();
      if (key === null) return null;
      return ask(key, document, variables).then((answer) => {
        charge(what, answer.cost);
        return answer;
      });
    },
  };
}
