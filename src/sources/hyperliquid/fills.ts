import { isObject } from '../../feed/json.ts';
import { whaleActivity } from '../../feeds/whales/feed.ts';
import { captureMark } from '../captured.ts';
import { listParser } from '../entry-parser.ts';
import type { Format, Input, Item } from '../format.ts';
import { askedAgain, askedOf, contextOf, type WalletRequest, walletAsked } from '../wallet/asked.ts';
import {
  arrayOf,
  BadField,
  itemsOfEach,
  type NativeEntry,
  numberOf,
  optionalNumberText,
  optionalText,
  positiveOf,
  readJson,
  textOf,
  timeOf,
  walletIn,
} from '../wallet/native-json.ts';

/** `data` of an input of kind `fill`: the native texts. What answers of earlier years, or inputs of earlier versions, lack is null or absent. */
export interface FillData {
  readonly wallet: string;
  /** `BTC` is a perpetual; `PURR/USDC` and `@107` are spot pairs. */
  readonly coin: string;
  /** B bought, A sold. */
  readonly side: 'B' | 'A';
  readonly dir: string;
  readonly px: string;
  readonly sz: string;
  /** Signed position before the fill. */
  readonly startPosition: string;
  readonly hash: string;
  readonly oid: number;
  /** Absent in answers of 2023. */
  readonly tid: number | null;
  /** USD, without the fee; of what the fill closes. */
  readonly closedPnl?: string | null;
  /** Negative: a rebate. */
  readonly fee?: string | null;
  /** Coin of the fee; null before 2024, when all were in USDC. */
  readonly feeToken?: string | null;
  /** Whether it is a forced close of this wallet's position. */
  readonly isLiquidation?: boolean;
}

/**
 * The fills of one wallet: `POST /info {"type":"userFills","user":"0x…"}` (the 2,000 newest), or in pages
 * `{"type":"userFillsByTime","user":"0x…","startTime":ms,"endTime":ms}`: at most 2,000 an answer, of the 10,000 newest;
 * the next page starts at the `time` of the last fill (inclusive: repeated fills are the same inputs). The answer does
 * not name the wallet. Leave `aggregateByTime` off: it joins fills, and joined ones are other inputs than single ones.
 *
 * Series `hyperliquid|<wallet>|<coin>`; key `time|tid|side`, where a wallet that trades with itself has both sides of
 * one tid. Fills without tid have `hash-oid-startPosition-sz-px` in its place, and an ordinal among equal ones.
 */
export function parseUserFills(json: unknown, asked: WalletRequest): readonly Item[] {
  const { file } = asked;
  const seen = new Map<string, number>();
  const mark = captureMark(FILLS, file, contextOf({ file, wallet: asked.wallet ?? null }));
  const items = itemsOfEach(arrayOf(json, file, 'startPosition', 'fills'), file, 'fill', (fill) => {
    const data = fillOf(fill, walletAsked(asked));
    const base = `${timeOf(fill, 'time', 1)}|${identityOf(data)}|${data.side}`;
    const ordinal = (seen.get(base) ?? 0) + 1;
    seen.set(base, ordinal);
    const input: Input = {
      kind: 'fill',
      series: `hyperliquid|${data.wallet}|${data.coin}`,
      // A tid is unique within its block and coin: met again, it is the same fill.
      key: ordinal === 1 || data.tid !== null ? base : `${base}|${ordinal}`,
      data: { ...data },
    };
    return [{ kind: 'input', input }];
  });
  return [mark, ...items];
}

const FILLS = { name: 'hyperliquid-fills', version: 1, captures: 'events' } as const;

function fillOf(fill: NativeEntry, wallet: string): FillData {
  const side = fill.side;
  if (side !== 'A' && side !== 'B') throw new BadField('side', 'unknown side');
  positiveOf(fill, 'px');
  positiveOf(fill, 'sz');
  numberOf(fill, 'startPosition');
  return {
    wallet,
    coin: textOf(fill, 'coin'),
    side,
    dir: optionalText(fill, 'dir') ?? '',
    px: String(fill.px),
    sz: String(fill.sz),
    startPosition: String(fill.startPosition),
    hash: optionalText(fill, 'hash') ?? '',
    oid: numberOf(fill, 'oid'),
    tid: fill.tid === undefined || fill.tid === null ? null : numberOf(fill, 'tid'),
    closedPnl: optionalNumberText(fill, 'closedPnl'),
    fee: optionalNumberText(fill, 'fee'),
    feeToken: optionalText(fill, 'feeToken'),
    isLiquidation: isLiquidationOf(fill, wallet),
  };
}

/** `liquidation` stands in the fills of both sides, and names whose position was closed. */
function isLiquidationOf({ liquidation }: NativeEntry, wallet: string): boolean {
  if (liquidation === undefined || liquidation === null) return false;
  if (!isObject(liquidation)) throw new BadField('liquidation', 'not an object');
  return walletIn(liquidation, 'liquidatedUser') === wallet;
}

function identityOf({ tid, hash, oid, startPosition, sz, px }: FillData): string {
  return tid === null ? `${hash}-${oid}-${startPosition}-${sz}-${px}` : String(tid);
}

export const hyperliquidFills: Format = {
  name: 'hyperliquid-fills',
  description: 'Hyperliquid userFills answers; --wallet, or 0x… in the file name, says whose',
  feed: whaleActivity,
  async *read(files, options) {
    for (const file of files) yield* parseUserFills(await readJson(file), askedOf(file, options));
  },
  parsers: [
    listParser({ ...FILLS, feed: whaleActivity }, (fills, capture) =>
      parseUserFills(fills, askedAgain(capture)),
    ),
  ],
};
