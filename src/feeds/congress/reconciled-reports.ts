import type { AnyRecord } from '../../feed/feed.ts';
import type { CongressTrade } from './feed.ts';
import { reconcileReports, type Standing } from './reconcile-reports.ts';
import { reconciledFields } from './reconciled-fields.ts';

/** What the trades of a store say of each other: `reconcileReports` over stored records. */
export const reconciledReports = {
  sets: Object.keys(reconciledFields),
  reconcile(records: readonly AnyRecord[]): readonly CongressTrade[] {
    const trades = records as readonly CongressTrade[]; // records are checked against the declaration when they enter
    const standings = reconcileReports(trades.filter(({ report }) => report !== null));
    return trades.map((trade) => withStanding(trade, standings.get(trade)));
  },
};

function withStanding(trade: CongressTrade, standing: Standing<CongressTrade> | undefined): CongressTrade {
  const { first = null, shown = trade, corrects = null, told = [] } = standing ?? {};
  const isShown = shown === trade;
  const reports = [trade, ...told.filter((one) => one !== trade)].map(reportOf);
  return {
    ...trade,
    superseded_at: isShown ? null : trade.known_from,
    trade: first?.id ?? null,
    replaces: corrects?.id ?? null,
    reports: isShown && told.length > 0 ? reports : null,
  };
}

/** The report of a line. */
export const reportOf = ({ id, document, document_url, filing_date }: CongressTrade) => ({
  id,
  document,
  document_url,
  filing_date: filing_date?.slice(0, 10) ?? null,
});
