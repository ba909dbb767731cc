/** What the tool `asset` asks for: the newest of what every feed knows of one instrument. */
export const ASSET_QUERY = `query Asset($symbol: String!, $kind: AssetKind) {
  asset(symbol: $symbol, kind: $kind) {
    id symbol kind name aliases
    namesakes { symbol kind name }
    price { last at currency adjusted changePct24h }
    signals(first: 5) { totalCount nodes { id source direction status entryPrice currentPrice pnlPct signalStrength timestamp closedAt } }
    insiderFilings(first: 5) { totalCount nodes { id insiderName insiderTitle transactionType transactionDirection shares pricePerShare value tradeDate filingDate } }
    congressTrades(first: 5) { totalCount nodes { id politicianName party chamber transactionType amountLow amountHigh transactionDate filingDate } }
    whaleActivity(first: 5) { totalCount nodes { id whaleName source eventType title value createdAt } }
    predictionMarkets(first: 5) { totalCount nodes { id platform question yesPrice volume volumeUnit endDate } }
    outperformer { compositeScore perf24h perf7d perf30d marketPhase observedAt }
  }
}`;
