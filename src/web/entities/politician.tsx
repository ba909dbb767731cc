import { PoliticianPageDocument } from '../../../schema/operations/generated/graphql.ts';
import type { RowOf } from '../data/feeds.ts';
import { shownNow } from '../data/moment.ts';
import type { EntityOf } from '../data/state.ts';
import { amountOf, CONGRESS, ownerOf, partyOf, withOwner } from '../panels/congress.tsx';
import { DELAY, isLate } from '../panels/disclosure.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { count, day, instant, money, short, words } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { None } from '../ui/none.tsx';
import { type Column, ledBy } from '../ui/table.tsx';
import type { EntityView } from './view.ts';

type Politician = EntityOf<'Politician'>;

type Trade = RowOf['congress'];

const TRADES: readonly Column<Trade>[] = ledBy<Trade>(
  'Asset',
  withOwner(CONGRESS)
    .filter(({ title }) => title !== 'Member' && title !== 'Filed')
    .map((column) => (column.title === 'Ticker' ? { ...column, title: 'Asset' } : column)),
  (trade) => (
    <>
      {amountOf(trade)}
      {ownerOf(trade) !== null && `, owner: ${ownerOf(trade)}`}
      {trade.transactionDate !== null && (
        <>
          , traded <span class="day">{day(trade.transactionDate)}</span>
        </>
      )}{' '}
      {isLate(trade) && <span class="late unbroken">{count(trade.daysToDisclosure ?? 0)} days, late</span>}
    </>
  ),
).concat(
  {
    title: 'Filed',
    help: 'Day on which the chamber received the report; it leads to the report',
    isFigure: true,
    chars: 11,
    cell: ({ filedOn, documentUrl }) => <Filed on={filedOn} href={documentUrl} />,
  },
  DELAY,
);

function Filed({ on, href }: { readonly on: string | null; readonly href: string | null | undefined }) {
  if (on === null) return <None />;
  const text = <span class="day">{day(on)}</span>;
  return href ? <a href={href}>{text}</a> : text;
}

export const POLITICIAN: EntityView<Politician> = {
  query: PoliticianPageDocument,
  titleOf: ({ name }) => name,
  subtitleOf({ party, chamber, state, isServing }) {
    const of = [
      party && partyOf(party),
      chamber && words(chamber),
      state,
      !isServing && 'no longer in office',
    ];
    return of.filter(Boolean).join(' · ');
  },
  Figures: Disclosed,
  about: {
    title: 'In Congress',
    isIn: ({ committees, terms }) => (committees?.length ?? 0) + (terms?.length ?? 0) > 0,
    Body: InCongress,
  },
  isLedByRows: true,
  rows: {
    title: 'Trades',
    rowsOf: ({ trades }) => trades.nodes ?? [],
    Panel: () => <FeedPanel name="congress" label="Trades" columns={TRADES} empty="No trade in view." />,
  },
  // A filer whom no directory knows goes by the name.
  followOf: ({ slug, name }) => ({
    or: [{ politicianId: { eq: slug } }, { politicianName: { eq: name } }],
  }),
};

function Disclosed({ of: { totals } }: { readonly of: Politician }) {
  if (!totals) return null;
  const { trades, purchases, sales, amountLow, amountHigh, openEnded } = totals;
  const exchanges = trades - purchases - sales;
  return (
    <>
      <Item title="Trades">{count(trades)}</Item>
      <Item title="Purchases">{count(purchases)}</Item>
      <Item title="Sales">{count(sales)}</Item>
      {exchanges > 0 && <Item title="Exchanges">{count(exchanges)}</Item>}
      <Item title="Disclosed">
        <span title={openEnded > 0 ? `${openEnded} of them have no upper bound` : undefined}>
          {amountLow === null ? <None /> : sumsOf(amountLow, openEnded > 0 ? null : amountHigh)}
        </span>
      </Item>
    </>
  );
}

/** Sums of bounds are no round numbers: both have one decimal. */
const sumsOf = (low: number, high: number | null): string =>
  high === null ? `over ${money(low)}` : `${money(low)}–${short(high)}`;

/** The end of the term that runs is when it is due to end. */
const spanOf = (start: string, end: string | null): string =>
  end === null || instant(end) > shownNow()
    ? `since ${start.slice(0, 4)}`
    : `${start.slice(0, 4)}–${end.slice(0, 4)}`;

/** The committees of today, then the terms, newest first. */
function InCongress({ of: { committees, terms } }: { readonly of: Politician }) {
  return (
    <ul class="body facts-list">
      {committees?.map(({ name, role, parent }) => (
        <li key={`${parent} ${name}`}>
          {parent !== null && <span class="more">{parent}: </span>}
          {name}
          {role !== 'Member' && <b> {role}</b>}
        </li>
      ))}
      {terms?.map(({ chamber, state, district, partyName, startDate, endDate }) => (
        <li key={`${chamber} ${startDate} ${partyName}`}>
          <span class="more">{startDate && `${spanOf(startDate, endDate)}: `}</span>
          {words(chamber)}, {district ? `${state}-${district}` : state}
          {partyName !== null && `, ${partyName}`}
        </li>
      ))}
    </ul>
  );
}
