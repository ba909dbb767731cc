import { TERMS } from '../data/terms.ts';
import { INSIDER, InsiderName } from '../panels/insider.tsx';
import { DocumentLink } from '../ui/document.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { dollars, filingDay, moment, money, short } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import type { Column } from '../ui/table.tsx';
import { Day } from '../ui/time.tsx';
import { changedPctOf } from './deal-figures.ts';
import { type Deal, type Prices, paidToday } from './deal-marks.ts';

/** The transactions of insiders, as on the pages of an insider and of a cluster. `prices`: of the company that is shown with them. */
export function dealColumns(prices: Prices | null | undefined): readonly Column<Deal>[] {
  return [
    {
      title: 'Shares',
      isFigure: true,
      isExtra: true,
      chars: 8,
      cell: ({ shares }) => <Figure value={shares} format={short} />,
    },
    {
      title: 'Price',
      help: 'The price of a share in US dollars, as filed; a dash where none was paid',
      isFigure: true,
      isExtra: true,
      chars: 10,
      cell: ({ pricePerShare }) => <Figure value={pricePerShare || null} format={dollars} unit=" USD" />,
    },
    {
      title: 'Value',
      help: TERMS['Value of a filing'],
      isFigure: true,
      chars: 8,
      cell: ({ value }) => <Figure value={value || null} format={money} unit=" USD" />,
    },
    {
      title: 'Held after',
      help: 'Shares of this kind that the insider held after the transaction',
      isFigure: true,
      isExtra: true,
      isIn: ({ sharesOwnedAfter }) => sharesOwnedAfter !== null,
      chars: 10,
      cell: ({ sharesOwnedAfter }) => <Figure value={sharesOwnedAfter} format={short} />,
    },
    {
      title: 'Change held',
      help: 'By how much the transaction changed what the insider held of it. New: there was nothing before',
      isFigure: true,
      isExtra: true,
      isIn: ({ sharesOwnedAfter }) => sharesOwnedAfter !== null,
      chars: 11,
      cell: (deal) => <Holding of={deal} />,
    },
    {
      title: 'Price since',
      help: 'How far the newest price is from the price of the transaction: red is a lower price, which is good for who sold. Splits since are counted; a dash where they are not known',
      isFigure: true,
      isExtra: true,
      isIn: (deal) => sinceOf(deal, prices) !== null,
      chars: 11,
      cell: (deal) => <Change value={sinceOf(deal, prices)} digits={1} />,
    },
    {
      title: 'Traded',
      help: 'Day of the transaction',
      isFigure: true,
      chars: 11,
      phoneChars: 11.5,
      cell: ({ tradeDate }) => <Day of={tradeDate} />,
    },
    {
      title: 'Filed',
      help: 'Day on which the SEC received the form, in Washington; it links to the form, where there is one to read',
      isFigure: true,
      isExtra: true,
      chars: 11,
      cell: ({ filingDate, documentUrl }) => <Filed at={filingDate} href={documentUrl} />,
    },
  ];
}

/** Who it was leads them; a phone has what was paid below the name. */
export const NAMED: Column<Deal> = {
  title: 'Insider',
  isWhole: true,
  cell: (deal) => <InsiderName of={deal} />,
  under: paidOf,
};

/** What a phone has below the name: shares with their price, where one was paid. */
export function paidOf({ shares, pricePerShare }: Deal): string | null {
  if (shares === null) return null;
  return pricePerShare ? `${short(shares)} at ${dollars(pricePerShare)}` : `${short(shares)} shares`;
}

/** What it was, buy or sell for instance. */
export const KIND: readonly Column<Deal>[] = INSIDER.filter(({ title }) => title === 'Trade').map(
  ({ below: _, ...column }) => ({ ...column, phoneChars: 8 }),
);

function Filed({ at, href }: { readonly at: string; readonly href: string | null }) {
  return (
    <DocumentLink href={href}>
      <span title={moment(at)}>
        <Day of={filingDay(at)} />
      </span>
    </DocumentLink>
  );
}

function Holding({ of }: { readonly of: Deal }) {
  const changed = changedPctOf(of);
  if (changed === null) return <None />;
  return changed === Number.POSITIVE_INFINITY ? (
    <span>New</span>
  ) : (
    <Change value={changed} digits={1} isPlain />
  );
}

function sinceOf(deal: Deal, prices: Prices | null | undefined): number | null {
  const paid = paidToday(deal, prices);
  return paid === null || !prices?.price ? null : (prices.price.last / paid - 1) * 100;
}
