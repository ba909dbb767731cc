import { usePageState } from './page-context.tsx';

/** How many of the last `days` the key of the page sees; null: all of them. */
export const useSeenDays = (days: number): number | null =>
  usePageState(({ tier }) => {
    const seen = tier?.historyDays ?? null;
    return seen !== null && seen < days ? seen : null;
  });
