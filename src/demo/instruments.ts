export type InstrumentKind = 'crypto' | 'stock';

/** Names are real so that one asset joins several feeds; every figure about them is made up. */
export interface Instrument {
  /** Canonical symbol, `BTC`. */
  readonly symbol: string;
  readonly name: string;
  readonly kind: InstrumentKind;
  /** What the simulated price wanders around. */
  readonly basePrice: number;
  /** Standard deviation of the day's return that is the instrument's own. */
  readonly volatility: number;
  /** Sector of a company in kebab-case. */
  readonly sector: string | null;
}

/** `BTC/USDT`, `NVDA`. */
export const pairOf = ({ symbol, kind }: Instrument): string =>
  kind === 'crypto' ? `${symbol}/USDT` : symbol;

const coin = ([symbol, name, basePrice]: Row, index: number): Instrument => ({
  symbol,
  name,
  kind: 'crypto',
  basePrice,
  volatility: index === 0 ? 0.016 : 0.03 + Math.min(index, 30) * 0.001, // small coins move more
  sector: null,
});

const company = (sector: string, [symbol, name, basePrice]: Row): Instrument => ({
  symbol,
  name,
  kind: 'stock',
  basePrice,
  volatility: sector === 'technology' ? 0.016 : 0.012,
  sector,
});

type Row = readonly [symbol: string, name: string, basePrice: number];

/** `BTC Bitcoin 98000; …` as rows; a table of a hundred tuples would be a hundred lines. */
const rows = (table: string): Row[] =>
  table.split(';').map((row) => {
    const words = row.trim().split(/\s+/);
    return [words[0] ?? '', words.slice(1, -1).join(' '), Number(words.at(-1))];
  });

/** By market capitalisation, largest first. */
export const COINS: readonly Instrument[] = rows(
  `BTC Bitcoin 98000; ETH Ethereum 3400; BNB BNB 690; SOL Solana 190; XRP XRP 2.3; DOGE Dogecoin 0.31;
  ADA Cardano 0.92; TRX TRON 0.25; AVAX Avalanche 37; LINK Chainlink 21; SUI Sui 4.1; XLM Stellar 0.4;
  TON Toncoin 5.2; HBAR Hedera 0.28; DOT Polkadot 6.8; LTC Litecoin 105; BCH Bitcoin Cash 440; UNI Uniswap 13;
  NEAR NEAR Protocol 5.1; APT Aptos 9.2; ICP Internet Computer 10.4; AAVE Aave 310; ETC Ethereum Classic 26;
  RENDER Render 7.4; POL Polygon 0.48; ATOM Cosmos 6.5; FIL Filecoin 5.2; ARB Arbitrum 0.75; OP Optimism 1.9;
  ALGO Algorand 0.37; INJ Injective 21; IMX Immutable 1.4; STX Stacks 1.6; GRT The Graph 0.21; TIA Celestia 5;
  SEI Sei 0.43; RUNE THORChain 4.8; FET Artificial Superintelligence 1.3; JUP Jupiter 0.85; LDO Lido DAO 1.9;
  MKR Maker 1500; QNT Quant 108; EGLD MultiversX 34; SAND The Sandbox 0.56; AXS Axie Infinity 6.3`,
).map(coin);

export const COMPANIES: readonly Instrument[] = Object.entries({
  technology: `NVDA NVIDIA 140; AAPL Apple 235; MSFT Microsoft 430; AMD Advanced Micro Devices 125;
    AVGO Broadcom 220; ORCL Oracle 165; CRM Salesforce 330; ADBE Adobe 440; INTC Intel 21; PLTR Palantir 72;
    SNOW Snowflake 155; IBM IBM 225`,
  'communication-services':
    'GOOGL Alphabet 190; META Meta Platforms 600; NFLX Netflix 890; DIS Walt Disney 111',
  'consumer-cyclical': 'AMZN Amazon 222; TSLA Tesla 380; NKE Nike 74; SBUX Starbucks 95; HD Home Depot 395',
  'consumer-defensive': 'KO Coca-Cola 62; PEP PepsiCo 152; WMT Walmart 92; COST Costco 930',
  'financial-services':
    'JPM JPMorgan Chase 245; GS Goldman Sachs 580; BAC Bank of America 45; V Visa 315; COIN Coinbase 270',
  healthcare: 'JNJ Johnson & Johnson 145; PFE Pfizer 26; LLY Eli Lilly 780; UNH UnitedHealth 520',
  energy: 'XOM Exxon Mobil 108; CVX Chevron 148',
  industrials: 'BA Boeing 172; CAT Caterpillar 365; GE GE Aerospace 170',
  utilities: 'NEE NextEra Energy 72',
}).flatMap(([sector, table]) => rows(table).map((row) => company(sector, row)));

export const INSTRUMENTS: readonly Instrument[] = [...COINS, ...COMPANIES];

const bySymbol = new Map(INSTRUMENTS.map((instrument) => [instrument.symbol, instrument]));

/** Throws for a symbol the tables above do not have: a mistake of the caller's code. */
export function instrumentOf(symbol: string): Instrument {
  const found = bySymbol.get(symbol);
  if (!found) throw new RangeError(`the simulated market has no instrument ${symbol}`);
  return found;
}
