/** What sets the transaction files of the two chambers apart. */
export interface Chamber {
  readonly name: 'house' | 'senate';
  /** Value of `origin`: the format's name. */
  readonly origin: string;
  /** Of the rules by which its rows are read; see `Parser`. */
  readonly version: number;
  /** Native names of the fields that hold the filer and the link to the report. */
  readonly filer: 'representative' | 'senator';
  readonly link: 'source_url' | 'ptr_link';
  /** Finds the number of the report in its link. */
  readonly document: RegExp;
  /** Whether descriptions may have text of the row before glued to them. */
  readonly isGlued: boolean;
  /**
   * Which of two contradicting dates is at fault when the trade is later than its disclosure. The Senate's system
   * stamps the disclosure itself; the House's is typed, but the link has the year of filing.
   */
  isTradeAtFault(tradedOn: string, link: string | null): boolean;
}

export const HOUSE: Chamber = {
  name: 'house',
  origin: 'house-transactions',
  version: 1,
  filer: 'representative',
  link: 'source_url',
  document: /\/(\d+)\.pdf$/i,
  isGlued: true,
  isTradeAtFault(tradedOn, link) {
    const filedIn = /\/(\d{4})\/\d+\.pdf$/i.exec(link ?? '')?.[1];
    return filedIn !== undefined && tradedOn.slice(0, 4) > filedIn;
  },
};

export const SENATE: Chamber = {
  name: 'senate',
  origin: 'senate-transactions',
  version: 1,
  filer: 'senator',
  link: 'ptr_link',
  document: /\/view\/[a-z]+\/([0-9a-f-]{36})\/?$/i,
  isGlued: false,
  isTradeAtFault: () => true,
};
