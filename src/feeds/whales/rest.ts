import { count, exact, feedList, LIST_SIZES, lookBack, type RestModule, TOTAL } from '../../rest/extend.ts';
import { whaleActivity } from './feed.ts';

const summarySchema = exact(
  {
    entries: count('Positions opened.'),
    exits: count('Positions closed.'),
    token_buys: count('Tokens bought.'),
    size_changes: count('Positions made larger or smaller.'),
  },
  'Number of events of each kind that the filters and the window leave.',
);

export const whalesRest: RestModule = {
  tags: [{ name: whaleActivity.module, title: 'Whales', description: whaleActivity.description }],
  routes: (services) =>
    feedList(services, {
      feed: whaleActivity,
      path: '/api/v1/whales',
      open: '/api/whales/activity/public',
      wrapper: 'activity',
      sizes: { ...LIST_SIZES, param: 'limit' },
      tag: whaleActivity.module,
      summary: 'Whale activity',
      ...lookBack('hours', 'hours', whaleActivity),
      extra: {
        schema: { total: TOTAL, summary: summarySchema },
        read: async ({ reader, filter, total, caller }) => {
          const kinds = await reader.countBy(
            whaleActivity,
            whaleActivity.leaf('event_type'),
            filter,
            caller.view,
          );
          return { total, summary: summaryOf(kinds) };
        },
      },
    }),
};

/** Words from when kinds were free text are in no member. */
function summaryOf(kinds: ReadonlyMap<string, number>) {
  const sum = (...names: readonly string[]) => names.reduce((all, name) => all + (kinds.get(name) ?? 0), 0);
  return {
    entries: sum('entry'),
    exits: sum('exit'),
    token_buys: sum('token_buy'),
    size_changes: sum('size_increase', 'size_decrease'),
  };
}
