import { core } from './0001-core.ts';
import { marketFeeds } from './0002-market-feeds.ts';
import { disclosureFeeds } from './0003-disclosure-feeds.ts';
import { insiderRollups } from './0004-insider-rollups.ts';
import { inputs } from './0005-inputs.ts';
import { webhooks } from './0006-webhooks.ts';
import { insiderYear } from './0007-insider-year.ts';
import { quota } from './0008-quota.ts';
import { keyRotation } from './0009-key-rotation.ts';
import { insiderFiledOn } from './0010-insider-filed-on.ts';
import { eventLog } from './0011-event-log.ts';
import { live } from './0012-live.ts';
import { keyAccount } from './0013-key-account.ts';
import { secrets } from './0014-secrets.ts';
import { signalEnd } from './0015-signal-end.ts';
import { accounts } from './0016-accounts.ts';
import { keylessRequests } from './0017-keyless-requests.ts';
import { storeProbe } from './0018-store-probe.ts';
import { politicianId } from './0019-politician-id.ts';
import { insiderFiledFacts } from './0020-insider-filed-facts.ts';
import { nativeEntries } from './0021-native-entries.ts';
import { whaleMoves } from './0022-whale-moves.ts';
import { knownFrom } from './0023-known-from.ts';
import { backtests } from './0024-backtests.ts';
import { reversalCalibration } from './0025-reversal-calibration.ts';
import { scorecardEngines } from './0026-scorecard-engines.ts';
import { insiderSecurities } from './0027-insider-securities.ts';
import { engineVersion } from './0028-engine-version.ts';
import { reconciledFilings } from './0029-reconciled-filings.ts';
import { outperformerVolatility } from './0030-outperformer-volatility.ts';
import { assetKinds } from './0031-asset-kinds.ts';
import { insiderDays } from './0032-insider-days.ts';
import { marketFacts } from './0033-market-facts.ts';
import { knownWindows } from './0034-known-windows.ts';
import { congressReports } from './0035-congress-reports.ts';
import { reportPeriods } from './0036-report-periods.ts';
import { captureRetention } from './0037-capture-retention.ts';
import { search } from './0038-search.ts';
import { rereadEntries } from './0039-reread-entries.ts';
import { repeatedTrades } from './0040-repeated-trades.ts';
import { listings } from './0041-listings.ts';
import { closedWords } from './0044-closed-words.ts';
import { shelfLife } from './0045-shelf-life.ts';
import { inputRank } from './0046-input-rank.ts';
import { history } from './0047-history.ts';
import { issuerSymbols } from './0048-issuer-symbols.ts';
import { priceSeries } from './0049-price-series.ts';
import { disclosureDays } from './0050-disclosure-days.ts';
import { assetsOfMarkets } from './0051-assets-of-markets.ts';
import { tradeSymbols } from './0052-trade-symbols.ts';
import { reportDue } from './0053-report-due.ts';
import { toldIn } from './0054-told-in.ts';
import { feedFiles } from './0055-feed-files.ts';
import { alerts } from './0056-alerts.ts';
import { undatedMarkets } from './0057-undated-markets.ts';
import { whaleSizes } from './0058-whale-sizes.ts';
import { historyThinning } from './0059-history-thinning.ts';
import { alertMails } from './0060-alert-mails.ts';
import { keyUsage } from './0061-key-usage.ts';
import { signalFills } from './0062-signal-fills.ts';
import { insiderHoldings } from './0063-insider-holdings.ts';
import { macroSeries } from './0064-macro-series.ts';
import { marketDollars } from './0065-market-dollars.ts';
import { strategyNames } from './0066-strategy-names.ts';

/** Every migration by name, in order. Written once and never changed: what comes later gets a number of its own. */
export const migrations: Readonly<Record<string, string>> = {
  '0001-core': core,
  '0002-market-feeds': marketFeeds,
  '0003-disclosure-feeds': disclosureFeeds,
  '0004-insider-rollups': insiderRollups,
  '0005-inputs': inputs,
  '0006-webhooks': webhooks,
  '0007-insider-year': insiderYear,
  '0008-quota': quota,
  '0009-key-rotation': keyRotation,
  '0010-insider-filed-on': insiderFiledOn,
  '0011-event-log': eventLog,
  '0012-live': live,
  '0013-key-account': keyAccount,
  '0014-secrets': secrets,
  '0015-signal-end': signalEnd,
  '0016-accounts': accounts,
  '0017-keyless-requests': keylessRequests,
  '0018-store-probe': storeProbe,
  '0019-politician-id': politicianId,
  '0020-insider-filed-facts': insiderFiledFacts,
  '0021-native-entries': nativeEntries,
  '0022-whale-moves': whaleMoves,
  '0023-known-from': knownFrom,
  '0024-backtests': backtests,
  '0025-reversal-calibration': reversalCalibration,
  '0026-scorecard-engines': scorecardEngines,
  '0027-insider-securities': insiderSecurities,
  '0028-engine-version': engineVersion,
  '0029-reconciled-filings': reconciledFilings,
  '0030-outperformer-volatility': outperformerVolatility,
  '0031-asset-kinds': assetKinds,
  '0032-insider-days': insiderDays,
  '0033-market-facts': marketFacts,
  '0034-known-windows': knownWindows,
  '0035-congress-reports': congressReports,
  '0036-report-periods': reportPeriods,
  '0037-capture-retention': captureRetention,
  '0038-search': search,
  '0039-reread-entries': rereadEntries,
  '0040-repeated-trades': repeatedTrades,
  '0041-listings': listings,
  '0044-closed-words': closedWords,
  '0045-shelf-life': shelfLife,
  '0046-input-rank': inputRank,
  '0047-history': history,
  '0048-issuer-symbols': issuerSymbols,
  '0049-price-series': priceSeries,
  '0050-disclosure-days': disclosureDays,
  '0051-assets-of-markets': assetsOfMarkets,
  '0052-trade-symbols': tradeSymbols,
  '0053-report-due': reportDue,
  '0054-told-in': toldIn,
  '0055-feed-files': feedFiles,
  '0056-alerts': alerts,
  '0057-undated-markets': undatedMarkets,
  '0058-whale-sizes': whaleSizes,
  '0059-history-thinning': historyThinning,
  '0060-alert-mails': alertMails,
  '0061-key-usage': keyUsage,
  '0062-signal-fills': signalFills,
  '0063-insider-holdings': insiderHoldings,
  '0064-macro-series': macroSeries,
  '0065-market-dollars': marketDollars,
  '0066-strategy-names': strategyNames,
};
