import { createHash } from 'node:crypto';
import { plainWords } from '../../feed/plain-words.ts';
import { disclosureDeadline } from './stock-act.ts';

/** What a record of the feed says of its trade and its report. */
export interface ReportLine {
  readonly id: string;
  /** Chamber, filer and number of the report, as text. */
  readonly report: string | null;
  /** Place of the line in its report, from 1. */
  readonly line: number | null;
  readonly filing_date: string | null;
  readonly transaction_date: string | null;
  readonly notification_date: string | null;
  readonly chamber: string;
  readonly filer: string | null;
  readonly district: string | null;
  readonly traded_on: string | null;
  readonly ticker: string | null;
  readonly asset_name: string | null;
  readonly asset_type: string | null;
  readonly transaction_type: string | null;
  readonly owner: string | null;
  readonly amount_low: number | null;
  readonly amount_high: number | null;
}

/** What the other reports make of a line. */
export interface Standing<L> {
  /** The first line of its trade, where several reports tell it. */
  readonly first: L | null;
  /** The line that is the record of the trade; itself, unless another is. */
  readonly shown: L;
  /** The line that it corrects. */
  readonly corrects: L | null;
  /** The lines that tell the trade, in the order of their reports. */
  readonly told: readonly L[];
}

interface Trade<L> {
  readonly lines: L[];
  shown: L;
  corrects: L | null;
}

/**
 * The reports that tell a trade, when all lines of them are known: a function of the set, whatever the order it comes in.
 * Neither chamber's files mark amended reports, but they show them: an amended report of the Senate lists all trades of the
 * first again, in the same order, some of them corrected. So
 *
 * - a line that an earlier report of the filer has as well is the same trade; of lines that are alike within one report each is
 *   a trade of its own, the first the same as the first of the other report;
 * - a line of an amended report that differs from the one in its place corrects that.
 */
export function reconcileReports<L extends ReportLine>(lines: readonly L[]): ReadonlyMap<L, Standing<L>> {
  const trades = new Map<L, Trade<L>>();
  const known = new Map<string, Trade<L>[]>();
  const reports: (readonly L[])[] = [];
  const join = (line: L, trade: Trade<L>) => {
    trade.lines.push(line);
    trades.set(line, trade);
    const key = tradeKey(line);
    if (key !== null) known.set(key, [...(known.get(key) ?? []), trade]);
  };
  for (const report of reportsOf(lines)) {
    const amended = reports.findLast((earlier) => amends(report, earlier));
    const taken = new Set<Trade<L>>();
    for (const [place, line] of report.entries()) {
      const was = amended?.[place];
      const trade = (was && trades.get(was)) ?? sameTrade(line, known, taken) ?? newTrade(line);
      taken.add(trade);
      join(line, trade);
      if (was && saysOtherwise(line, trade.shown)) {
        trade.corrects = trade.shown;
        trade.shown = line;
      }
    }
    reports.push(report);
  }
  return new Map(lines.map((line) => [line, standingOf(line, trades.get(line))]));
}

const newTrade = <L>(line: L): Trade<L> => ({ lines: [], shown: line, corrects: null });

/** The first trade that stands as the line says, and that its report has not told yet. */
function sameTrade<L extends ReportLine>(
  line: L,
  known: ReadonlyMap<string, readonly Trade<L>[]>,
  taken: ReadonlySet<Trade<L>>,
): Trade<L> | undefined {
  const key = tradeKey(line);
  const alike = key === null ? [] : (known.get(key) ?? []);
  return alike.find((trade) => !taken.has(trade) && tradeKey(trade.shown) === key);
}

function standingOf<L>(line: L, trade: Trade<L> | undefined): Standing<L> {
  const { lines = [], shown = line, corrects = null } = trade ?? {};
  const [first] = lines;
  if (lines.length < 2 || first === undefined) return { first: null, shown: line, corrects: null, told: [] };
  return { first, shown, corrects: shown === line ? corrects : null, told: lines };
}

