import { isObject } from '../../feed/json.ts';
import { whaleActivity } from '../../feeds/whales/feed.ts';
import { captureMark } from '../captured.ts';
import { listParser } from '../entry-parser.ts';
import type { Format, Input, Item } from '../format.ts';
import type { WalletRequest } from '../wallet/asked.ts';
import {
  arrayOf,
  BadField,
  itemsOfEach,
  type NativeEntry,
  numberOf,
  optionalNumber,
  optionalText,
  readJson,
  textOf,
  timeOf,
} from '../wallet/native-json.ts';

/** `data` of an input of kind `bet`. */
export interface BetData {
  readonly userId: string;
  /** Public name of the account; null where the answer has none (since 2023). */
  readonly userUsername: string | null;
  readonly contractId: string;
  /** YES, NO, or the number of an answer. */
  readonly outcome: string;
  /** Mana paid; negative: received. */
  readonly amount: number;
  /** Negative: sold or redeemed. */
  readonly shares: number;
  /** Probability of the market before and after the bet with all of its fills. */
  readonly probBefore?: number | null;
  readonly probAfter?: number | null;
  /** Limit of a limit order. */
  readonly limitProb?: number | null;
}

/**
 * Bets: `GET https://api.manifold.markets/v0/bets?limit=1000`, optionally `&userId=…`, `&contractId=…`; newest first, the
 * next page has `&before=<id of the last bet>`, an empty array is the end.
 *
 * A limit order is filled bit by bit and its row changes with it, so each of its `fills` is an input of its own: they
 * are only ever added. Orders without fills are skipped. Series `manifold|<userId>|<contractId>|<outcome>[|<answerId>]`,
 * key `time|bet id|number of the fill`.
 */
export function parseManifoldBets(json: unknown, { file }: WalletRequest): readonly Item[] {
  const items = itemsOfEach(arrayOf(json, file, 'contractId', 'bets'), file, 'bet', (bet) => {
    const answer = optionalText(bet, 'answerId');
    const id = textOf(bet, 'id');
    const base = {
      userId: textOf(bet, 'userId'),
      userUsername: optionalText(bet, 'userUsername'),
      contractId: textOf(bet, 'contractId'),
      outcome: textOf(bet, 'outcome'),
      probBefore: optionalNumber(bet, 'probBefore'),
      probAfter: optionalNumber(bet, 'probAfter'),
      limitProb: optionalNumber(bet, 'limitProb'),
    };
    const series = ['manifold', base.userId, base.contractId, base.outcome, ...(answer ? [answer] : [])];
    const parts = partsOf(bet).filter(({ shares }) => shares !== 0);
    if (parts.length === 0) return [{ kind: 'skipped', reason: 'order without a fill' }];
    return parts.map(({ time, n, amount, shares }): Item => {
      const data: BetData = { ...base, amount, shares };
      const key = `${time}|${id}|${n}`;
      const input: Input = { kind: 'bet', series: series.join('|'), key, data: { ...data } };
      return { kind: 'input', input };
    });
  });
  return [captureMark(BETS, file), ...items];
}

const BETS = { name: 'manifold-bets', version: 1, captures: 'events' } as const;

interface Part extends Pick<BetData, 'amount' | 'shares'> {
  readonly time: string;
  readonly n: number;
}

/** The fills of a bet; without a list of them (redemptions, and bets before limit orders) the bet is one fill. */
function partsOf(bet: NativeEntry): readonly Part[] {
  const fills = bet.fills ?? [];
  if (!Array.isArray(fills)) throw new BadField('fills', 'not an object');
  const isOrder = bet.fills !== undefined && bet.limitProb !== undefined;
  const whole = fills.length === 0 && !isOrder;
  const parts: readonly unknown[] = whole ? [{ ...bet, timestamp: bet.createdTime }] : fills;
  return parts.map((part, n) => {
    if (!isObject(part)) throw new BadField('fills', 'not an object');
    return {
      time: timeOf(part, 'timestamp', 1),
      n,
      amount: numberOf(part, 'amount'),
      shares: numberOf(part, 'shares'),
    };
  });
}

export const manifoldBets: Format = {
  name: 'manifold-bets',
  description: 'Manifold /v0/bets (play money: kept, but by default no events follow from it)',
  feed: whaleActivity,
  async *read(files) {
    for (const file of files) yield* parseManifoldBets(await readJson(file), { file });
  },
  parsers: [
    listParser({ ...BETS, feed: whaleActivity }, (bets, { place }) =>
      parseManifoldBets(bets, { file: place }),
    ),
  ],
};
