import { useState } from 'preact/hooks';
import { PoliticianPageDocument } from '../../../schema/operations/generated/graphql.ts';
import type { RowOf } from '../data/feeds.ts';
import { shownNow } from '../data/moment.ts';
import type { EntityOf } from '../data/state.ts';
import { CONGRESS, Told, Traded, withOwner } from '../panels/congress.tsx';
import { DELAY } from '../panels/disclosure.tsx';
import { partyOf } from '../panels/feed-words.ts';
import { DocumentLink } from '../ui/document.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { count, instant, words } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { None } from '../ui/none.tsx';
import { useFeed } from '../ui/page-context.tsx';
import { type Column, ledBy } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Day } from '../ui/time.tsx';
import { assetsOf, sumsOf, TradedAssets } from './politician-assets.tsx';
import type { EntityView } from './view.ts';

type Politician = EntityOf<'Politician'>;

type Trade = RowOf['congress'];

const TRADES: readonly Column<Trade>[] = ledBy<Trade>(
  'Asset',
  withOwner(CONGRESS)
    .filter(({ title }) => title !== 'Member' && title !== 'Filed')
    .map((column) =>
      column.title === 'Ticker'
        ? { ...column, title: 'Asset', cell: (row: Trade) => <Traded of={row} hasName /> }
        : column,
    ),
  (trade, isBelow) => <Told of={trade} isBelow={isBelow} />,
).concat(
  {
    title: 'Filed',
    help: 'Day on which the chamber received the report; it links to the report, where there is one to read',
    isFigure: true,
    chars: 11,
    cell: ({ filedOn, documentUrl }) => <Filed on={filedOn} href={documentUrl} />,
  },
  DELAY,
);

function Filed({ on, href }: { readonly on: string | null; readonly href: string | null | undefined }) {
  if (on === null) return <None />;
  return (
    <DocumentLink href={href}>
      <Day of={on} />
    </DocumentLink>
  );
}

export const POLITICIAN: EntityView<Politician> = {
  query: PoliticianPageDocument,
  titleOf: ({ name }) => name,
  subtitleOf: (politician) => (
    <>
      <Office of={politician} />
      {!politician.isServing && ' · no longer in office'}
    </>
  ),
  Figures: Disclosed,
  about: {
    title: 'Traded most',
    titleOf: (politician) => (assetsOf(politician).length > 0 ? 'Traded most' : 'Offices in Congress'),
    isIn: (politician) => assetsOf(politician).length > 0 || hasOffices(politician),
    Body: About,
  },
  isLedByRows: true,
  rows: {
    title: 'Trades',
    rowsOf: ({ trades }) => trades.nodes ?? [],
    Panel: Trades,
  },
  preview: {
    // Who is in no directory goes by the name.
    open: {
      congress: (key) => (/^[A-Z]\d{6}$/.test(key) ? { politician_id: key } : { politician_name: key }),
    },
    titleOf: ({ congress }) => congress.rows?.[0]?.politicianName ?? null,
    Subtitle: () => <Office of={useFeed('congress').rows?.[0]} />,
    Rows: Trades,
    offer: 'A key shows the amounts, and which assets were traded most. A free key is enough.',
  },
  // A filer whom no directory knows goes by the name.
  followOf: ({ slug, name }) => ({
    or: [{ politicianId: { eq: slug } }, { politicianName: { eq: name } }],
  }),
};

type Office = Pick<Politician, 'party' | 'chamber' | 'state'>;

function Office({ of }: { readonly of: Office | undefined }) {
  if (!of) return null;
  const { party, chamber, state } = of;
  return [party && partyOf(party), chamber && words(chamber), state].filter(Boolean).join(' · ');
}

function Trades() {
  return <FeedPanel name="congress" label="Trades" columns={TRADES} empty="No trade in view." />;
}

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

/** The end of the term that runs is when it is due to end. */
const spanOf = (start: string, end: string | null): string =>
  end === null || instant(end) > shownNow()
    ? `since ${start.slice(0, 4)}`
    : `${start.slice(0, 4)}–${end.slice(0, 4)}`;

const hasOffices = ({ committees, terms }: Politician): boolean =>
  (committees?.length ?? 0) + (terms?.length ?? 0) > 0;

const TABS = { assets: 'Assets', offices: 'Offices' } as const;

/** What was traded; the offices behind a tab. */
function About({ of }: { readonly of: Politician }) {
  const [chosen, choose] = useState<keyof typeof TABS | null>(null);
  const hasAssets = assetsOf(of).length > 0;
  const shown = chosen ?? (hasAssets ? 'assets' : 'offices');
  return (
    <>
      {hasAssets && hasOffices(of) && (
        <div class="tools">
          <Tabs label="Assets or offices" options={TABS} value={shown} onChange={choose} />
        </div>
      )}
      {shown === 'assets' ? <TradedAssets of={of} /> : <InCongress of={of} />}
    </>
  );
}

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
