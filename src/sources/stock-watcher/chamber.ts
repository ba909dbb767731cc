import type { NativeNames } from './native-trade.ts';
import { houseTexts, type Rows, senateTexts, type TradeTexts } from './trade-texts.ts';

/** What sets the transaction files of the two chambers apart. */
export interface Chamber extends NativeNames {
  readonly name: 'house' | 'senate';
  /** Value of `origin`: the format's name. */
  readonly origin: string;
  /** Of the rules by which its rows are read; see `Parser`. */
  readonly version: number;
  /** Finds the number of the report in its link. */
  readonly document: RegExp;
  /**
   * What `disclosure_date` is: the day the report was filed, which the Senate's system stamps, or the day the member was
   * notified of the trade, which members of the House type.
   */
  readonly disclosureDate: 'filing' | 'notification';
  /** What the rows of a file say of their assets and trades, one for each. */
  readonly textsOf: (rows: Rows) => readonly TradeTexts[];
  /**
   * Which of two contradicting dates is at fault when the trade is later than `disclosure_date`: the trade where the
   * system stamped the other. Of the House both are typed, but the link has the year of filing.
   */
  isTradeAtFault(tradedOn: string, link: string | null): boolean;
}

export const HOUSE: Chamber = {
  name: 'house',
  origin: 'house-transactions',
  version: 3,
  filer: 'representative',
  link: 'source_url',
  document: /\/(\d+)\.pdf$/i,
  disclosureDate: 'notification',
  textsOf: houseTexts,
  isTradeAtFault(tradedOn, link) {
    const filedIn = /\/(\d{4})\/\d+\.pdf$/i.exec(link ?? '')?.[1];
    return filedIn !== undefined && tradedOn.slice(0, 4) > filedIn;
  },
};

export const SENATE: Chamber = {
  name: 'senate',
  origin: 'senate-transactions',
  version: 3,
  filer: 'senator',
  link: 'ptr_link',
  document: /\/view\/[a-z]+\/([0-9a-f-]{36})\/?$/i,
  disclosureDate: 'filing',
  textsOf: senateTexts,
  isTradeAtFault: () => true,
};
