import { isObject } from '../../feed/json.ts';
import { whaleActivity } from '../../feeds/whales/feed.ts';
import { captureMark } from '../captured.ts';
import { listParser } from '../entry-parser.ts';
import type { Format, Item } from '../format.ts';
import {
  askedAgain,
  askedOf,
  contextOf,
  timeAsked,
  type WalletRequest,
  walletAsked,
} from '../wallet/asked.ts';
import {
  arrayOf,
  BadField,
  itemsOf,
  type NativeEntry,
  numberOf,
  optionalNumber,
  optionalText,
  readJson,
  textOf,
  walletIn,
} from '../wallet/native-json.ts';

/** `data` of an input of kind `position` of Polymarket; every outcome token the wallet holds. */
export interface PolymarketPositions {
  readonly wallet: string;
  readonly positions: readonly {
    readonly asset: string;
    readonly title: string;
    readonly outcome: string | null;
    /** Tokens. */
    readonly size: number;
    /** USD. */
    readonly currentValue: number;
    readonly slug?: string | null;
    readonly outcomeIndex?: number | null;
    /** USD a token, what was paid on average. */
    readonly avgPrice?: number | null;
    /** USD, of what is held; of what was sold. */
    readonly cashPnl?: number | null;
    readonly realizedPnl?: number | null;
  }[];
}

/**
 * What one wallet holds: `GET https://data-api.polymarket.com/positions?user=0x…&sizeThreshold=0&limit=500&offset=0`, the
 * pages joined before they come here: what is missing counts as not held (by default the provider leaves out less
 * than one token). The answer has no time: `asked.at` is required. An empty answer needs `asked.wallet`.
 * Series `polymarket|<wallet>`, key the time. One unreadable position rejects the snapshot of its answer.
 */
export function parsePolymarketPositions(json: unknown, asked: WalletRequest): readonly Item[] {
  const { file } = asked;
  const entries = arrayOf(json, file, 'proxyWallet', 'positions');
  const mark = captureMark(POSITIONS, file, contextOf(asked));
  const items = itemsOf({ positions: entries }, file, 'snapshot', () => {
    const key = timeAsked(asked);
    const read = entries.map((entry) => {
      if (!isObject(entry)) throw new BadField(null, 'not an object');
      return { wallet: walletIn(entry, 'proxyWallet'), position: positionOf(entry) };
    });
    const byWallet = Map.groupBy(read, ({ wallet }) => wallet);
    if (byWallet.size === 0) byWallet.set(walletAsked(asked), []);
    return [...byWallet].map(([wallet, held]): Item => {
      const data = { wallet, positions: held.map(({ position }) => position) };
      return { kind: 'input', input: { kind: 'position', series: `polymarket|${wallet}`, key, data } };
    });
  });
  return [mark, ...items];
}

const POSITIONS = { name: 'polymarket-positions', version: 1, captures: 'state' } as const;

function positionOf(entry: NativeEntry): PolymarketPositions['positions'][number] {
  return {
    asset: textOf(entry, 'asset'),
    title: textOf(entry, 'title'),
    outcome: optionalText(entry, 'outcome'),
    size: numberOf(entry, 'size'),
    currentValue: numberOf(entry, 'currentValue'),
    slug: optionalText(entry, 'slug'),
    outcomeIndex: optionalNumber(entry, 'outcomeIndex'),
    avgPrice: optionalNumber(entry, 'avgPrice'),
    cashPnl: optionalNumber(entry, 'cashPnl'),
    realizedPnl: optionalNumber(entry, 'realizedPnl'),
  };
}

export const polymarketPositions: Format = {
  name: 'polymarket-positions',
  description:
    'Polymarket data-api /positions, one complete answer a file; --at, or the file name, says when',
  feed: whaleActivity,
  async *read(files, options) {
    for (const file of files) yield* parsePolymarketPositions(await readJson(file), askedOf(file, options));
  },
  parsers: [
    // A snapshot is one entry, of all positions: those that are missing from it are closed.
    listParser({ ...POSITIONS, feed: whaleActivity }, ([snapshot], capture) =>
      parsePolymarketPositions(isObject(snapshot) ? snapshot.positions : snapshot, askedAgain(capture)),
    ),
  ],
};
