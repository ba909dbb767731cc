import { StrategyPageDocument } from '../../../schema/operations/generated/graphql.ts';
import { assetPath } from '../data/asset-path.ts';
import { FEEDS, type RowOf } from '../data/feeds.ts';
import { sorted } from '../data/rows.ts';
import type { EntityOf } from '../data/state.ts';
import { TERMS } from '../data/terms.ts';
import { alikePrices, SIGNALS, SignalsPanel, signalsOf } from '../panels/signals.tsx';
import { Side } from '../ui/cells.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { count, day, percent, ratio, score, words } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import type { LinePoint } from '../ui/line-point.ts';
import { None } from '../ui/none.tsx';
import { useFeed } from '../ui/page-context.tsx';
import { ledBy } from '../ui/table.tsx';
import { accountOf, drawdownOf, stakesOf } from './account.ts';
import type { EntityView } from './view.ts';

type Strategy = EntityOf<'Strategy'>;

/** All of this strategy; the tab says what is closed. */
const ROWS = SIGNALS.filter(({ title }) => title !== 'Source' && title !== 'Strategy or insider').map(
  (column): (typeof SIGNALS)[number] => {
    const { under: _, ...others } = column;
    if (column.title === 'P/L') return others;
    if (column.title !== 'Symbol') return column;
    return { ...column, under: ({ direction }) => <Side side={direction} /> };
  },
);

/** All of one pair, which the head leads to. */
const OF_ONE = ROWS.filter(({ title }) => title !== 'Symbol');

export const STRATEGY: EntityView<Strategy> = {
  query: StrategyPageDocument,
  titleOf: ({ name }) => name,
  subtitleOf: ({ backtest: { testedFrom, testedTo }, timeframe, ...signals }) => (
    <>
      <Pair rows={rowsOf(signals)} />
      {testedFrom && testedTo ? (
        <>
          tested <span class="day">{day(testedFrom)}</span> to <span class="day">{day(testedTo)}</span>
        </>
      ) : (
        timeframe
      )}
    </>
  ),
  Figures: Performance,
  preview: {
    open: {
      strategies: (slug) => ({ slug }),
      signals: (slug) => ({ source: 'mte', source_detail: slug }),
    },
    titleOf: ({ strategies }) => strategies.rows?.[0]?.name ?? null,
    Figures: Previewed,
    Rows: Signals,
    offer:
      'A free key shows what was tested. A key with a longer history also shows the account in the backtest.',
  },
  chart: {
    title: 'Account in the backtest',
    pointsOf: accountOf,
    saidOf: (strategy) => `${basisOf(strategy)}${stakedOf(strategy)}${begunOf(strategy)}`,
    label: 'Profit and loss of the account in the backtest',
    unit: '%',
    beyondHistory: ({ performance: { totalTrades } }) =>
      totalTrades
        ? 'The trades of the backtest are older than what this key sees: with a longer history they are drawn here as an account, with its drawdown.'
        : null,
    below: {
      title: 'Drawdown',
      pointsOf: drawdownOf,
      saidOf: fallenOf,
      label: 'How far the account was below its highest balance so far',
    },
  },
  rows: {
    title: 'Signals',
    rowsOf,
    Panel: Signals,
  },
  followOf: ({ strategySlug }) => ({ source: { eq: 'mte' }, sourceDetail: { eq: strategySlug } }),
  isOfRows: true,
};

/** The signals that are open, however old, and the newest closed ones, newest first. */
function rowsOf({ open, closed }: Pick<Strategy, 'open' | 'closed'>): readonly RowOf['signals'][] {
  return sorted([...(open.nodes ?? []), ...(closed.nodes ?? [])], FEEDS.signals);
}

function Signals() {
  return (
    <SignalsPanel
      columnsOf={(status, rows) =>
        signalsOf(status, isOfOne(rows) ? ledBy('Side', alikePrices(OF_ONE, rows)) : ROWS)
      }
    />
  );
}

/** The one pair of its signals. */
function Pair({ rows }: { readonly rows: readonly RowOf['signals'][] | null }) {
  const [first] = rows ?? [];
  if (!first || !isOfOne(rows)) return null;
  return (
    <>
      <a href={assetPath(first.symbol, first.assetType)}>{first.symbol}</a>
      {' · '}
    </>
  );
}