/** In the order of their filing; of one day nothing says which came first, so it is that of their numbers. */
function reportsOf<L extends ReportLine>(lines: readonly L[]): readonly (readonly L[])[] {
  const byReport = Map.groupBy(lines, ({ report, id }) => report ?? id);
  const reports = [...byReport].map(([name, own]) => ({
    name,
    day: dayOf(own),
    lines: own.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.id < b.id ? -1 : 1)),
  }));
  reports.sort((a, b) => compare(a.day, b.day) || compare(a.name, b.name));
  return reports.map((report) => report.lines);
}

/** The day on which a report was filed, else the last one on which it was due. */
function dayOf(lines: readonly ReportLine[]): string {
  const days = lines.map((line) => line.filing_date?.slice(0, 10) ?? disclosureDeadline(line) ?? '');
  return days.reduce((last, day) => (day > last ? day : last), '');
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * Whether a report amends an earlier one of the filer: as many lines, in each place the same trade or one that differs in
 * one part, and at least half of them the same.
 */
function amends(report: readonly ReportLine[], earlier: readonly ReportLine[]): boolean {
  if (report.length !== earlier.length || filerOf(report[0]) !== filerOf(earlier[0])) return false;
  const pairs = report.map((line, place) => [line, earlier[place] ?? line] as const);
  const same = pairs.filter(([a, b]) => tradeKey(a) !== null && tradeKey(a) === tradeKey(b)).length;
  return 2 * same >= pairs.length && pairs.every(([a, b]) => mayCorrect(a, b));
}

/** Of the day, the kind of transaction, the amount and the owner one may differ; the asset may be spelled otherwise. */
function mayCorrect(line: ReportLine, was: ReportLine): boolean {
  const differing = PARTS.filter((part) => part(line) !== part(was));
  return differing.length <= 1 && areOneAsset(line, was);
}

/** Whether a line says something else than the one in its place before, the spelling of a name beside its ticker apart. */
function saysOtherwise(line: ReportLine, was: ReportLine): boolean {
  const isOneTicker = line.ticker !== null && line.ticker === was.ticker;
  const differ = (part: (one: ReportLine) => unknown) => part(line) !== part(was);
  return (
    PARTS.some(differ) ||
    differ(({ asset_type }) => asset_type) ||
    !(isOneTicker || areSpelledAlike(line, was))
  );
}

const areSpelledAlike = (one: ReportLine, other: ReportLine): boolean =>
  one.ticker === other.ticker && plainWords(one.asset_name) === plainWords(other.asset_name);

const PARTS: readonly ((line: ReportLine) => string | null)[] = [
  (line) => line.traded_on,
  (line) => line.transaction_type,
  (line) => line.owner,
  ({ amount_low, amount_high }) => `${amount_low} ${amount_high}`,
];

/** The same ticker, or half of the words of the shorter name. */
function areOneAsset(one: ReportLine, other: ReportLine): boolean {
  if (one.ticker !== null && one.ticker === other.ticker) return true;
  const [a, b] = [one, other].map(({ asset_name }) => new Set(plainWords(asset_name)?.split(' '))) as [
    Set<string>,
    Set<string>,
  ]; // of two
  const common = a.intersection(b).size;
  return common > 0 && 2 * common >= Math.min(a.size, b.size);
}

/** The report among all others; null where its number is not known. */
export const reportKey = ({ chamber, filer, document }: Report): string | null =>
  document ? [chamber, filer, document].join('|') : null;

type Report = Pick<ReportLine, 'chamber' | 'filer'> & { readonly document: string | null };

const filerOf = (line: ReportLine | undefined): string | null =>
  line ? [line.chamber, line.filer, line.district].join('|') : null;

/** A hash of what is equal of one trade in several reports; null for one that says too little to be recognised. */
export function tradeKey(line: ReportLine): string | null {
  const { report, traded_on, ticker, asset_name, asset_type, transaction_type, owner } = line;
  const name = plainWords(asset_name);
  if (report === null || traded_on === null || (ticker === null && name === null)) return null;
  const { amount_low, amount_high } = line;
  // An index holds no texts of any length.
  return hashOf([
    filerOf(line),
    traded_on.slice(0, 10),
    ticker,
    name,
    asset_type,
    transaction_type,
    owner,
    amount_low,
    amount_high,
  ]);
}

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
