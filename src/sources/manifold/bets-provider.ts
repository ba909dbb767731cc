import { cursorMs } from '../sync/cursor-time.ts';
import { listIn, textIn } from '../sync/list-in.ts';
import { firstPages, pagesByCursor } from '../sync/paging.ts';
import { checkpoint, defineProvider } from '../sync/provider.ts';
import { manifoldBets, parseManifoldBets } from './bets.ts';

const PAGE = 1_000;
const MAX_PAGES = 100;

export const manifoldWhales = defineProvider({
  name: 'manifold-whales',
  description: 'Manifold: bets of the users in "users" (play money: no events follow by default)',
  feed: manifoldBets.feed,
  defaultBaseUrl: 'https://api.manifold.markets/v0',
  everyMs: 15 * 60_000,
  minIntervalMs: 200,
  options: { users: { kind: 'list', description: 'their ids', default: [], pattern: /^[\w-]{1,64}$/ } },
  missing: ({ users }) =>
    users.length === 0 ? 'set its "users" in SOURCES_FILE: the ids of the users to follow' : null,
  async *items({ get, now, options, cursor }) {
    let known = cursor;
    for (const userId of options.users) {
      const readUntil = cursorMs(known, userId, now()) ?? 0;
      // Newest first. A page is read whole: the fills of orders in it that were open are new, their ids are not.
      const pages = pagesByCursor(
        (before) => get('/bets', { query: { userId, limit: PAGE, ...(before === null ? {} : { before }) } }),
        {
          maxPages: MAX_PAGES,
          entries: (answer) => listIn(answer),
          idOf: (bet) => textIn(bet, 'id'),
          next({ entries }) {
            const isLast = entries.length < PAGE || createdMs(entries.at(-1)) < readUntil;
            return isLast ? null : textIn(entries.at(-1), 'id');
          },
        },
      );
      let newest = readUntil;
      for await (const { answer, entries } of firstPages(MAX_PAGES, pages)) {
        yield* parseManifoldBets(answer.json, { file: answer.url });
        newest = Math.max(newest, createdMs(entries[0]));
      }
      known = { ...known, [userId]: String(newest) };
      yield checkpoint(known);
    }
  },
});

const createdMs = (bet: unknown): number => Number(textIn(bet, 'createdTime')) || 0;
