/** Words of the pages that need more than themselves, in a sentence each; the glossary has the same sentences. */
export const TERMS = {
  '24 h change': 'The change of the odds within a day, in percentage points, as the platform states it.',
  'Alt-market strength':
    'AMS, 0 to 100: whether other coins are stronger than Bitcoin. Below 40 Bitcoin leads, above 60 altcoins lead.',
  Amount:
    'The bounds between which the amount of the trade lies. Members of Congress report no exact amounts.',
  Change: 'The change of the size of the position.',
  Coverage: 'The share of the weights of a scorecard whose components have a value that is not too old.',
  Drawdown: 'The deepest fall of the account from its highest balance so far, in per cent.',
  Event:
    'Entry opens a position, exit closes it; increase and decrease change its size; buy is a purchase of coins. Green bets on a higher price, red on a lower one.',
  Expected:
    'The move over the next ten bars that followed reversals of this kind in the past of the pair. Empty with fewer than twenty of them.',
  Found: 'Why the price counts as oversold or overbought: the readings that met their limits.',
  'Global liquidity':
    'GLS, 0 to 100: how easily money flows worldwide. Below 40 it tightens, above 60 it eases.',
  Grade:
    'A (best) to F, of a backtest: the lowest of three marks, for the drawdown, for the annual return against the drawdown, and for the probability that the Sharpe ratio is above 0.',
  'Market risk':
    'MRS, 0 to 100: how cautious markets are. Below 40 they take risks (risk-on), above 60 they avoid them (risk-off).',
  Moved: 'The dollars that changed hands; of an exit, the dollars that were taken out.',
  Odds: 'The probability that the market gives by its prices: of a yes, or of the likeliest of other outcomes, which is named.',
  'P/L': 'Profit or loss in per cent since the entry.',
  PERP: 'A perpetual future: a contract on the price of a coin, without an end. Long gains when the price rises, short when it falls.',
  Phase:
    'The direction over 30 and over 7 days. Bull: up, up. Correction: up, down. Rebound: down, up. Bear: down, down.',
  Ranking: 'A coin that is far ahead of Bitcoin in the ranking of coins. In the API the source is aoe.',
  'Score of a coin':
    'How far the coin is ahead of BTC, ETH and SOL for its volatility, 0 to 100. 50 is level with them.',
  'Score of a reversal':
    'The probability in per cent that the price moves in the direction of the reversal, from the past of the pair. 50 says nothing; below 50 the price went on more often than it turned.',
  'Score of a signal': 'The strength that the source gives the signal, 0 to 100.',
  Sharpe: 'The Sharpe ratio: the annual return divided by its volatility.',
  Source:
    'What raised the signal: a strategy (mte in the API), purchases of insiders, the ranking of coins (aoe), or a person by hand.',
  Timeframe:
    'The length of the price bars in which the reversal was found: 15m is a quarter of an hour, 1d is a day.',
  'Top insider buy':
    'The largest purchase in the forms that insiders filed within 7 days. The trade is older than its form.',
  'Newest insider cluster':
    'The newest company whose shares two insiders or more bought within 30 days, by the day on which the form of the second was filed.',
  'Top whale move': 'The move of a whale in which most dollars changed hands within 24 hours.',
  'Top odds move':
    'The largest change of odds within 24 hours, of open markets with a volume of at least $10,000 in that time. In smaller markets a single bet moves the odds.',
  'Top Congress trade':
    'The largest trade, by the lower bound of its amount, in the reports filed within 30 days, or within the history of the key where that is shorter. The trade is older than its report, by weeks in most cases.',
  Volume:
    'What was traded within 24 hours, in dollars. ≈: the number of contracts, which pay $1 or nothing, times the price of a yes. Play money is last.',
  'Trade of an insider':
    'What the insider did. Buy and sell are trades for money; grants, gifts, taxes and exercises are not.',
  'Value of a filing': 'Shares times price, in US dollars; a dash where no price was paid.',
  'vs BTC': 'The performance over 24 hours less that of Bitcoin, in percentage points.',
  'Win rate': 'The share of the closed trades that made a profit.',
  Yes: 'The price of a yes in the market, which is its probability.',
} as const;

export type TermName = keyof typeof TERMS;
