import {
  compare,
  count,
  type Filter,
  feedList,
  HAS_MORE,
  LIST_SIZES,
  lookBack,
  PAGE_MEMBERS,
  type RestModule,
  TOTAL,
} from '../../rest/extend.ts';
import { insiderFilings } from './feed.ts';
import { clusters, company, directory, market } from './rest-analytics.ts';
import { ALPHA_FIELDS, FILING_FIELDS, TAG, tier } from './rest-fields.ts';
import { TRANSACTION_WORD } from './transaction-code.ts';

const { leaf } = insiderFilings;

/** `buy`, `sell` and `other` are directions, a single letter is a code, anything else the label of a code. */
function ofTransactionType(text: string): Filter {
  const direction = text.toLowerCase();
  if (['buy', 'sell', 'other'].includes(direction))
    return compare(leaf('transaction_direction'), 'eq', direction);
  return compare(leaf(text.length === 1 ? 'transaction_code' : 'transaction_type'), 'eq', text);
}

/** What both faces of the feed share. */
const shared = {
  feed: insiderFilings,
  wrapper: 'filings',
  sizes: { ...LIST_SIZES, param: 'page_size' },
  ...lookBack('days_back', 'days', insiderFilings),
  meanings: {
    transaction_type: {
      description: 'A direction (buy, sell, other), a code letter, or what the code means.',
      form: TRANSACTION_WORD,
      filter: ofTransactionType,
    },
  },
} as const;

export const insiderRest: RestModule = {
  tags: [
    {
      name: insiderFilings.module,
      title: 'Insider transactions',
      description: insiderFilings.description,
    },
    {
      name: TAG,
      title: 'Insider analytics',
      description: 'Insider filings with shares and value, and what is derived from them.',
    },
  ],
  routes: (services) => [
    ...feedList(services, {
      ...shared,
      path: '/api/v1/insider',
      only: FILING_FIELDS,
      tag: insiderFilings.module,
      summary: 'Insider filings',
      extra: {
        schema: { total: TOTAL, tier },
        byTier: true,
        read: async (context) => ({ total: context.total, tier: context.caller.tier.id }),
      },
    }),
    ...feedList(services, {
      ...shared,
      path: '/api/v1/insider-alpha/filings',
      open: '/api/insider-alpha/filings',
      only: ALPHA_FIELDS,
      component: 'InsiderAlphaFiling',
      whole: false,
      tag: TAG,
      summary: 'Insider filings with shares and value',
      extra: {
        schema: {
          ...PAGE_MEMBERS,
          has_more: HAS_MORE,
          tier,
          data_lag_hours: count('Delay of filings for the caller, in hours.'),
        },
        byTier: true,
        read: async ({ caller, page, size, hasMore, ...context }) => ({
          total: context.total,
          page,
          page_size: size,
          has_more: hasMore,
          tier: caller.tier.id,
          data_lag_hours: caller.tier.insiderLagHours,
        }),
      },
    }),
    directory(services),
    company(services),
    clusters(services),
    market(services),
  ],
};