/** A strategy may trade several pairs. */
const isOfOne = (rows: readonly { readonly symbol: string }[] | null): boolean =>
  new Set(rows?.map(({ symbol }) => symbol)).size === 1;

/** Of the open feed. */
function Previewed() {
  const row = useFeed('strategies').rows?.[0];
  if (!row) return null;
  const { totalPnlPct, maxDrawdownPct, sharpe } = row.performance;
  return (
    <>
      <Item title="Grade" help={TERMS.Grade}>
        {row.grade ?? 'None'}
      </Item>
      <Item title="Total P/L" help={TOTAL}>
        <Change value={totalPnlPct} digits={1} />
      </Item>
      <Item title="Drawdown" help={TERMS.Drawdown}>
        <Change value={maxDrawdownPct} digits={1} />
      </Item>
      <Item title="Sharpe" help={TERMS.Sharpe}>
        <Figure value={sharpe} format={ratio} />
      </Item>
    </>
  );
}

const TOTAL = 'Profit or loss of the whole backtest, in per cent of the starting balance.';

function Performance({ of: { grade, ungradedReason, performance } }: { readonly of: Strategy }) {
  const { totalPnlPct, winRate, totalTrades, sharpe, maxDrawdownPct, drawdownMethod, days } = performance;
  return (
    <>
      <Item title="Grade" help={TERMS.Grade}>
        <span title={ungradedReason ? words(ungradedReason) : undefined}>
          {grade ?? (ungradedReason ? 'None' : <None />)}
        </span>
      </Item>
      <Item title="Total P/L" help={TOTAL}>
        <Change value={totalPnlPct} digits={1} />
      </Item>
      <Item title="Drawdown" help={TERMS.Drawdown}>
        <span title={drawdownMethod ? words(drawdownMethod) : undefined}>
          <Change value={maxDrawdownPct} digits={1} />
        </span>
      </Item>
      <Item title="Sharpe" help={TERMS.Sharpe}>
        <Figure value={sharpe} format={ratio} />
      </Item>
      <Item title="Win rate" help={TERMS['Win rate']}>
        <Figure value={winRate} format={(value) => `${score(value)}%`} unit="%" />
      </Item>
      <Item title="Trades">
        <Figure value={totalTrades} format={count} />
      </Item>
      <Item title="Days">
        <Figure value={days} format={count} />
      </Item>
    </>
  );
}

/** `Profit of all trades closed so far, as a percentage of the starting balance of 10,000 USDT.` */
function basisOf({ backtest: { startingBalance, currency } }: Strategy): string {
  const start =
    startingBalance === null
      ? 'starting balance'
      : `starting balance of ${`${count(startingBalance)} ${currency ?? ''}`.trim()}`;
  return `Profit of all trades closed so far, as a percentage of the ${start}.`;
}

/** Why a trade that lost much cost the account little. */
function stakedOf(strategy: Strategy): string {
  const stakes = stakesOf(strategy)?.map((stake) => `${count(Number(stake.toFixed(stake < 10 ? 1 : 0)))}%`);
  if (!stakes) return '';
  const [least, most] = stakes;
  return ` A trade stakes ${least === most ? least : `${least} to ${most}`} of that balance.`;
}

/** The drawdown among the figures of the head may count what open trades had lost. */
function fallenOf({ performance: { maxDrawdownPct } }: Strategy, points: readonly LinePoint[]): string {
  const deepest = Math.min(...points.map(({ value }) => value));
  const said = `How far the account was below its peak after each closed trade: ${percent(deepest, 1)} at most.`;
  const isDeeper = maxDrawdownPct !== null && percent(maxDrawdownPct, 1) !== percent(deepest, 1);
  return isDeeper
    ? `${said} With losses of trades that were still open: ${percent(maxDrawdownPct, 1)}.`
    : said;
}

/** Of a backtest that was not read as a whole, where the line begins; nothing while the rest is on its way. */
function begunOf({ tested, performance: { totalTrades } }: Strategy): string {
  const drawn = tested.nodes?.length ?? 0;
  const isComing = tested.pageInfo.hasNextPage && tested.pageInfo.endCursor !== null;
  if (isComing || totalTrades === null || drawn >= totalTrades) return '';
  return ` Only the newest ${count(drawn)} of ${count(totalTrades)} trades are drawn.`;
}
