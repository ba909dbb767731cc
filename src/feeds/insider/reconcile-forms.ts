import { type FormChain, findAmended } from './amended-form.ts';
import { type Form, formsOf } from './form-lines.ts';
import { areReportedTogether, saysTheSame, tradeKey } from './same-trade.ts';
import { formKey, type TradeLine } from './trade-line.ts';

/** What the other forms make of a record. */
export interface Standing<L> {
  /** When an amendment replaced it; its own availability for a line that another form told before. */
  readonly superseded_at: Date | null;
  /** Id of the line that it replaces, for a line of an amendment that adds none. */
  readonly replaces: string | null;
  /** Id of the first line of its trade, where several forms tell it. */
  readonly trade: string | null;
  /** True for the line of an amendment that may replace one of several. */
  readonly provisional: true | null;
  /** When the first amendment became available that may replace it, or be it. */
  readonly undecided_at: Date | null;
  /** When other forms last changed what is said of it: an owner more, an undecided amendment. */
  readonly revised_at: Date | null;
  /** The lines that tell the trade, in the order of their forms; none for a line that is part of another's record. */
  readonly told: readonly L[];
}

/** Trade and the lines that tell it, in the order of their forms. */
interface Trade<L> {
  readonly lines: L[];
  /** The line that is its record. */
  shown: L;
}

/**
 * What becomes of some lines when all of them are known: a function of the set, whatever the order it comes in. Forms are
 * taken as they were filed, so that nothing depends on what was filed later, but for the moment at which it ends a line.
 *
 * @param lines everything that one of them could amend, be amended by, or tell again
 */
export function reconcileForms<L extends TradeLine>(lines: readonly L[]): ReadonlyMap<L, Standing<L>> {
  const reconciling = new Reconciling<L>();
  for (const form of formsOf(lines)) reconciling.add(form);
  return new Map(lines.map((line) => [line, reconciling.standingOf(line)]));
}

class Reconciling<L extends TradeLine> {
  readonly #chains: FormChain<L>[] = [];
  readonly #trades = new Map<L, Trade<L>>();
  /** Trades by what their lines have in common. */
  readonly #known = new Map<string, Set<Trade<L>>>();
  readonly #endedAt = new Map<L, Date>();
  readonly #replaced = new Map<L, L>();
  readonly #repeated = new Set<L>();
  readonly #provisional = new Set<L>();
  readonly #undecidedAt = new Map<L, Date>();
  readonly #forms = new Map<L, readonly L[]>();

  add(form: Form<L>): void {
    const { chain, replaced, undecided } = form.isAmendment
      ? findAmended(form, this.#chains, (line) => this.#trades.get(line))
      : { chain: null, replaced: new Map(), undecided: new Map() };
    const own = chain ?? { forms: [], standing: [] };
    if (chain === null) this.#chains.push(own);
    own.forms.push(form);
    for (const line of form.lines) this.#forms.set(line, form.lines);
    for (const line of form.lines) {
      const was = replaced.get(line);
      const may = undecided.get(line);
      if (was) this.#replace(was.line, line, was.chain);
      else if (may) this.#leaveOpen(line, may);
      else this.#tell(line);
      if (!was) own.standing.push(line);
    }
  }

  standingOf(line: L): Standing<L> {
    const trade = this.#trades.get(line);
    const isTold = trade?.lines.some((one) => this.#repeated.has(one)) ?? false;
    const isRepeated = this.#repeated.has(line);
    return {
      superseded_at: isRepeated ? line.known_from : (this.#endedAt.get(line) ?? null),
      replaces: this.#replaced.get(line)?.id ?? null,
      trade: isTold ? (trade?.lines[0]?.id ?? null) : null,
      provisional: this.#provisional.has(line) || null,
      undecided_at: this.#undecidedAt.get(line) ?? null,
      revised_at: isRepeated ? null : this.#revisedAt(line, trade?.lines ?? []),
      told: isTold && !isRepeated ? (trade?.lines ?? []) : [],
    };
  }

  #replace(was: L, line: L, chain: FormChain<L>): void {
    this.#replaced.set(line, was);
    chain.standing.splice(chain.standing.indexOf(was), 1, line);
    if (this.#provisional.has(was)) this.#leaveOpen(line, []);
    const trade = this.#trades.get(was);
    if (trade) this.#join(line, trade);
    if (trade && trade.shown !== was && saysTheSame(trade.shown, line)) {
      this.#repeated.add(line);
      return;
    }
    this.#endedAt.set(trade?.shown ?? was, line.known_from);
    if (trade) trade.shown = line;
  }

  #leaveOpen(line: L, may: readonly L[]): void {
    this.#provisional.add(line);
    for (const one of [line, ...may.map((other) => this.#trades.get(other)?.shown ?? other)]) {
      if (!this.#undecidedAt.has(one)) this.#undecidedAt.set(one, line.known_from);
    }
    if (!this.#trades.has(line)) this.#trades.set(line, { lines: [line], shown: line });
  }

  /** A line of its own, unless another form has told its trade. */
  #tell(line: L): void {
    const trade = [...(this.#known.get(tradeKey(line) ?? '') ?? [])].find((one) => this.#tells(one, line));
    if (trade) this.#repeated.add(line);
    this.#join(line, trade ?? { lines: [], shown: line });
  }

  #tells({ lines, shown }: Trade<L>, line: L): boolean {
    return (
      !this.#provisional.has(shown) &&
      saysTheSame(shown, line) &&
      lines.every((one) => formKey(one) !== formKey(line)) &&
      lines.some((one) => areReportedTogether(this.#inForm(one), this.#inForm(line)))
    );
  }

  #inForm = (line: L): readonly [L, readonly L[]] => [line, this.#forms.get(line) ?? [line]];

  #join(line: L, trade: Trade<L>): void {
    trade.lines.push(line);
    this.#trades.set(line, trade);
    const key = tradeKey(line);
    if (key === null) return;
    const known = this.#known.get(key) ?? new Set();
    this.#known.set(key, known.add(trade));
  }

  #revisedAt(line: L, lines: readonly L[]): Date | null {
    const [from, until] = [line.known_from, this.#endedAt.get(line)];
    const told = lines.filter((one) => this.#repeated.has(one)).map((one) => one.known_from);
    const undecidedAt = this.#undecidedAt.get(line);
    const all = undecidedAt ? [...told, undecidedAt] : told;
    const revised = all.filter((at) => at > from && (!until || at < until)).map((at) => at.getTime());
    return revised.length === 0 ? null : new Date(Math.max(...revised));
  }
}
