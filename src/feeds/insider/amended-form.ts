import { differences, matchAmendedLines } from './amended-lines.ts';
import type { Form } from './form-lines.ts';
import { areOfOneFiler, haveSame, ownersOf, type TradeLine } from './trade-line.ts';

/** A form with its amendments. */
export interface FormChain<L extends TradeLine> {
  readonly forms: Form<L>[];
  /** The lines that no amendment of it has replaced, and those that its amendments give. */
  readonly standing: L[];
}

/** What an amendment does. */
export interface Amending<L extends TradeLine> {
  /** The form it amends; null when no such form is known. */
  readonly chain: FormChain<L> | null;
  readonly replaced: ReadonlyMap<L, { readonly line: L; readonly chain: FormChain<L> }>;
  readonly undecided: ReadonlyMap<L, readonly L[]>;
}

/**
 * Finds what an amendment amends among the forms known before it: the form of its issuer and filer that was filed on the
 * day it names, or amended on that day. A filer may file twice a day, since a form takes 30 lines a table and one trade may
 * be told late: then it is the form that has the most of the amendment's lines by number, else the one that reports the same
 * period, else the one that has the most of its lines by key. Where that does
 * not single one out, lines that fit several forms are undecided, unless these tell one trade.
 *
 * @param tradeOf the same for lines of one trade
 */
export function findAmended<L extends TradeLine>(
  form: Form<L>,
  chains: readonly FormChain<L>[],
  tradeOf: (line: L) => unknown,
): Amending<L> {
  const ofDay = chains.filter(({ forms }) => forms.some((filed) => isAmendedBy(filed, form)));
  const ofFiler = ofDay.filter(({ forms }) => forms.some(({ first }) => areOfOneFiler(first, form.first)));
  if (ofFiler.length === 0) return findUnderOtherOwner(form, ofDay);
  const fits = ofFiler.map((chain) => ({ chain, ...fitOf(form, chain) }));
  const top = fits.reduce((best, fit) => (compareFits(fit, best) > 0 ? fit : best));
  const best = fits.filter((fit) => compareFits(fit, top) === 0);
  return best.length === 1 ? ofOneForm(top) : ofSeveral(form, best, tradeOf);
}

const isAmendedBy = (filed: Form, { first, base, amends }: Form): boolean =>
  filed.first.issuer_cik === first.issuer_cik && filed.base === base && filed.filedOn === amends;

type Fit<L extends TradeLine> = ReturnType<typeof fitOf<L>> & { readonly chain: FormChain<L> };

function fitOf<L extends TradeLine>(form: Form<L>, chain: FormChain<L>) {
  // Of lines that fit as well those of the form that it names come first: an amendment may be of an amendment.
  const named = new Set(
    chain.forms.filter((filed) => isAmendedBy(filed, form)).flatMap(({ lines }) => lines),
  );
  const standing = [
    ...chain.standing.filter((line) => named.has(line)),
    ...chain.standing.filter((line) => !named.has(line)),
  ];
  const { replaced, undecided } = matchAmendedLines(form.lines, standing);
  const pairs = [...replaced];
  return {
    replaced,
    undecided,
    ofNumber: pairs.filter(([line, was]) => differences(line, was) === 0 && haveSame('shares', line, was))
      .length,
    isOfPeriod: Number(
      form.first.period_of_report !== null &&
        chain.forms.some(({ first }) => first.period_of_report === form.first.period_of_report),
    ),
    ofKey: pairs.filter(([line, was]) => differences(line, was) === 0).length,
    ofAll: pairs.length + undecided.size,
  };
}

function compareFits<L extends TradeLine>(one: Fit<L>, other: Fit<L>): number {
  return (
    one.ofNumber - other.ofNumber ||
    one.isOfPeriod - other.isOfPeriod ||
    one.ofKey - other.ofKey ||
    one.ofAll - other.ofAll
  );
}

function ofOneForm<L extends TradeLine>({ chain, replaced, undecided }: Fit<L>): Amending<L> {
  return {
    chain,
    replaced: new Map([...replaced].map(([line, was]) => [line, { line: was, chain }])),
    undecided,
  };
}

/** A line that fits a line of one form alone is decided all the same; what fits none is added, to whichever form. */
function ofSeveral<L extends TradeLine>(
  form: Form<L>,
  fits: readonly Fit<L>[],
  tradeOf: (line: L) => unknown,
): Amending<L> {
  const replaced = new Map<L, { readonly line: L; readonly chain: FormChain<L> }>();
  const undecided = new Map<L, readonly L[]>();
  for (const line of form.lines) {
    const found = fits.flatMap((fit) => {
      const was = fit.replaced.get(line);
      return was ? [{ line: was, chain: fit.chain }] : [];
    });
    const may = [...found.map((one) => one.line), ...fits.flatMap((fit) => fit.undecided.get(line) ?? [])];
    const [only] = found;
    if (only && new Set(may.map(tradeOf)).size === 1) replaced.set(line, only);
    else if (may.length > 0) undecided.set(line, may);
  }
  return { chain: fits[0]?.chain ?? null, replaced, undecided };
}

/**
 * An amendment that corrects the owner himself: of all that was filed that day, a line replaces the only one that says the
 * same in everything else. Directors who are granted equal lots hold different numbers behind it as a rule.
 */
function findUnderOtherOwner<L extends TradeLine>(
  form: Form<L>,
  chains: readonly FormChain<L>[],
): Amending<L> {
  const named = chains.filter(({ forms }) => forms.some(({ first }) => isNamed(first)));
  const replaced = new Map<L, { readonly line: L; readonly chain: FormChain<L> }>();
  for (const line of isNamed(form.first) ? form.lines : []) {
    const same = named.flatMap((chain) =>
      chain.standing.filter((was) => saysAllTheSame(line, was)).map((was) => ({ line: was, chain })),
    );
    const [only] = same;
    const isTaken = [...replaced.values()].some((taken) => taken.line === only?.line);
    if (only && same.length === 1 && !isTaken) replaced.set(line, only);
  }
  const [first] = replaced.values();
  return { chain: first?.chain ?? null, replaced, undecided: new Map() };
}

const isNamed = (line: TradeLine): boolean => ownersOf(line).some(({ cik }) => cik !== null);

function saysAllTheSame(one: TradeLine, other: TradeLine): boolean {
  return (
    differences(one, other) === 0 &&
    (['shares', 'price_per_share', 'shares_owned_after'] as const).every(
      (name) => one[name] !== null && haveSame(name, one, other),
    )
  );
}
