import { downloadProvider } from '../sync/download-provider.ts';
import { houseTransactions } from './house-transactions.ts';
import { senateTransactions } from './senate-transactions.ts';

const CAPITOL_WATCH = {
  defaultBaseUrl: 'https://raw.githubusercontent.com',
  everyMs: 6 * 3_600_000,
} as const;

export const houseTransactionsProvider = downloadProvider(houseTransactions, {
  ...CAPITOL_WATCH,
  description: 'House trades parsed from PTR PDFs (capitol-watch-data)',
  path: '/IcarusxFell/capitol-watch-data/main/data/house_transactions.json',
});

export const senateTransactionsProvider = downloadProvider(senateTransactions, {
  ...CAPITOL_WATCH,
  description: 'Senate trades from eFD (capitol-watch-data)',
  path: '/IcarusxFell/capitol-watch-data/main/data/senate_transactions.json',
});
