import { streamViewOf } from '../../core/access/access.ts';
import type { Caller } from '../../core/access/caller.ts';
import { positionsOf } from '../../core/live/follow-all.ts';
import type { LiveCursors } from '../../core/live/live-cursors.ts';
import type { Tail } from '../../core/live/tail.ts';
import type { Clock } from '../../core/ports.ts';
import { createGroup, type Group } from './group.ts';
import type { Subscription } from './subscription.ts';
import { type WatchOfAll, watchAll } from './watch-all.ts';

/** The groups of a process. One starts with its first stream and ends with its last. */
export interface Groups {
  /** The group of a subscription, to be left again whatever comes of it. */
  enter(subscription: Subscription, caller: Caller): Entered;
  /** Tells all streams where they stand. */
  beat(): void;
  readonly size: number;
  /** Streams that were behind at the last event or heartbeat of their group. */
  readonly behind: number;
}

export interface Entered {
  /** Rejects when the log of the feed cannot be read. */
  readonly group: Promise<Group>;
  leave(): void;
}

export interface GroupsDeps {
  readonly cursors: LiveCursors;
  readonly tail: Tail;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/** A group with the watch that moves it. */
interface Running {
  readonly group: Group;
  readonly watch: WatchOfAll;
}

interface Entry {
  readonly running: Promise<Running>;
  /** Null until it runs. */
  group: Group | null;
  /** Streams that are in the group or on their way. */
  streams: number;
}

export function createGroups({ cursors, tail, clock, report }: GroupsDeps): Groups {
  const entries = new Map<string, Entry>();

  const start = async ({ source, render }: Subscription, { tier }: Caller): Promise<Running> => {
    const { followed } = source;
    const view = () => streamViewOf(tier, clock.now());
    let group: Group | undefined;
    const watch = await watchAll(tail, followed, () => group?.advance());
    group = createGroup({
      log: tail.log,
      cursors,
      followed,
      view,
      positions: positionsOf(followed, view(), watch.heads),
      refresh: watch.refresh,
      // Of no key: what a group gets, all its members get.
      render: (event) => render(event, { key: null, tier, view: view() }),
      report,
      now: () => clock.now(),
    });
    return { group, watch };
  };

  const begin = (subscription: Subscription, caller: Caller): Entry => {
    const entry: Entry = { running: start(subscription, caller), streams: 0, group: null };
    entry.running.then(
      ({ group }) => {
        entry.group = group;
      },
      () => undefined, // the members that enter get it
    );
    return entry;
  };

  return {
    get size() {
      return entries.size;
    },
    get behind() {
      return entries.values().reduce((sum, { group }) => sum + (group?.behind ?? 0), 0);
    },
    enter(subscription, caller) {
      const { historyDays, insiderLagHours } = caller.tier;
      const key = JSON.stringify([subscription.shared, historyDays, insiderLagHours]);
      const entry = entries.get(key) ?? begin(subscription, caller);
      entries.set(key, entry);
      entry.streams += 1;
      return {
        group: entry.running.then(({ group }) => group),
        leave() {
          entry.streams -= 1;
          if (entry.streams > 0) return;
          entries.delete(key);
          entry.running.then(
            ({ watch }) => watch.stop(),
            () => undefined,
          ); // one that never started has nothing to stop
        },
      };
    },
    beat() {
      for (const { running } of entries.values()) running.then(({ group }) => group.beat(), report);
    },
  };
}
