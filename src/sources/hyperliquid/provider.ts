import { cursorMs } from '../sync/cursor-time.ts';
import { listIn, textIn } from '../sync/list-in.ts';
import { checkpoint, defineProvider } from '../sync/provider.ts';
import { hyperliquidFills, parseUserFills } from './fills.ts';
import { parseClearinghouseState } from './positions.ts';

const PAGE = 2_000;
const MAX_PAGES = 10;

export const hyperliquidWhales = defineProvider({
  name: 'hyperliquid-whales',
  description: 'Hyperliquid: fills and positions of the wallets in "wallets"',
  feed: hyperliquidFills.feed,
  defaultBaseUrl: 'https://api.hyperliquid.xyz',
  everyMs: 2 * 60_000,
  minIntervalMs: 1_000,
  options: {
    wallets: { kind: 'list', description: 'addresses, 0x…', default: [], pattern: /^0x[0-9a-fA-F]{40}$/ },
  },
  missing: ({ wallets }) =>
    wallets.length === 0 ? 'set its "wallets" in SOURCES_FILE: the addresses to follow' : null,
  async *items({ post, now, options, cursor }) {
    let known = cursor;
    for (const user of options.wallets) {
      const wallet = user.toLowerCase();
      let startTime = cursorMs(known, wallet, now()) ?? 0;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await post('/info', { type: 'userFillsByTime', user, startTime });
        const fills = listIn(answer);
        yield* parseUserFills(answer.json, { file: `${answer.url} fills of ${wallet}`, wallet });
        const last = Math.max(startTime, ...fills.map((fill) => Number(textIn(fill, 'time')) || 0));
        // The next page starts with the millisecond of the last fill, for it may hold more of them.
        if (fills.length < PAGE || last === startTime) {
          startTime = last;
          break;
        }
        startTime = last;
      }
      known = { ...known, [wallet]: String(startTime) };
      const state = await post('/info', { type: 'clearinghouseState', user });
      const asked = { file: `${state.url} positions of ${wallet}`, wallet, at: now() };
      yield* parseClearinghouseState(state.json, asked);
      yield checkpoint(known);
    }
  },
});
