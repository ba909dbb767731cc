import { isObject } from '../../feed/json.ts';
import { whaleActivity } from '../../feeds/whales/feed.ts';
import { captureMark } from '../captured.ts';
import { listParser } from '../entry-parser.ts';
import { type Format, type Item, SourceError } from '../format.ts';
import {
  askedAgain,
  askedOf,
  contextOf,
  timeAsked,
  type WalletRequest,
  walletAsked,
} from '../wallet/asked.ts';
import {
  BadField,
  itemsOf,
  numberOf,
  optionalNumber,
  optionalNumberText,
  readJson,
  textOf,
  timeOf,
} from '../wallet/native-json.ts';

/** `data` of an input of kind `position` of Hyperliquid; every open perpetual position of the wallet. */
export interface HyperliquidPositions {
  readonly wallet: string;
  readonly positions: readonly {
    readonly coin: string;
    /** Signed size; negative is short. */
    readonly szi: string;
    /** USD, never negative. */
    readonly positionValue: string;
    readonly leverage?: number | null;
    readonly entryPx?: string | null;
    /** USD. */
    readonly unrealizedPnl?: string | null;
  }[];
  /** USD, of the whole account. */
  readonly accountValue?: string | null;
}

/**
 * The open positions of one wallet: `POST /info {"type":"clearinghouseState","user":"0x…"}`, one answer, no pages; without
 * `dex`, so perpetuals of the main exchange and no spot balances. The answer does not name the wallet; answers since
 * 2024 carry their `time` (ms), older ones need the time of the capture. Series `hyperliquid|<wallet>`, key the time.
 * One unreadable position rejects the snapshot: without it the position would look closed.
 */
export function parseClearinghouseState(json: unknown, asked: WalletRequest): readonly Item[] {
  const { file } = asked;
  if (!isObject(json) || !Array.isArray(json.assetPositions)) {
    throw new SourceError(`${file}: no "assetPositions"; this is no clearinghouseState answer`);
  }
  const { assetPositions } = json;
  const mark = captureMark(POSITIONS, file, contextOf(asked));
  const items = itemsOf(json, file, 'snapshot', (state) => {
    const wallet = walletAsked(asked);
    const positions = assetPositions.map((entry: unknown) => {
      if (!isObject(entry) || !isObject(entry.position)) throw new BadField('position', 'not an object');
      const { position } = entry;
      numberOf(position, 'szi');
      numberOf(position, 'positionValue');
      return {
        coin: textOf(position, 'coin'),
        szi: String(position.szi),
        positionValue: String(position.positionValue),
        leverage: isObject(position.leverage) ? optionalNumber(position.leverage, 'value') : null,
        entryPx: optionalNumberText(position, 'entryPx'),
        unrealizedPnl: optionalNumberText(position, 'unrealizedPnl'),
      };
    });
    const { marginSummary } = state;
    const accountValue = isObject(marginSummary) ? optionalNumberText(marginSummary, 'accountValue') : null;
    const key = state.time === undefined ? timeAsked(asked) : timeOf(state, 'time', 1);
    return [
      {
        kind: 'input',
        input: {
          kind: 'position',
          series: `hyperliquid|${wallet}`,
          key,
          data: { wallet, positions, accountValue },
        },
      },
    ];
  });
  return [mark, ...items];
}

const POSITIONS = { name: 'hyperliquid-positions', version: 1, captures: 'state' } as const;

export const hyperliquidPositions: Format = {
  name: 'hyperliquid-positions',
  description:
    'Hyperliquid clearinghouseState answers; --wallet and --at, or the file name, say whose and when',
  feed: whaleActivity,
  async *read(files, options) {
    for (const file of files) yield* parseClearinghouseState(await readJson(file), askedOf(file, options));
  },
  parsers: [
    listParser({ ...POSITIONS, feed: whaleActivity }, ([state], capture) =>
      parseClearinghouseState(state, askedAgain(capture)),
    ),
  ],
};
