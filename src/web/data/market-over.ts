import { instant } from '../ui/format.ts';
import { shownNow } from './moment.ts';

interface Ending {
  readonly isResolved: boolean | null;
  readonly active: boolean;
  readonly endDate: string | null;
}

/** Whether trading in a market is over: it is resolved, closed, or past its end. Its odds do not change any more. */
export const isMarketOver = ({ isResolved, active, endDate }: Ending): boolean =>
  isResolved === true || !active || (endDate !== null && instant(endDate) <= shownNow());
