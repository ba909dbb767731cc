import type { RowOf } from '../data/feeds.ts';
import { count, day } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import type { Column } from '../ui/table.tsx';

type Trade = RowOf['congress'];

/** Whether the report came after the last day that the STOCK Act allows; the open feed does not state that day. */
export const isLate = ({ filedOn, reportDueOn }: Trade): boolean =>
  !!filedOn && !!reportDueOn && day(filedOn) > reportDueOn;

/** How long after the trade it was reported. */
export const DELAY: Column<Trade> = {
  title: 'Delay',
  sortBy: 'DAYS_TO_DISCLOSURE',
  help: 'Days from the trade to the report. The STOCK Act allows 45, until the next working day where the last one is none; a report that took longer is late',
  isFigure: true,
  isExtra: true,
  isIn: ({ daysToDisclosure }) => typeof daysToDisclosure === 'number',
  chars: 15,
  cell: (trade) => <Delay of={trade} />,
};

/** In words where it is late. */
function Delay({ of }: { readonly of: Trade }) {
  const { daysToDisclosure: days } = of;
  if (days == null) return <None />;
  const text = days === 1 ? '1 day' : `${count(days)} days`;
  return isLate(of) ? <span class="late">{text}, late</span> : <span>{text}</span>;
}
